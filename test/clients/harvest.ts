import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { release } from 'node:os';
import { dirname, join } from 'node:path';
import { cacheFolder } from './client-cache.ts';
import type { Driver } from './driver.ts';
import type { Place } from './place.ts';
import { rewriteDatabase } from './rewrite-database.ts';

/** Copies what a client wrote into a fixture, with the throw-away paths and the vendor's text taken out. */
export function harvest(driver: Driver, place: Place, to: string): { path: string; bytes: number }[] {
  rmSync(to, { recursive: true, force: true });
  const clean = renamer(place);
  const found = driver.logs.flatMap((pattern) => globSync(pattern, { cwd: place.home }));
  const files = [...new Set(found)].filter((path) => statSync(join(place.home, path)).isFile()).sort();
  return files.map((path) => {
    const target = clean(path);
    mkdirSync(dirname(join(to, target)), { recursive: true });
    if (path.endsWith('.db')) {
      // What is not yet in the database itself lies beside it until somebody opens both.
      for (const beside of ['', '-wal'])
        if (existsSync(join(place.home, path + beside)))
          cpSync(join(place.home, path + beside), join(to, target + beside));
      rewriteDatabase(join(to, target), clean);
    } else {
      const text = readFileSync(join(place.home, path), 'utf8');
      const kept = path.endsWith('.jsonl') ? cutLines(text, driver.cut) : text;
      writeFileSync(join(to, target), clean(kept));
    }
    check(join(to, target));
    return { path: target, bytes: statSync(join(to, target)).size };
  });
}

const cutLines = (text: string, cut: Driver['cut']): string =>
  text
    .split('\n')
    .map((line) => (line.trim() && cut ? JSON.stringify(cut(JSON.parse(line))) : line))
    .join('\n');

/** Paths of the place become those of a person called dev; Claude Code also writes them with dashes for slashes. */
function renamer(place: Place): (text: string) => string {
  const names: [string, string][] = [
    [place.home, '/home/dev'],
    [join(place.root, 'tmp'), '/tmp'],
    [cacheFolder(process.env), '/opt/clients'],
    [release(), '6.8.0'],
  ];
  const dashed = (path: string) => path.replace(/[^a-zA-Z0-9]/g, '-');
  const all = names.flatMap(([from, to]): [string, string][] => [
    [from, to],
    [dashed(from), dashed(to)],
  ]);
  return (text) => all.reduce((now, [from, to]) => now.replaceAll(from, to), text);
}

/** A fixture that still tells of this machine, or carries a vendor's prompt, must not come to lie in the project. */
function check(path: string): void {
  const text = readFileSync(path, 'latin1');
  const own = [process.cwd(), process.execPath, 'sqrl-clients-'].find((word) => text.includes(word));
  const vendor = VENDOR.exec(text)?.[0];
  if (own || vendor) throw new Error(`${path} still says ${JSON.stringify(own ?? vendor)}.`);
}

const VENDOR =
  /You are Claude Code|You are an interactive (?:agent|CLI)|You are Codex|You are opencode|You are Gemini CLI|GitHub Copilot CLI, a|You are an agent for/i;
