import { expect, test } from 'vitest';
import type { Memory } from '../memory.ts';
import { mergeShared, readLines, writeLines } from './lines.ts';
import { changeOf, endOf, sharedMemoryIn, stateOf, timeAfter } from './memory-state.ts';
import { canonical, joinStates, type Register, type SharedState } from './registers.ts';

/** A generator with a seed (mulberry32), so that a failure can be run again. */
function seeded(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n: number) => Math.floor(next() * n);
  return { below, pick: <T>(from: readonly T[]): T => from[below(from.length)]! };
}
type Random = ReturnType<typeof seeded>;

const FIELDS = ['text', 'type', 'tags', 'uses', 'later', '__proto__', 'gone'];

/** Registers of every kind, of kinds to come, and damaged ones, under names that collide. */
function anyRegister({ below, pick }: Random): Register {
  const tags = ['a', 'b', 'c', '__proto__'];
  const device = pick(['d1', 'd2']);
  switch (below(9)) {
    case 0:
      return ['many', { [pick(tags)]: [`t${below(3)}`, below(3), device, 'Ann ~00000000'] }, [pick(tags)]];
    case 1:
      return ['many', JSON.parse(`{"${pick(tags)}":${below(3)},"${pick(tags)}":1}`), []];
    case 2:
      return ['last', below(4), below(3), device];
    case 3:
      return ['set', JSON.parse(`{"${pick(tags)}":[${below(3)},"${device}",${below(2)}]}`)];
    case 4:
      return ['count', { [device]: below(9) }];
    case 5:
      return ['ranked', below(3), { of: pick(tags) }];
    case 6:
      return ['last', below(3)];
    case 7:
      return [
        'any',
        [
          ['last', below(3), below(3), device],
          ['ranked', below(3)],
        ],
      ];
    default:
      return below(20) === 0 ? ['gone', below(3), device, [pick(tags)]] : ['set', 'damaged'];
  }
}

const anyState = (random: Random): SharedState =>
  JSON.parse(
    `{${Array.from({ length: 1 + random.below(4) }, () => `"${random.pick(FIELDS)}":${JSON.stringify(anyRegister(random))}`).join(',')}}`,
  );

test('joining is commutative, associative and idempotent, whatever the registers are', () => {
  const random = seeded(20261117);
  for (let i = 0; i < 10_000; i++) {
    const [a, b, c] = [anyState(random), anyState(random), anyState(random)];
    const ab = joinStates(a, b);
    const [text, all] = [canonical(ab), canonical(joinStates(ab, c))];
    // One assertion a round: forty thousand of them take longer than the joins.
    const others = [joinStates(b, a), joinStates(ab, b), joinStates(JSON.parse(text), ab)].map(canonical);
    const holds = others.every((each) => each === text) && all === canonical(joinStates(a, joinStates(b, c)));
    if (!holds) expect({ i, a, b, c }).toBe('joined alike in every order');
  }
});

test('fields and kinds of a newer program survive, on both sides of a join', () => {
  const older: SharedState = { text: ['many', { x: ['one', 1, 'd1', 'Ann ~00000000'] }, []] };
  const newer: SharedState = { rank: ['ladder', { a: 1 }], mood: ['last', 'good', 4, 'd2'] };
  const other: SharedState = { rank: ['ladder', { b: 2 }], mood: ['last', 'bad', 3, 'd3'] };
  expect(joinStates(joinStates(older, newer), other)).toEqual({
    ...older,
    mood: ['last', 'good', 4, 'd2'],
    rank: [
      'any',
      [
        ['ladder', { a: 1 }],
        ['ladder', { b: 2 }],
      ],
    ],
  });
});

const memory = {
  id: 'k3f9',
  type: 'gotcha',
  key: null,
  polarity: 0,
  scopeOf: null,
  module: null,
  reach: 'project',
  expiresAt: null,
  createdAt: 1,
  text: 'Tests need REDIS_URL',
  tags: ['ci'],
  files: [],
  symbols: [],
} as unknown as Memory;

/**
 * Ten thousand operations on five copies that see each other's changes at random. The oracle is what each write had seen: a
 * wording stays exactly until a write that had seen it replaces it.
 */
test('copies that have seen the same changes are equal, and lose no wording that no write had seen', () => {
  const random = seeded(7);
  let writes = 0;
  for (let round = 0; round < 50; round++) {
    let n = 0;
    const stamp = (state: SharedState, device: string) => {
      const at = timeAfter(state, random.below(400));
      return { tag: `x${++n}`, at, device, person: `${device} ~00000000` };
    };
    const start = stateOf(memory, stamp({}, 'd0'));
    const copies = Array.from({ length: 5 }, () => start);
    const replacedBy = new Map<string, string[]>();
    const texts = new Map([['x1', memory.text]]);
    for (let step = 0; step < 200; step++, writes++) {
      const i = random.below(5);
      const state = copies[i]!;
      if (random.below(2) === 0) {
        copies[i] = joinStates(state, copies[random.below(5)]!);
        continue;
      }
      const seen = sharedMemoryIn(state)!;
      const made = stamp(state, `d${i}`);
      const now = { ...memory, ...seen, text: seen.wordings[0].text } as Memory;
      const next = { ...now, text: `wording ${made.tag}`, tags: random.pick([['ci'], ['ci', 'db'], []]) };
      copies[i] = joinStates(state, changeOf(state, now, next, made)!);
      texts.set(made.tag, next.text);
      replacedBy.set(
        made.tag,
        seen.wordings.map(({ tag }) => tag),
      );
    }
    const merged = copies.map((_, from) =>
      copies.reduce((all, _one, i) => joinStates(all, copies[(from + i) % 5]!), copies[from]!),
    );
    expect(new Set(merged.map(canonical)).size).toBe(1);
    const replaced = new Set([...replacedBy.values()].flat());
    const standing = [...texts.keys()].filter((tag) => !replaced.has(tag)).sort();
    expect(
      sharedMemoryIn(merged[0]!)!
        .wordings.map(({ tag }) => tag)
        .sort(),
    ).toEqual(standing);
  }
  expect(writes).toBe(10_000);
});

test('an end removes every word of a memory, for copies that change it later too', () => {
  const stamp = { tag: 'x1', at: 5, device: 'd1', person: 'Ann ~00000000' };
  const state = stateOf(memory, stamp);
  const edit = changeOf(state, memory, { ...memory, text: 'Other' }, { ...stamp, tag: 'x2', at: 9 })!;
  const ended = joinStates(state, endOf(state, { ...stamp, at: 7 }));
  expect(joinStates(ended, edit)).toEqual({ gone: ['gone', 7, 'd1', ['x1']] });
  expect(sharedMemoryIn(ended)).toBeUndefined();
});

const line = (id: string, text: string, tag = 'x', at = 1) =>
  `{"id":"${id}","text":["many",{"${tag}":["${text}",${at},"d","Ann ~00000000"]},[]]}\n`;

test('a file is read with conflict markers, wrong lines and the same id twice', () => {
  const text = `<<<<<<< HEAD\n${line('bbbb', 'two')}=======\n${line('aaaa', 'one')}>>>>>>> theirs\nnot ours\n${'['.repeat(100_000)}\n${line('aaaa', 'else', 'y', 2)}`;
  const read = readLines(text);
  expect(read).toMatchObject({ hasMarkers: true, wrong: { count: 2, first: 6 } });
  expect(sharedMemoryIn(read.lines.get('aaaa memory')!.state)!.wordings.map((one) => one.text)).toEqual([
    'else',
    'one',
  ]);
  const written = writeLines(read.lines);
  expect(writeLines(readLines(written).lines)).toBe(written);
  expect(written.startsWith('{"id":"aaaa","text":["many",{"x":["one"')).toBe(true);
});

test('merging keeps both sides, a deletion by hand, and refuses what is not ours', () => {
  const base = line('aaaa', 'one') + line('bbbb', 'two');
  const ours = line('bbbb', 'two') + line('cccc', 'three');
  const theirs = line('aaaa', 'one') + line('bbbb', 'two') + line('dddd', 'four');
  const merged = mergeShared(base, ours, theirs)!;
  expect([...readLines(merged).lines.keys()]).toEqual(['bbbb memory', 'cccc memory', 'dddd memory']);
  expect(mergeShared(base, theirs, ours)).toBe(merged);
  const changed = line('aaaa', 'one, changed', 'z', 3) + line('bbbb', 'two');
  expect(readLines(mergeShared(base, ours, changed)!).lines.has('aaaa memory')).toBe(true);
  expect(mergeShared(base, `${ours}<html>\n`, theirs)).toBeUndefined();
});
