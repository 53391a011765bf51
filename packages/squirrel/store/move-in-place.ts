import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/** Gives a finished file its name, in a way that a power cut cannot undo by half. */
export function moveInPlace(part: string, file: string): void {
  // Windows settles nothing that is open for reading alone.
  settle(part, 'r+');
  renameSync(part, file);
  try {
    settle(dirname(file), 'r');
  } catch {
    // Not every system lets a folder be settled; the name is then written when the system sees fit.
  }
}

function settle(path: string, way: 'r' | 'r+'): void {
  const handle = openSync(path, way);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
