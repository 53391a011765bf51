import { createReadStream, createWriteStream, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

/** The logs of a folder, those that are packed unpacked beside. */
export async function unpacked(data: string, work: string): Promise<string> {
  const names = readdirSync(data).filter((name) => /\.jsonl(\.gz)?$/.test(name));
  if (names.length === 0) throw new Error(`${data} has no .jsonl or .jsonl.gz.`);
  const folder = join(work, 'logs');
  mkdirSync(folder);
  for (const name of names) {
    const to = createWriteStream(join(folder, name.replace(/\.gz$/, '')));
    const from = createReadStream(join(data, name));
    await (name.endsWith('.gz') ? pipeline(from, createGunzip(), to) : pipeline(from, to));
  }
  return folder;
}
