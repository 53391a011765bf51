import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Log } from '@sqrl/base/model/reader.ts';
import { readersIn } from '@sqrl/squirrel/clients/readers.ts';
import { rawLines } from '@sqrl/squirrel/clients/reading/testing/read-whole.ts';
import { recognize } from '@sqrl/squirrel/clients/recognize.ts';

/** What tools said in the logs of clients below a folder, packed or not, each text once. */
export async function toolResultsIn(folder: string): Promise<string[]> {
  const texts = new Set<string>();
  const readers = await readersIn({});
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name);
    const log = logAt(path);
    const reader = readers.find(({ client }) => client === log?.client);
    if (!log || !reader) continue;
    const file = readFileSync(path);
    const bytes = path.endsWith('.gz') ? gunzipSync(file) : file;
    const reading = reader.open(log);
    for (const piece of log.form === 'lines' ? rawLines(bytes) : [{ bytes, offset: 0 }])
      for (const { events } of [reading.take(piece)].flat())
        for (const { kind, text } of events) if (kind === 'result' && text.trim() !== '') texts.add(text);
  }
  return [...texts];
}

/** Histories of SpecStory are known by their folder; a copy of them lies anywhere. */
function logAt(path: string): Log | undefined {
  if (/\.jsonl(?:\.gz)?$/.test(path)) return recognize(path);
  return /\.md$/.test(path) ? { client: 'specstory', path, form: 'document' } : undefined;
}
