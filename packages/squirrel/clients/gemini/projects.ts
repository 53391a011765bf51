import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readForeignFile } from '@sqrl/base/foreign-file.ts';
import { parseJson } from '../reading/json.ts';
import { record, textOrNull } from '../reading/record.ts';

/** Finds the project whose things lie in a folder of `tmp`; undefined where nothing says so. */
export function geminiProjectFinder(gemini: string): (folder: string) => string | undefined {
  const projects = record(record(parseJson(bytesOf(join(gemini, 'projects.json')))).projects);
  const roots = new Map<string, string>();
  for (const [root, slug] of Object.entries(projects)) {
    // Before there were slugs, a folder was named after the hash of its project's path.
    roots.set(createHash('sha256').update(root).digest('hex'), root);
    if (textOrNull(slug)) roots.set(String(slug), root);
  }
  return (folder) => {
    const written = bytesOf(join(gemini, 'tmp', folder, '.project_root'))
      .toString('utf8')
      .trim();
    return written || roots.get(folder);
  };
}

function bytesOf(path: string): Buffer {
  const file = readForeignFile(path, { maxBytes: 2 ** 24, what: 'a file' });
  return 'bytes' in file ? file.bytes : Buffer.alloc(0);
}
