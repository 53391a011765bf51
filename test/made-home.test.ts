import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/home.ts';
import { writeHome } from './support/made-home/made-home.ts';
import { randomFrom } from './support/made-home/random.ts';

const NOON = Date.UTC(2026, 10, 15, 12);

/** What all files of a folder say, without the folder’s own name and what git keeps. */
function contentsOf(folder: string): string {
  const hash = createHash('sha256');
  const files = globSync('**/*', { cwd: folder, exclude: (name) => name === '.git' }).concat(
    globSync('.{claude,codex,gemini}/**/*', { cwd: folder }),
  );
  for (const path of [...new Set(files)].sort()) {
    const file = join(folder, path);
    if (!statSync(file).isFile() || path.includes('.git/')) continue;
    const plain = (text: string) =>
      text.replaceAll(folder, '').replaceAll(folder.replaceAll(/[/.]/g, '-'), '');
    hash.update(`${plain(path)}\0${plain(readFileSync(file, 'utf8'))}\0`);
  }
  return hash.digest('hex');
}

test('the same seed writes the same sources and logs, another one others', () => {
  const made = (seed: number) => {
    const folder = temporaryFolder();
    writeHome({ folder, random: randomFrom(seed), sessions: 2, now: NOON, env: { PATH: process.env.PATH } });
    return contentsOf(folder);
  };
  const one = made(1);
  expect(made(1)).toBe(one);
  expect(made(2)).not.toBe(one);
});
