import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { recognize } from '@sqrl/squirrel/clients/recognize.ts';

/** The logs in a folder and below it in one folder of their own, those that are packed unpacked; what is no log is left out. */
export async function unpacked(data: string, work: string): Promise<string> {
  const folder = join(work, 'logs');
  mkdirSync(folder);
  for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.jsonl(\.gz)?$/.test(name)) continue;
    const path = join(folder, name.replace(/\.gz$/, '').replaceAll(/[\\/]/g, '-'));
    const to = createWriteStream(path);
    const from = createReadStream(join(data, name));
    await (name.endsWith('.gz') ? pipeline(from, createGunzip(), to) : pipeline(from, to));
    if (recognize(path) === undefined) rmSync(path);
  }
  if (readdirSync(folder).length === 0)
    throw new Error(`${data} has no logs of clients (.jsonl, .jsonl.gz).`);
  return folder;
}
