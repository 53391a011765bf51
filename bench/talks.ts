import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundledEmbedder } from '@sqrl/embedder/bundled.ts';
import { findTalks } from '@sqrl/squirrel/recall/talks/find-talks.ts';
import { type StoreScores, scoreTalks } from '@sqrl/squirrel/recall/talks/score.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';
import { claudeWriter } from '../test/support/claude-writer.ts';
import type { Bench, Figures } from './bench.ts';
import { percentile } from './percentiles.ts';
import { dataProjects, unpackProject } from './projects.ts';
import { openSaidEngine } from './said/engine.ts';
import { line } from './ways.ts';

/** A talk in which a rule was decided, and what a person asks for weeks later that needs it. */
interface WrittenTalk {
  id: string;
  chat: WrittenTurn[];
  amended_by: WrittenTurn[] | null;
  later: string[];
}

interface WrittenTurn {
  role: 'user' | 'assistant';
  text: string;
}

const KINDS = ['symptom', 'feature', 'vague'];
const USUAL = 'agentv,cipher-box,context-evaluator';

/** Which talk does a later prompt belong to, that avoids the words it was decided in? Nothing is fitted here. */
export const talks: Bench = {
  summary:
    'The right talk for later prompts in other words, among foreign sessions (--data FILE of decisions; --only a,b names the projects among which)',
  async run({ data, flags, print }) {
    if (data === undefined) {
      print('talks: skipped, needs --data FILE, lines of written talks with later prompts.');
      return undefined;
    }
    const written = readFileSync(data, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((each) => JSON.parse(each) as WrittenTalk);
    const folder = mkdtempSync(join(tmpdir(), 'sqrl-bench-talks-'));
    try {
      writeTalks(written, join(folder, 'written'));
      for (const project of dataProjects(dirname(dirname(data)), flags.only ?? USUAL))
        await unpackProject(project, folder);
      await using engine = await openSaidEngine(folder, bundledEmbedder());
      return await measure(engine, written, print);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Each talk as a log of its own; what was amended was said three weeks later, in another session. */
function writeTalks(written: readonly WrittenTalk[], folder: string): void {
  mkdirSync(folder);
  for (const [day, { id, chat, amended_by }] of written.entries())
    for (const [part, turns] of [chat, amended_by ?? []].entries()) {
      if (turns.length === 0) continue;
      const startedAt = FIRST_DAY + (day + part * 21) * DAY_MS;
      const writer = claudeWriter({ session: `${id}-${part}`, cwd: folder, startedAt, pace: 60_000 });
      for (const { role, text } of turns)
        if (role === 'user') writer.said(text);
        else writer.replied(text);
      writeFileSync(join(folder, `${id}-${part}.jsonl`), writer.log());
    }
}

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2026, 0, 5, 9);

/** What speaks for the talks of a store, in each of the ways that are compared. */
const WAYS: Record<string, (store: StoreScores) => Float32Array> = {
  'best message': ({ layout, messages }) => {
    const best = new Float32Array(layout.talks.length).fill(-1);
    for (const [message, talk] of layout.talkOf.entries())
      if (messages.cosine[message]! > best[talk]!) best[talk] = messages.cosine[message]!;
    return best;
  },
  'with the one before': ({ talks }) => talks.cosine,
  'from the middle': ({ talks }) => talks.centred,
  'mean of the talk': ({ talks }) => talks.mean,
  'BM25 of the talk': ({ talks }) => talks.words,
  'all, standardised': ({ talks }) => talks.score,
};

async function measure(
  engine: Engine,
  written: readonly WrittenTalk[],
  print: (line: string) => void,
): Promise<Figures> {
  const names = Object.keys(WAYS).concat(KINDS.map((kind) => `  ${kind}`));
  const places: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  const times: number[] = [];
  let among = 0;
  for (const { id, later } of written)
    for (const [i, question] of later.entries()) {
      const vector = await engine.meaning.ofQuestion(question);
      const stores = scoreTalks(engine.indexedStores, { question, vector, time: undefined });
      among = stores.reduce((sum, { layout }) => sum + layout.talks.length, 0);
      for (const [way, of] of Object.entries(WAYS)) {
        const place = placeOf(stores, of, `${id}-`);
        places[way]!.push(place);
        if (way === 'all, standardised') places[`  ${KINDS[i]}`]!.push(place);
      }
      const begun = process.cpuUsage();
      await findTalks(engine, { question, limit: 3 });
      const { user, system } = process.cpuUsage(begun);
      times.push((user + system) / 1000);
    }
  const figures: Figures = { talks: among, prompts: times.length };
  print(line(`${written.length} among ${among} talks`, ['first', 'three', 'ten']));
  for (const [way, its] of Object.entries(places)) {
    const share = (most: number) =>
      Math.round((1000 * its.filter((place) => place < most).length) / its.length) / 10;
    figures[way.trim()] = { first: share(1), three: share(3), ten: share(10) };
    print(line(way, [share(1), share(3), share(10)]));
  }
  figures.cpuMs = { median: percentile(times, 0.5), p95: percentile(times, 0.95) };
  print(`CPU for three talks, the question embedded: ${JSON.stringify(figures.cpuMs)} ms`);
  return figures;
}

/** How many talks of other sessions stand before the best of some sessions. */
function placeOf(
  stores: readonly StoreScores[],
  scoresOf: (store: StoreScores) => Float32Array,
  session: string,
): number {
  let own = Number.NEGATIVE_INFINITY;
  const others: number[] = [];
  for (const store of stores) {
    const right = new Set(
      store.indexedStore.store
        .sql('select row from session where id like ?')
        .all(`${session}%`)
        .map(({ row }) => row),
    );
    for (const [talk, score] of scoresOf(store).entries())
      if (!right.has(store.layout.talks[talk]!.session)) others.push(score);
      else if (score > own) own = score;
  }
  return others.filter((score) => score > own).length;
}
