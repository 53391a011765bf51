import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '@sqrl/base/replace-file.ts';
import { KEY_MS } from './browser-sessions.ts';

/**
 * Files that lead a browser to the panel. Arguments of a process are visible to every user of the machine; a browser is
 * therefore started with the path of such a file, which only its owner can read, and finds the launch key inside.
 */
export interface LaunchFiles {
  /** Writes the file for a launch key; it is removed when the key is used or has expired. Undefined where it cannot be written. */
  write(id: string, url: string): string | undefined;
  remove(id: string): void;
  /** The file that always leads to this daemon, for a person to open or to bookmark; its key is exchanged when it was used. */
  lasting: string;
  /** Writes that file; it holds this key until it is written again. */
  writeLasting(id: string, url: string): void;
  isLasting(id: string): boolean;
  /** Removes all of them, also those of a daemon that was killed. */
  clear(): void;
}

export function launchFilesOf(home: string): LaunchFiles {
  const pathOf = (id: string) => join(home, `panel-${id.slice(0, 16)}.html`);
  const remove = (id: string) => rmSync(pathOf(id), { force: true });
  const lasting = join(home, 'panel.html');
  let lastingId: string | undefined;
  return {
    lasting,
    writeLasting(id, url) {
      replaceFile(lasting, pageTo(url), 0o600);
      lastingId = id;
    },
    isLasting: (id) => id === lastingId,
    write(id, url) {
      try {
        writeFileSync(pathOf(id), pageTo(url), { mode: 0o600, flag: 'wx' });
      } catch {
        return undefined;
      }
      setTimeout(remove, KEY_MS, id).unref();
      return pathOf(id);
    },
    remove,
    clear() {
      // A daemon also stops because its home was removed.
      for (const name of existsSync(home) ? readdirSync(home) : [])
        if (/^panel(?:-[0-9a-f]{16})?\.html$/.test(name)) rmSync(join(home, name), { force: true });
    },
  };
}

const pageTo = (url: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${url}">
<title>Squirrel</title>
<p><a href="${url}">Open the memory panel</a></p>
</html>
`;
