/** A bar as it is to be drawn. */
export interface ProgressBar {
  /** The terminal. */
  fd: number;
  width: number;
  /** When the work began. */
  began: number;
  done: number;
  total: number;
  what: string;
}

/** Memory that two threads share: one says what is to be shown, the other draws it. */
export interface ProgressBoard {
  show(bar: ProgressBar): void;
  /** Has nothing drawn from now on; true where something was, which is then the caller's to wipe away. */
  clear(): boolean;
  /** Draws while no other thread clears. `draw` returns whether it drew. */
  redraw(draw: (bar: ProgressBar) => boolean): void;
}

/** Opens the board in a piece of memory that both sides have. */
export function openBoard(memory: SharedArrayBuffer): ProgressBoard {
  const words = new Int32Array(memory, 0, 3);
  const bytes = new Uint8Array(memory, words.byteLength);
  const write = (text: string) => {
    words[SIZE] = ENCODER.encodeInto(text, bytes).written;
  };
  return {
    show: (bar) =>
      alone(words, () => {
        // Cut here, so that the end of what is written is never the middle of it.
        write(JSON.stringify({ ...bar, what: bar.what.slice(0, MAX_LABEL_CHARS) }));
      }),
    clear: () =>
      alone(words, () => {
        const drawn = words[DRAWN] === 1;
        words[SIZE] = 0;
        words[DRAWN] = 0;
        return drawn;
      }),
    redraw: (draw) =>
      alone(words, () => {
        if (words[SIZE] === 0) return;
        // Decoders refuse memory that is shared.
        const bar = JSON.parse(Buffer.from(bytes.slice(0, words[SIZE])).toString()) as ProgressBar;
        if (draw(bar)) words[DRAWN] = 1;
      }),
  };
}

const LOCK = 0;
const SIZE = 1;
const DRAWN = 2;
/** A hundred characters need at most six bytes each in JSON. */
const MAX_LABEL_CHARS = 100;
const ENCODER = new TextEncoder();

/** Runs work while the other side waits. */
function alone<T>(words: Int32Array, work: () => T): T {
  while (Atomics.compareExchange(words, LOCK, 0, 1) !== 0) Atomics.wait(words, LOCK, 1, 10);
  try {
    return work();
  } finally {
    Atomics.store(words, LOCK, 0);
    Atomics.notify(words, LOCK);
  }
}
