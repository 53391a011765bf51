import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundledEmbedder } from '@sqrl/embedder/bundled.ts';
import { ask as answerTo, MAX_PASSAGES } from '@sqrl/squirrel/recall/ask/ask.ts';
import { layersAsked } from '@sqrl/squirrel/recall/ask/layers.ts';
import { withoutKnown } from '@sqrl/squirrel/recall/passages/passage.ts';
import { latestFirst, mayAnswer } from '@sqrl/squirrel/recall/passages/said.ts';
import { recall } from '@sqrl/squirrel/recall/verbs/recall.ts';
import { countPassages, removeExcessVectors } from '@sqrl/squirrel/store/passages/passage-vectors.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';
import { BOUNDS_TRIED, worthOf } from './ask/bounds.ts';
import { byKind, type TriedQuestion, triedByKind } from './ask/kinds.ts';
import { type Messages, messagesIn } from './ask/messages.ts';
import { type AskQuestion, answersIn, readQuestions } from './ask/questions.ts';
import { type AskScore, scoreAnswer, tallyAnswers } from './ask/score.ts';
import type { Bench, Figures } from './bench.ts';
import { unpacked } from './ingest/unpack.ts';
import { leftOut } from './left-out.ts';
import { percentile } from './percentiles.ts';
import { openSaidEngine } from './said/engine.ts';

/** Questions a developer might ask weeks later, each with the message that answers it. */
export const ask: Bench = {
  summary:
    'Questions about past sessions (--data FILE of questions, with the logs in folders next to its own; --kinds weighs by kind)',
  async run({ data, flags, print }) {
    if (data === undefined) {
      print('ask: skipped, needs --data FILE, lines of questions and the messages that answer them.');
      return undefined;
    }
    const root = flags.logs ?? dirname(dirname(data));
    const questions = readQuestions(data);
    const figures: Figures = {};
    const all: Record<string, AskScore[]> = {};
    const parts: Pick<Measured, 'tried'>[] = [];
    const tokens: number[] = [];
    const kinds: TriedQuestion[][] = [];
    for (const [project, its] of Map.groupBy(questions, (question) => question.project)) {
      if (flags.kinds) {
        kinds.push(await inLogs(its, root, (engine) => triedByKind(engine, messagesIn(engine), its)));
        continue;
      }
      const { tried, tokens: more, ...scores } = await measure(its, root);
      parts.push({ tried });
      figures[project] = report(project, scores, print);
      for (const [way, each] of Object.entries(scores)) all[way] = [...(all[way] ?? []), ...each];
      tokens.push(...more);
    }
    if (flags.kinds) return { 'left out': report('left out', byKind(kinds), print) };
    figures.all = report('all', all, print);
    // Each project with the bounds that are best for the others.
    if (parts.length > 1)
      figures['left out'] = report('left out', { passages: leftOut(parts, worthOf) }, print);
    figures.recallTokens = recallTokens(tokens);
    print(`recall answers in ${JSON.stringify(figures.recallTokens)} tokens (wanted: a mean of 800 or less)`);
    return figures;
  },
};

const recallTokens = (tokens: readonly number[]) => ({
  questions: tokens.length,
  mean: Math.round(tokens.reduce((sum, each) => sum + each, 0) / tokens.length),
  p95: percentile(tokens, 0.95),
  nothing: tokens.filter((each) => each === 0).length,
});

interface Measured {
  'plain BM25': AskScore[];
  passages: AskScore[];
  /** With a part of the passages embedded, the latest first, as in the minutes after `init`. */
  '20 % embedded': AskScore[];
  'none embedded': AskScore[];
  /** With each of the bounds that are tried. */
  tried: AskScore[][];
  /** Of what an agent gets for each question over MCP, or with `sqrl recall`. */
  tokens: number[];
}

const measure = (questions: readonly AskQuestion[], root: string): Promise<Measured> =>
  inLogs(questions, root, async (engine) => {
    const messages = messagesIn(engine);
    const scores: Measured = {
      'plain BM25': [],
      passages: [],
      '20 % embedded': [],
      'none embedded': [],
      tried: BOUNDS_TRIED.map(() => []),
      tokens: [],
    };
    for (const question of questions) {
      const wanted = answersIn(question, messages);
      const { found, tried } = await cited(engine, messages, question);
      scores['plain BM25'].push(scoreAnswer(question, wanted, messages.byWords(question.question)));
      scores.passages.push(scoreAnswer(question, wanted, found));
      for (const [i, each] of tried.entries()) scores.tried[i]!.push(scoreAnswer(question, wanted, each));
      scores.tokens.push((await recall(engine, { question: question.question })).tokens);
    }
    for (const [way, share] of [['20 % embedded', 0.2] as const, ['none embedded', 0] as const]) {
      keepVectors(engine, share);
      for (const question of questions) {
        const { found } = await answered(engine, messages, question);
        scores[way].push(scoreAnswer(question, answersIn(question, messages), found));
      }
    }
    return scores;
  });

/** Removes the vectors of all but a share of the passages, the latest. */
function keepVectors({ indexedStores, meaning: { model } }: Engine, share: number): void {
  for (const { store } of indexedStores)
    removeExcessVectors(store, { model, maxVectors: Math.floor(share * countPassages(store)) });
}

/** Works with a memory that has read the logs of some questions. */
async function inLogs<T>(
  questions: readonly AskQuestion[],
  root: string,
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-bench-ask-'));
  try {
    await using engine = await openSaidEngine(await logsOf(questions, root, folder), bundledEmbedder());
    return await work(engine);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The folders that hold a session of the questions, with all other sessions in them. */
async function logsOf(questions: readonly AskQuestion[], root: string, work: string): Promise<string> {
  const named = new Set(questions.flatMap(({ session }) => session ?? []));
  const folders = readdirSync(root, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && (named.has(entry.name) || named.has(entry.name.replace(/\.gz$/, ''))),
    )
    .map(({ parentPath }) => parentPath);
  const all = join(work, 'all');
  mkdirSync(all);
  for (const [i, folder] of [...new Set(folders)].entries()) {
    const here = join(all, String(i));
    mkdirSync(here);
    await unpacked(folder, here);
  }
  return all;
}

/** The messages that the product's answer cites, in its order. */
async function answered(engine: Engine, messages: Messages, { question, at }: AskQuestion) {
  // A question about "yesterday" was asked on the day after.
  const now = at === undefined ? engine.now() : Date.parse(at) + DAY_MS;
  const then = { ...engine, now: () => now };
  const { passages, work, failures, citations } = await answerTo(then, {
    question,
    limit: 6,
    compose: false,
  });
  const placesOf = (ids: readonly string[]) =>
    ids.flatMap((id) => messages.placeOf(id.replace('said:', '')) ?? []);
  const found = placesOf([...work.flatMap(({ said }) => said?.id ?? []), ...passages.map(({ id }) => id)]);
  return {
    found,
    placesOf,
    then,
    known: citations.map((memory) => ({ memory })),
    isFromHistory: work.length + failures.length > 0,
  };
}

/** The messages that the product's answer cites; and those it would with each of the bounds that are tried. */
async function cited(
  engine: Engine,
  messages: Messages,
  asked: AskQuestion,
): Promise<{ found: number[]; tried: number[][] }> {
  const { found, placesOf, then, known, isFromHistory } = await answered(engine, messages, asked);
  const { question } = asked;
  // These answer from the history, whatever the bounds are.
  if (isFromHistory) return { found, tried: BOUNDS_TRIED.map(() => found) };
  const { time } = layersAsked(question, { now: then.now(), timeZone: engine.timeZone });
  const considered = await mayAnswer(then, { question, time });
  const tried = BOUNDS_TRIED.map((bounds) =>
    withoutKnown(latestFirst(then, considered, { limit: MAX_PASSAGES, bounds }), known),
  );
  return { found, tried: tried.map((hits) => placesOf(hits.map(({ passage }) => passage.event))) };
}

const DAY_MS = 86_400_000;

function report(project: string, scores: Record<string, AskScore[]>, print: (line: string) => void): Figures {
  const figures = Object.fromEntries(Object.entries(scores).map(([way, each]) => [way, tallyAnswers(each)]));
  for (const [way, figure] of Object.entries(figures))
    print(
      `${project.padEnd(18)} ${way.padEnd(14)} ${Object.entries(figure)
        .map(([name, value]) => `${name} ${value}`)
        .join('  ')}`,
    );
  return figures;
}
