import { fstatSync, readFileSync } from 'node:fs';
import { openPipe } from './exchange.ts';

/** More is not looked at. It is read all the same, since a client whose pipe breaks may break with it. */
const MAX_INPUT_BYTES = 8 * 2 ** 20;

/** What the client hands in on standard input; undefined where that is too much. Nothing blocks meanwhile. */
export function readInput(): Promise<Buffer | undefined> {
  const stat = fstatSync(0);
  if (stat.isFile()) return Promise.resolve(stat.size > MAX_INPUT_BYTES ? undefined : readFileSync(0));
  // A terminal, or nothing at all.
  if (!isPipe(stat)) return Promise.resolve(Buffer.alloc(0));
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    openPipe(
      { fd: 0 },
      {
        take(part) {
          size += part.length;
          if (size <= MAX_INPUT_BYTES) parts.push(part);
          else parts.length = 0;
        },
        end: () => resolve(size > MAX_INPUT_BYTES ? undefined : Buffer.concat(parts)),
      },
    ).catch(reject);
  });
}

/** By the type alone: on Windows Node's `isFIFO()` is always false. */
export const isPipe = ({ mode }: { mode: number }): boolean =>
  (mode & TYPE) === FIFO || (mode & TYPE) === SOCKET;
const [TYPE, FIFO, SOCKET] = [0o170000, 0o010000, 0o140000];
