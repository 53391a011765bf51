import type { KeptSighting } from '@sqrl/base/model/sighting.ts';
import { expect, test } from 'vitest';
import { commitDecision, convention, revert } from './commits.ts';
import type { ObservedStep, SessionSummary, Signal } from './signal.ts';

let made = 0;

/** A commit as the reader of git tells of it. */
function commit(text: string, { files = ['src/cart.ts'], merge = false } = {}): ObservedStep {
  const place = made++;
  return {
    id: `event${place}`,
    agent: null,
    at: Date.UTC(2026, 0, 1) + place * 3_600_000,
    kind: 'commit',
    tool: null,
    toolName: merge ? 'merge' : 'commit',
    call: null,
    command: place.toString(16).padStart(40, 'a'),
    files: files.map((path) => ({ path, outside: false, way: 'edit', lines: null })),
    outcome: 'ok',
    exitCode: null,
    text,
    tokens: null,
    durationMs: null,
    branch: null,
    tainted: false,
    episode: null,
    place,
  };
}

/** What a signal proposes after a history of commits. */
function told<S>(signal: Signal<S>, commits: readonly ObservedStep[]): string[] {
  const state = signal.begin();
  for (const each of commits) signal.see(state, each);
  const seen = signal.finish(state, {} as SessionSummary);
  return seen.flatMap(
    (one) =>
      signal.propose([
        { ...one, signal: signal.name, agents: 1, session: 'git:git', sessionKind: 'build' } as KeptSighting,
      ])?.text ?? [],
  );
}

const times = (n: number, make: (i: number) => ObservedStep) => Array.from({ length: n }, (_, i) => make(i));

test('a commit that chooses one way over another, and says why, is a decision', () => {
  expect(
    told(commitDecision, [
      commit(
        'refactor(http): replace axios with fetch\n\nAxios pulled in 400 kB because of its polyfills.\n',
      ),
    ]),
  ).toEqual([
    expect.stringMatching(
      /^Replace axios with fetch\. Reason \(commit \w{8}\): Axios pulled in 400 kB because of its polyfills\.$/,
    ),
  ]);
});

test.each([
  ['a piece of work', 'feat: add a cart\n\nIt was needed because people asked for it.'],
  ['a choice without a reason', 'refactor: replace axios with fetch'],
  [
    'documentation',
    'docs: replace npm with pnpm in the guide\n\nBecause the guide was older than the lock file.',
  ],
])('%s is no decision', (_, text) => {
  expect(told(commitDecision, [commit(text)])).toEqual([]);
});

test('a decision that was taken back is none, and what it tried is a dead end', () => {
  const decided = commit('Replace axios with fetch\n\nIt is smaller, since fetch is built in by now.');
  const back = commit(
    `Revert "Replace axios with fetch"\n\nThis reverts commit ${decided.command}.\n\nUploads over 2 GB time out with it.`,
  );
  expect(told(commitDecision, [decided, back])).toEqual([]);
  expect(told(revert, [decided, back])).toEqual([
    expect.stringMatching(
      /^“Replace axios with fetch” was tried and reverted \(commit \w{8}\)\. Uploads over 2 GB time out with it\.$/,
    ),
  ]);
});

test('what was brought back is no dead end', () => {
  const tried = commit('Use a worker for search');
  const back = commit(`Revert "Use a worker for search"\n\nThis reverts commit ${tried.command}.`);
  const again = commit(`Reapply "Use a worker for search"\n\nThis reverts commit ${back.command}.`);
  expect(told(revert, [tried, back, again])).toEqual([]);
});

test('how messages are written is a convention once nearly all are', () => {
  const typed = times(25, (i) => commit(`${i % 3 === 0 ? 'fix' : 'feat'}(cart): step ${i}`));
  expect(told(convention, typed)).toEqual([
    'Commit messages here are Conventional Commits, `type(scope): subject`; types in use: feat, fix. Scopes in use: cart.',
  ]);
  expect(told(convention, [...typed, ...times(25, (i) => commit(`Some step ${i}`))])).toEqual([]);
  expect(
    told(
      convention,
      times(25, (i) => commit(`SHOP-${i}: step\n\nSigned-off-by: Ada <a@b.c>`)),
    ),
  ).toEqual([
    'Commit messages here start with a ticket, as in `SHOP-123: subject`.',
    'Commits here are signed off: use `git commit -s`.',
  ]);
});

test('how branches are named is seen from what was merged', () => {
  const merges = times(10, (i) =>
    commit(`Merge branch '${i % 2 ? 'feature' : 'fix'}/thing-${i}'`, { merge: true }),
  );
  expect(told(convention, merges)).toEqual([
    'Branch names here start with a prefix (feature, fix), as in `feature/thing-9`.',
  ]);
});

test('what changes with renames and moves, and seldom otherwise, is told as a recipe', () => {
  const ROOMS = 'docs/ROOMS.md';
  const day = 24 * 3_600_000;
  const renames = (i: number) =>
    commit(`refactor: rename page ${i} to view ${i}`, {
      files: [`src/page${i}.ts`, `src/view${i}.ts`, 'src/index.ts', 'test/rooms.test.ts', ROOMS],
    });
  const moves = (i: number) =>
    commit(`Move helpers from _utils to view${i}`, { files: ['src/_utils.ts', ROOMS] });
  const others = times(12, (i) => commit(`Add page ${i}`, { files: [`src/page${i}.ts`, 'src/index.ts'] }));
  const daily = (all: ObservedStep[]) => all.map((each, i) => ({ ...each, at: each.at + i * day }));
  const learned =
    'With a rename, `docs/ROOMS.md` and `test/rooms.test.ts` change too (in most of 4 such commits).';
  expect(told(convention, [...others, ...daily(times(4, renames))])).toEqual([learned]);
  // In one go, too seldom, or of the file that is taken apart.
  expect(told(convention, [...others, ...times(4, renames)])).toEqual([]);
  expect(told(convention, [...others, ...daily(times(3, renames))])).toEqual([]);
  expect(told(convention, [...others, ...daily(times(4, renames)), ...daily(times(4, moves))])).toEqual([
    learned,
    'With a move, `docs/ROOMS.md` changes too (in most of 4 such commits).',
  ]);
});
