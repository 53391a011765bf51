// Issue 26: three clones merge shared memories at random, with real git.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { addLine, readLines, SHARED_FILE, writeLines } from '@sqrl/base/model/sync/lines.ts';
import {
  changeOf,
  endOf,
  isEnded,
  sharedMemoryIn,
  stateOf,
  timeAfter,
} from '@sqrl/base/model/sync/memory-state.ts';
import { joinStates, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import { runs } from '@sqrl/base/testing/runs.ts';
import { aMemory } from '@sqrl/squirrel/store/testing/a-memory.ts';
import { expect, test } from 'vitest';
import { clonesOf, git } from './support/clones.ts';
import { open } from './support/home.ts';

const NAMES = ['Ann', 'Bob', 'Cay'] as const;
const MERGES = runs(5);

/** Small and with a seed, so that a failure can be run again. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

/** Adds, rewords, tags and ends memories in a clone's file, as a store would, and commits. */
function work(
  clone: string,
  name: string,
  { random, n }: { random: (below: number) => number; n: () => number },
) {
  const path = join(clone, SHARED_FILE);
  const { lines } = readLines(existsSync(path) ? readFileSync(path, 'utf8') : '');
  for (let i = 0; i < 3; i++) {
    const living = [...lines.values()].filter(({ state }) => !isEnded(state));
    const stamp = (state: SharedState) => ({
      tag: `x${n()}`,
      at: timeAfter(state, 1000 + random(500)),
      device: name,
      person: `${name} ~00000000`,
    });
    const one = living[random(Math.max(1, living.length))];
    const what = random(10);
    if (!one || what < 4) {
      const id = `m${String(random(400)).padStart(5, '0')}`;
      const state = stateOf(aMemory({ id, text: `Fact ${n()} of ${name}` }), stamp({}));
      addLine(lines, { id, kind: 'memory', state });
      continue;
    }
    const now = sharedMemoryIn(one.state)!;
    const before = aMemory({ ...(now as Partial<Memory>), id: one.id, text: now.wordings[0].text });
    const after =
      what < 7
        ? { ...before, text: `Fact ${n()}, reworded by ${name}` }
        : { ...before, tags: [`t${random(4)}`] };
    const delta =
      what === 9 ? endOf(one.state, stamp(one.state)) : changeOf(one.state, before, after, stamp(one.state));
    lines.set(`${one.id} memory`, { ...one, state: joinStates(one.state, delta ?? {}) });
  }
  mkdirSync(join(clone, '.ctx'), { recursive: true });
  writeFileSync(path, writeLines(lines));
  git(clone, 'add', '-A');
  git(clone, 'commit', '-q', '-m', `Work of ${name}`);
}

function merges(clone: string, from: string): boolean {
  git(clone, 'fetch', '-q', from, 'main');
  try {
    git(clone, 'merge', '-q', '-m', 'Merge', 'FETCH_HEAD');
    return true;
  } catch {
    return false;
  }
}

test(`${MERGES} random merges of three clones: no conflict with the driver, and all files are equal`, async () => {
  const clones = clonesOf(NAMES, { driver: true });
  writeFileSync(join(clones.Ann, '.gitattributes'), `${SHARED_FILE} merge=sqrl text eol=lf\n`);
  git(clones.Ann, 'add', '-A');
  git(clones.Ann, 'commit', '-q', '-m', 'Name the driver');
  for (const name of ['Bob', 'Cay'] as const) expect(merges(clones[name], clones.Ann)).toBe(true);
  const random = seeded(26);
  let count = 0;
  let conflicts = 0;
  for (let i = 0; i < MERGES; i++) {
    const name = NAMES[random(3)]!;
    const other = NAMES[(NAMES.indexOf(name) + 1 + random(2)) % 3]!;
    work(clones[name], name, { random, n: () => ++count });
    if (!merges(clones[name], clones[other])) conflicts++;
  }
  expect(conflicts).toBe(0);
  // What each has goes round once.
  for (const [to, from] of [
    ['Bob', 'Ann'],
    ['Cay', 'Bob'],
    ['Ann', 'Cay'],
    ['Bob', 'Ann'],
  ] as const)
    expect(merges(clones[to], clones[from])).toBe(true);
  const files = NAMES.map((name) => readFileSync(join(clones[name], SHARED_FILE), 'utf8'));
  expect(new Set(files).size).toBe(1);
  const { lines, wrong, hasMarkers } = readLines(files[0]!);
  expect({ wrong, hasMarkers, sorted: writeLines(lines) }).toEqual({
    wrong: undefined,
    hasMarkers: false,
    sorted: files[0],
  });
  const states = [...lines.values()].map(({ state }) => state);
  expect(states.some(isEnded)).toBe(true);
  expect(states.some((state) => (sharedMemoryIn(state)?.wordings.length ?? 0) > 1)).toBe(true);
});

test('without the driver git reports conflicts, and `sync` keeps both sides', async () => {
  const clones = clonesOf(['Ann', 'Bob'], { driver: false });
  const random = seeded(3);
  let count = 0;
  const n = () => ++count;
  work(clones.Ann, 'Ann', { random, n });
  expect(merges(clones.Bob, clones.Ann)).toBe(true);
  work(clones.Ann, 'Ann', { random, n });
  work(clones.Bob, 'Bob', { random, n });
  const sides = [clones.Ann, clones.Bob].map((clone) => readFileSync(join(clone, SHARED_FILE), 'utf8'));
  expect(merges(clones.Bob, clones.Ann)).toBe(false);
  const path = join(clones.Bob, SHARED_FILE);
  expect(readFileSync(path, 'utf8')).toContain('<<<<<<<');

  const { client } = open({ project: clones.Bob });
  expect(await client.call('sync', { join: true })).toMatchObject({ repaired: true, written: true });
  const joined = readLines(sides[0]!).lines;
  for (const line of readLines(sides[1]!).lines.values()) addLine(joined, line);
  expect(readFileSync(path, 'utf8')).toBe(writeLines(joined));
});
