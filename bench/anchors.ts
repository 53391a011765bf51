import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Anchor } from '@sqrl/base/model/anchor.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { readHistory } from '@sqrl/code-graph/history/cochange.ts';
import { openIndexer } from '@sqrl/code-graph/index/indexer.ts';
import { attachAnchor, keepAnchors } from '@sqrl/squirrel/codebase/anchors/keep-anchors.ts';
import { memoryFrom } from '@sqrl/squirrel/learn/gate/draft.ts';
import { allAnchors } from '@sqrl/squirrel/store/memory/anchors.ts';
import { addMemory } from '@sqrl/squirrel/store/memory/memories.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import { type CodePlace, codePlaces, keyOf, type Renames, TruePlaces } from './anchors/truth.ts';
import type { Bench, Figures } from './bench.ts';

/** Memories about functions, through the real history of their repositories. */
export const anchors: Bench = {
  summary:
    'Anchors of memories followed through 500 commits (--data: a repository, or a folder of them; --functions, --commits, --steps)',
  async run({ data, flags, print }) {
    if (data === undefined) {
      print('anchors: skipped, needs --data DIR, git clones with their history.');
      return undefined;
    }
    const {
      functions = 100,
      commits = 500,
      steps = 20,
    } = Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, Number(value)]));
    const folders = existsSync(join(data, '.git'))
      ? [data]
      : readdirSync(data)
          .map((name) => join(data, name))
          .filter((folder) => existsSync(join(folder, '.git')));
    const figures: Figures = {};
    for (const folder of folders) {
      const counts = await follow(folder, { functions, commits, steps, print });
      figures[basename(folder)] = counts;
      print(`${basename(folder).padEnd(14)} ${JSON.stringify(counts)}`);
    }
    return figures;
  },
};

interface FollowOptions {
  functions: number;
  commits: number;
  steps: number;
  print: (line: string) => void;
}

async function follow(folder: string, { functions, commits, steps, print }: FollowOptions) {
  const parent = mkdtempSync(join(tmpdir(), 'sqrl-bench-'));
  try {
    const root = join(parent, 'repository');
    execFileSync('git', ['clone', '--quiet', resolve(folder), root]);
    const git = (...args: string[]): string =>
      execFileSync('git', ['-c', 'core.quotepath=off', ...args], {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 1e9,
      });
    const history = git('rev-list', '--first-parent', '--reverse', 'HEAD')
      .trim()
      .split('\n')
      .slice(-commits - 1);
    const stops = Array.from(
      { length: steps + 1 },
      (_, i) => history[Math.floor((i * (history.length - 1)) / steps)]!,
    );
    const read = (path: string): string | undefined =>
      existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;
    using store = openStore(join(parent, 'project.db'), { now: () => 0 });
    using indexer = openIndexer(store, { root, env: process.env, now: () => 0 });
    const goTo = async (commit: string): Promise<void> => {
      git('checkout', '--quiet', '--force', commit);
      await indexer.update();
      await readHistory(store, root, { env: process.env });
    };
    await goTo(stops[0]!);
    const chosen = someFunctions(codePlaces(store, read), functions);
    const truth = new Map<number, TruePlaces>();
    for (const place of chosen) truth.set(tieTo(store, place, read), new TruePlaces(place));
    let before = codePlaces(store, read);
    const wrong = new Set<number>();
    for (const [i, stop] of stops.slice(1).entries()) {
      await goTo(stop);
      keepAnchors(store, { at: i + 1, lookedAt: null, read });
      const now = codePlaces(store, read);
      const renames = renamesIn(git('diff', '-M', '--name-status', '--diff-filter=R', stops[i]!, stop));
      for (const anchor of allAnchors(store)) {
        const known = truth.get(anchor.memory)!;
        known.step(before, now, renames);
        if (isElsewhere(anchor, known) && !wrong.has(anchor.memory)) {
          wrong.add(anchor.memory);
          const was = known.place ? keyOf(known.place) : 'deleted';
          print(`  wrong: ${anchor.path}:${anchor.symbol}, not ${was} (${stop.slice(0, 10)})`);
        }
      }
      before = now;
    }
    return countsOf(allAnchors(store), truth, wrong.size);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

const isElsewhere = (anchor: Anchor, { place }: TruePlaces): boolean =>
  anchor.state !== 'gone' && (place === undefined || keyOf(place) !== `${anchor.path}:${anchor.symbol}`);

/** Functions of some lines outside of tests that no other is called like in their file, spread over the repository. */
function someFunctions(places: ReadonlyMap<string, CodePlace>, count: number): CodePlace[] {
  const all = [...places.values()].filter(
    ({ kind, test, lines, twins }) =>
      (kind === 'function' || kind === 'method') && !test && twins === 0 && lines.length >= 3,
  );
  return all.filter(
    (_, i) => Math.floor((i * count) / all.length) !== Math.floor(((i - 1) * count) / all.length),
  );
}

function tieTo(
  store: Store,
  { path, symbol }: CodePlace,
  read: (path: string) => string | undefined,
): number {
  const memory: Memory = memoryFrom({ text: `${path}:${symbol} is as it is` }, 0);
  const row = store.transaction(() => addMemory(store, memory, keyOf({ path, symbol })));
  attachAnchor(store, row, { path, symbol, at: 0, commit: null, read });
  return row;
}

const renamesIn = (diff: string): Renames =>
  new Map(
    diff
      .split('\n')
      .map((line) => line.split('\t'))
      .filter((parts) => parts.length === 3)
      .map(([, from, to]) => [from!, to!]),
  );

function countsOf(all: readonly Anchor[], truth: ReadonlyMap<number, TruePlaces>, wrongNamesake: number) {
  const counts = {
    functions: all.length,
    followed: 0,
    movedAndFollowed: 0,
    staleRightly: 0,
    staleWrongly: 0,
    missedChange: 0,
    suggestedRightly: 0,
    lost: 0,
    goneRightly: 0,
    suggestedWrongly: 0,
    wrongNamesake,
  };
  for (const anchor of all) {
    const { first, place } = truth.get(anchor.memory)!;
    if (isElsewhere(anchor, truth.get(anchor.memory)!)) continue;
    if (anchor.state === 'gone') {
      const isRight = place !== undefined && anchor.nowIs === keyOf(place);
      if (isRight) counts.suggestedRightly++;
      else if (anchor.nowIs !== null) counts.suggestedWrongly++;
      if (!isRight) counts[place ? 'lost' : 'goneRightly']++;
      continue;
    }
    counts.followed++;
    if (keyOf(place!) !== keyOf(first)) counts.movedAndFollowed++;
    const isChanged = place!.bare !== first.bare;
    if (anchor.state === 'stale') counts[isChanged ? 'staleRightly' : 'staleWrongly']++;
    else if (isChanged) counts.missedChange++;
  }
  return counts;
}
