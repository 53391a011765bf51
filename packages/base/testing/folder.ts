import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder that goes when its test ends. */
export interface Folder extends Disposable {
  path: string;
  at(name: string): string;
  write(name: string, text: string | Uint8Array): void;
}

/** Makes an empty folder for one test. */
export function folder(): Folder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'sqrl-notes-')));
  const at = (name: string) => join(path, name);
  return {
    path,
    at,
    write(name, text) {
      mkdirSync(dirname(at(name)), { recursive: true });
      writeFileSync(at(name), text);
    },
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}
