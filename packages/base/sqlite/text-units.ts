let memory = Buffer.alloc(2 ** 15);
let shared = new Uint16Array(memory.buffer);

/**
 * The letters of a text in memory of our own, good until the next text: to ask a string for one after the other costs
 * several times as much.
 */
export function unitsOf(text: string): Uint16Array {
  if (shared.length < text.length) {
    memory = Buffer.alloc(4 * text.length);
    shared = new Uint16Array(memory.buffer);
  }
  memory.write(text, 'utf16le');
  if (IS_BIG_ENDIAN) memory.subarray(0, 2 * text.length).swap16();
  return shared;
}

const IS_BIG_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0;
