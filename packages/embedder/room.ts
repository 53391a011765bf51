/** Room in a module's memory. What is taken is never given back: it ends with the module. */
export interface WasmHeap {
  readonly memory: WebAssembly.Memory;
  /** The address of `bytes` fresh bytes, aligned for vectors. */
  take(bytes: number): number;
  /** Views go stale when the memory grows: make them after the last `take`, use them at once. */
  bytes(at: number, count: number): Uint8Array;
  ints(at: number, count: number): Int32Array;
  floats(at: number, count: number): Float32Array;
}

/** Opens an empty room that grows as it is taken. */
export function openRoom(): WasmHeap {
  const memory = new WebAssembly.Memory({ initial: 1 });
  // Address 0 stays free, so that a forgotten pointer shows itself.
  let used = ALIGN;
  return {
    memory,
    take(bytes) {
      const at = used;
      used += Math.ceil(bytes / ALIGN) * ALIGN;
      const missing = Math.ceil((used - memory.buffer.byteLength) / PAGE_BYTES);
      if (missing > 0) memory.grow(missing);
      return at;
    },
    bytes: (at, count) => new Uint8Array(memory.buffer, at, count),
    ints: (at, count) => new Int32Array(memory.buffer, at, count),
    floats: (at, count) => new Float32Array(memory.buffer, at, count),
  };
}

const ALIGN = 64;
const PAGE_BYTES = 65_536;
