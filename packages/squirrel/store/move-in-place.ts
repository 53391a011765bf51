import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/** Gives a finished file its name, in a way that a power cut cannot undo by half. */
export function moveInPlace(part: string, file: string): void {
  settle(part);
  renameSync(part, file);
  try {
    settle(dirname(file));
  } catch {
    // Not every system lets a folder be settled; the name is then written when the system sees fit.
  }
}

function settle(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
