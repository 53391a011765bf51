import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { recognize } from '@sqrl/squirrel/clients/recognize.ts';

/** The sessions of one project, in a folder for each client. */
export interface DataProject {
  name: string;
  folders: string[];
}

/**
 * The projects of a data folder: `sessions-claude-code` and what is below `sessions`, where the name of a folder ends with
 * its client. A folder without these is one project. `only` names some of them, with commas between.
 */
export function dataProjects(data: string, only?: string): DataProject[] {
  const byName = new Map<string, string[]>();
  if (existsSync(join(data, FIRST))) byName.set(FIRST_NAME, [join(data, FIRST)]);
  if (existsSync(join(data, 'sessions')))
    for (const folder of readdirSync(join(data, 'sessions')).sort()) {
      const name = folder.replace(CLIENT_ENDING, '');
      byName.set(name, [...(byName.get(name) ?? []), join(data, 'sessions', folder)]);
    }
  const all = [...byName].map(([name, folders]) => ({ name, folders }));
  if (all.length === 0) return [{ name: basename(data), folders: [data] }];
  const wanted = only?.split(',');
  return wanted ? all.filter(({ name }) => wanted.includes(name)) : all;
}

const FIRST = 'sessions-claude-code';
const FIRST_NAME = 'context-evaluator';
const CLIENT_ENDING = /-(?:claude-code|codex|copilot|specstory)$/;

/** The logs of a project, unpacked below a folder of their own and sorted by the time in their names. */
export async function unpackProject({ name, folders }: DataProject, work: string): Promise<string[]> {
  const root = join(work, name);
  const history = join(root, '.specstory', 'history');
  mkdirSync(history, { recursive: true });
  const logs: string[] = [];
  for (const folder of folders)
    for (const file of readdirSync(folder)) {
      if (!/\.(?:jsonl|md)(?:\.gz)?$/.test(file)) continue;
      const plain = file.replace(/\.gz$/, '');
      const path = join(plain.endsWith('.md') ? history : root, plain);
      const [from, to] = [createReadStream(join(folder, file)), createWriteStream(path)];
      await (file.endsWith('.gz') ? pipeline(from, createGunzip(), to) : pipeline(from, to));
      if (recognize(path)) logs.push(path);
      else rmSync(path);
    }
  if (logs.length === 0) throw new Error(`${folders.join(', ')}: no logs of clients.`);
  return logs.sort((a, b) => (basename(a) < basename(b) ? -1 : 1));
}
