import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BundledModel, bundledEmbedder } from '@sqrl/embedder/bundled.ts';
import { findPassages, type PassageWeights } from '@sqrl/squirrel/recall/passages/find-passages.ts';
import { passagesAt, passagesByWords } from '@sqrl/squirrel/store/passages/passages.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';
import { claudeWriter } from '../test/support/claude-writer.ts';
import type { Bench, Figures } from './bench.ts';
import { leftOut } from './left-out.ts';
import { type Conversation, readConversation } from './locomo/conversation.ts';
import { type Score, scoreOf, tally } from './locomo/score.ts';
import { readingOnce, WEIGHTS_TRIED, worthOf } from './locomo/weights.ts';
import { openSaidEngine } from './said/engine.ts';
import { line, MODELS } from './ways.ts';

/** Each conversation is read as sessions of an agent, and the questions asked, through the product's own paths. */
export const locomo: Bench = {
  summary: 'Recall of evidence for questions about long conversations (LoCoMo; needs --data [--only 0,1])',
  async run({ data, flags, print }) {
    if (data === undefined) {
      print('locomo: skipped, needs --data PATH, the LoCoMo file.');
      return undefined;
    }
    const all = (JSON.parse(readFileSync(data, 'utf8')) as unknown[]).map(readConversation);
    const only = flags.only?.split(',').map(Number);
    const conversations = only ? all.filter((_, i) => only.includes(i)) : all;
    const models = flags.models === 'all' ? MODELS : [(flags.model ?? 'squirrel-s3') as BundledModel];
    const figures: Figures = {
      conversations: conversations.length,
      questions: conversations.reduce((n, c) => n + c.questions.length, 0),
    };
    // "turn" counts evidence among the first messages, "sess" among the first sessions.
    print(line('', ['turn@5', 'turn@10', 'sess@5', 'sess@10']));
    for (const model of models) figures[model] = await measure(model, conversations, print);
    return figures;
  },
};

type Search = (engine: Engine, question: string) => Promise<string[]>;

/** How many messages to ask for, enough to come from ten sessions. */
const LIMIT = 60;

const WAYS: Record<string, Search> = {
  words: async ({ indexedStores }, question) =>
    indexedStores.flatMap(({ store }) => {
      const rows = passagesByWords(store, question, LIMIT).map(({ row }) => row);
      const passages = passagesAt(store, rows);
      return rows.map((row) => turnOf(passages.get(row)!));
    }),
  fused: async (engine, question) => {
    const hits = await findPassages(engine, { question, limit: LIMIT, rerank: false });
    return hits.map(({ passage }) => turnOf(passage));
  },
  default: (engine, question) => withWeights(engine, question),
};

async function withWeights(engine: Engine, question: string, weights?: PassageWeights): Promise<string[]> {
  const hits = await findPassages(engine, { question, limit: LIMIT, ...(weights && { weights }) });
  return hits.map(({ passage }) => turnOf(passage));
}

async function measure(
  model: BundledModel,
  conversations: readonly Conversation[],
  print: (line: string) => void,
) {
  const scores: Record<string, Score[]> = Object.fromEntries(Object.keys(WAYS).map((way) => [way, []]));
  const parts: { tried: Score[][] }[] = [];
  for (const [i, { turns, questions }] of conversations.entries()) {
    const folder = writeLogs(turns);
    try {
      await using opened = await openSaidEngine(folder, bundledEmbedder({ model }));
      const engine = { ...opened, reranker: opened.reranker && readingOnce(opened.reranker) };
      const here: Score[] = [];
      const tried: Score[][] = WEIGHTS_TRIED.map(() => []);
      for (const question of questions) {
        for (const [way, search] of Object.entries(WAYS)) {
          const score = scoreOf(question, await search(engine, question.text));
          scores[way]!.push(score);
          if (way === 'default') here.push(score);
        }
        for (const [i, weights] of WEIGHTS_TRIED.entries())
          tried[i]!.push(scoreOf(question, await withWeights(engine, question.text, weights)));
      }
      parts.push({ tried });
      print(line(`conversation ${i}`, Object.values(tally(here).all!)));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const figures: Record<string, ReturnType<typeof tally>> = {};
  for (const [way, all] of Object.entries(scores)) {
    figures[way] = tally(all);
    for (const [group, each] of Object.entries(figures[way]))
      if (group === 'all' || way === 'default')
        print(line(group === 'all' ? `${model} ${way}` : `  ${group}`, Object.values(each)));
  }
  if (parts.length > 1) {
    // Each conversation with the weights that are best for the others.
    figures['left out'] = tally(leftOut(parts, worthOf));
    print(line(`${model} left out`, Object.values(figures['left out'].all!)));
  }
  return figures;
}

/** Writes each session as a log of Claude Code; the first speaker is the person, the other the agent. */
function writeLogs(turns: Conversation['turns']): string {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-bench-locomo-'));
  const project = join(folder, 'project');
  mkdirSync(project);
  for (const [session, its] of Map.groupBy(turns, (turn) => turn.session)) {
    const writer = claudeWriter({ session, cwd: project, startedAt: its[0]!.at, pace: 1000 });
    for (const { text, speaker } of its)
      if (speaker === turns[0]!.speaker) writer.said(text);
      else writer.replied(text);
    writeFileSync(join(folder, `${session}.jsonl`), writer.log());
  }
  return folder;
}

/** Messages are counted from 1 in each session, as turns are in their ids: "D3:7". */
const turnOf = ({ session, ordinal }: { session: string; ordinal: number }): string =>
  `${session.replace('session_', 'D')}:${ordinal}`;
