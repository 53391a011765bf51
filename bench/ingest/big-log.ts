import { once } from 'node:events';
import { createWriteStream, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const UUID =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|toolu_[A-Za-z0-9]{12,}|msg_[A-Za-z0-9]{12,}/g;

/** Writes a log of a given number of bytes: real ones again and again, each time with ids of its own, so that none is a repetition. */
export async function writeBigLog(folder: string, path: string, bytes: number): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  const out = createWriteStream(path);
  const files = readdirSync(folder).map((name) => join(folder, name));
  let written = 0;
  for (let round = 0; written < bytes; round++) {
    const mark = round.toString(16).padStart(4, '0');
    for (const file of files) {
      const text = readFileSync(file, 'utf8').replace(UUID, (id) => id.slice(0, -4) + mark);
      written += Buffer.byteLength(text);
      if (!out.write(text)) await once(out, 'drain');
      if (written >= bytes) break;
    }
  }
  out.end();
  await once(out, 'close');
}
