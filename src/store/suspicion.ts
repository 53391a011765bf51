import { existsSync, rmSync, writeFileSync } from 'node:fs';

/** Marks a file for a full check when it is next opened. */
export function suspect(path: string): void {
  if (path === ':memory:') return;
  try {
    writeFileSync(suspicionOf(path), '', { mode: 0o600 });
  } catch {
    // The trouble that brought us here is the one to tell.
  }
}

/** Whether a file is marked for a full check. */
export const isSuspect = (path: string): boolean => existsSync(suspicionOf(path));

/** Takes the mark from a file that was checked or repaired. */
export const clearSuspicion = (path: string): void => rmSync(suspicionOf(path), { force: true });

const suspicionOf = (path: string): string => `${path}.suspect`;
