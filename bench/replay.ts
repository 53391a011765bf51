import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesFor, knownFor } from '@sqrl/squirrel/recall/files/files-for.ts';
import { pathMentions } from '@sqrl/squirrel/recall/files/named.ts';
import { type EvidenceSource, rank, WEIGHTS } from '@sqrl/squirrel/recall/files/rank.ts';
import type { Bench, Figures } from './bench.ts';
import { unpacked } from './ingest/unpack.ts';
import { BASELINES } from './replay/baselines.ts';
import { occasions } from './replay/occasions.ts';
import type { Replayed } from './replay/sessions.ts';
import { line } from './ways.ts';

/**
 * Replays sessions in the order in which they began. What had ended before one began is known and nothing else; asked
 * with its first prompt, which of the files that it goes on to edit are among the first ten, and in what a coder is given?
 */
export const replay: Bench = {
  summary: 'First prompt → files the session edits, on past sessions (--data DIR [--commits FILE])',
  async run({ data, flags, print }) {
    if (data === undefined) {
      print('replay: needs --data DIR, a folder with logs of clients (.jsonl, .jsonl.gz); skipped.');
      return undefined;
    }
    const work = mkdtempSync(join(tmpdir(), 'sqrl-bench-logs-'));
    try {
      const inside = join(data, 'sessions-claude-code');
      const logs = await unpacked(existsSync(inside) ? inside : data, work);
      const beside = join(data, 'commits.jsonl');
      const commits = flags.commits ?? (existsSync(beside) ? beside : undefined);
      const asked = await askAll(logs, join(work, 'home'), commits);
      return tell(asked, print);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  },
};

/** One session with what each way of guessing brought, best first. */
interface Asked {
  session: Replayed;
  guesses: Record<string, string[]>;
  milliseconds: number;
}

async function askAll(logs: string, home: string, commits: string | undefined): Promise<Asked[]> {
  const asked: Asked[] = [];
  for await (const { session, engine } of occasions(logs, home, commits)) {
    const { prompt: task } = session;
    const known = await knownFor(engine, task);
    const begun = performance.now();
    const packed = await filesFor(engine, { task });
    const milliseconds = performance.now() - begun;
    const ranked = (weights?: Record<EvidenceSource, number>) =>
      rank({ task, files: [], now: engine.now() }, known, weights).files.map(({ path }) => path);
    const guesses: Record<string, string[]> = {};
    for (const [name, guess] of Object.entries(BASELINES)) guesses[name] = guess(task, known.work);
    guesses[ALL] = ranked();
    guesses[PACKED] = packed.files.map(({ path }) => path);
    for (const part of PARTS) {
      guesses[`without ${part}`] = ranked({ ...WEIGHTS, [part]: 0 });
      if (ALONE.has(part)) guesses[`${part} alone`] = ranked({ ...NOTHING, [part]: WEIGHTS[part] });
    }
    asked.push({ session, guesses, milliseconds });
  }
  return asked;
}

const ALL = 'all parts';
const PACKED = "all parts, in the coder's budget";
const PARTS = (Object.keys(WEIGHTS) as EvidenceSource[]).filter((part) => part !== 'given');
// What is found by code has no code here, and the rest start from what others found.
const ALONE: ReadonlySet<EvidenceSource> = new Set(['named', 'hinted', 'past', 'continuing']);
const NOTHING = Object.fromEntries(Object.keys(WEIGHTS).map((part) => [part, 0])) as Record<
  EvidenceSource,
  number
>;

function tell(asked: readonly Asked[], print: (line: string) => void): Figures {
  const half = Math.ceil(asked.length / 2);
  const groups: Record<string, readonly Asked[]> = {
    all: asked,
    first: asked.slice(0, half),
    second: asked.slice(half),
    'no file named': asked.filter(({ session }) => pathMentions(session.prompt).length === 0),
  };
  const edited = asked.flatMap(({ session }) => session.edited).length;
  const made = asked.reduce((sum, { session }) => sum + session.made.size, 0);
  const outside = asked.reduce((sum, { session }) => sum + session.outside, 0);
  print(
    `${asked.length} sessions that edit ${edited} files, ${made} of which they made; ${outside} outside of the repository are not counted`,
  );
  print(
    `recall@10 in percent; within: the first 12, as a coder is given (what is not on this machine costs no tokens); old: without files that were not there before`,
  );
  print(line('', ['all', 'within', 'old', 'first ½', 'second ½', 'unnamed']));
  const figures: Record<string, Record<string, number>> = {};
  for (const way of Object.keys(asked[0]?.guesses ?? {})) {
    const mean = (some: readonly Asked[], options: { limit?: number; old?: boolean } = {}) =>
      meanRecall(some, way, options);
    const row = {
      all: mean(groups.all!),
      within: mean(groups.all!, { limit: 12 }),
      old: mean(groups.all!, { old: true }),
      first: mean(groups.first!),
      second: mean(groups.second!),
      unnamed: mean(groups['no file named']!),
    };
    figures[way] = row;
    print(line(way, Object.values(row)));
  }
  const milliseconds = asked.map((each) => each.milliseconds).sort((a, b) => a - b);
  const p50 = Math.round(milliseconds[Math.floor(milliseconds.length / 2)] ?? 0);
  print(
    `${p50} ms for one answer (P50); unnamed: ${groups['no file named']!.length} prompts in which no file is named`,
  );
  return {
    sessions: asked.length,
    edited,
    made,
    outside,
    unnamed: groups['no file named']!.length,
    p50,
    recall: figures,
  };
}

/** The mean share of a session's files that is among the first. */
function meanRecall(asked: readonly Asked[], way: string, { limit = 10, old = false }): number {
  const shares = asked.flatMap(({ session, guesses }) => {
    const wanted = session.edited.filter((path) => !old || !session.made.has(path));
    const found = new Set(guesses[way]!.slice(0, limit));
    return wanted.length === 0 ? [] : [wanted.filter((path) => found.has(path)).length / wanted.length];
  });
  return Math.round((1000 * shares.reduce((sum, share) => sum + share, 0)) / Math.max(1, shares.length)) / 10;
}
