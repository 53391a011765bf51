import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundledEmbedder } from '../src/embed/bundled.ts';
import { ask as answerTo } from '../src/panel/ask.ts';
import { recall } from '../src/recall/verbs/recall.ts';
import type { Engine } from '../src/workspace/workspace.ts';
import { type Messages, messagesIn } from './ask/messages.ts';
import { type AskQuestion, answersIn, readQuestions } from './ask/questions.ts';
import { type AskScore, scoreAnswer, tallyAnswers } from './ask/score.ts';
import type { Bench, Figures } from './bench.ts';
import { unpacked } from './ingest/unpack.ts';
import { percentile } from './percentiles.ts';
import { openSaidEngine } from './said/engine.ts';

/** Questions a developer might ask weeks later, each with the message that answers it. */
export const ask: Bench = {
  summary:
    'Questions about past sessions (--data FILE of questions, with the logs in folders next to its own)',
  async run({ data, flags, print }) {
    if (data === undefined) {
      print('ask: skipped, needs --data FILE, lines of questions and the messages that answer them.');
      return undefined;
    }
    const root = flags.logs ?? dirname(dirname(data));
    const questions = readQuestions(data);
    const figures: Figures = {};
    const all: Record<string, AskScore[]> = {};
    const tokens: number[] = [];
    for (const [project, its] of Map.groupBy(questions, (question) => question.project)) {
      const { scores, tokens: more } = await measure(its, root);
      figures[project] = report(project, scores, print);
      for (const [way, each] of Object.entries(scores)) all[way] = [...(all[way] ?? []), ...each];
      tokens.push(...more);
    }
    figures.all = report('all', all, print);
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

async function measure(
  questions: readonly AskQuestion[],
  root: string,
): Promise<{ scores: Record<string, AskScore[]>; tokens: number[] }> {
  const work = mkdtempSync(join(tmpdir(), 'sqrl-bench-ask-'));
  try {
    const folder = await logsOf(questions, root, work);
    await using engine = await openSaidEngine(folder, bundledEmbedder());
    const messages = messagesIn(engine);
    const scores: Record<string, AskScore[]> = { 'plain BM25': [], passages: [] };
    // What an agent gets for the question over MCP, or with `sqrl recall`.
    const tokens: number[] = [];
    for (const question of questions) {
      const wanted = answersIn(question, messages);
      scores['plain BM25']!.push(scoreAnswer(question, wanted, messages.byWords(question.question)));
      scores.passages!.push(scoreAnswer(question, wanted, await cited(engine, messages, question)));
      tokens.push((await recall(engine, { question: question.question })).tokens);
    }
    return { scores, tokens };
  } finally {
    rmSync(work, { recursive: true, force: true });
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
async function cited(engine: Engine, messages: Messages, { question, at }: AskQuestion): Promise<number[]> {
  // A question about "yesterday" was asked on the day after.
  const now = at === undefined ? engine.now() : Date.parse(at) + DAY_MS;
  const { passages, work } = await answerTo(
    { ...engine, now: () => now },
    { question, limit: 6, compose: false },
  );
  const ids = [...work.flatMap(({ said }) => said?.id ?? []), ...passages.map(({ id }) => id)];
  return ids.flatMap((id) => messages.placeOf(id.replace('said:', '')) ?? []);
}

const DAY_MS = 86_400_000;

function report(project: string, scores: Record<string, AskScore[]>, print: (line: string) => void): Figures {
  const figures = Object.fromEntries(Object.entries(scores).map(([way, each]) => [way, tallyAnswers(each)]));
  for (const [way, figure] of Object.entries(figures))
    print(
      `${project.padEnd(18)} ${way.padEnd(11)} ${Object.entries(figure)
        .map(([name, value]) => `${name} ${value}`)
        .join('  ')}`,
    );
  return figures;
}
