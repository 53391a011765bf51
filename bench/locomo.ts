import { readFileSync } from 'node:fs';
import { type BundledModel, bundledEmbedder } from '../src/embed/bundled.ts';
import { rememberAll } from '../src/learn/verbs/remember.ts';
import { type FindRequest, find } from '../src/recall/verbs/find.ts';
import type { Engine } from '../src/workspace/workspace.ts';
import type { Bench, Figures } from './bench.ts';
import { openBenchEngine, refuse } from './engine.ts';
import { type Conversation, readConversation } from './locomo/conversation.ts';
import { type Score, scoreOf, tally } from './locomo/score.ts';
import { line, MODELS, WAYS } from './ways.ts';

/** Each turn of a conversation is remembered, and the questions asked, through the product's own paths. */
export const locomo: Bench = {
  summary:
    'Recall of evidence for questions about long conversations (LoCoMo; needs --data [--only 0,1] [--ablate N] [--patient])',
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
    // "sess" counts the sessions of the first turns, "rank" the first sessions of the whole list.
    print(line('', ['turn@5', 'turn@10', 'sess@5', 'sess@10', 'rank@5', 'rank@10']));
    for (const model of models) figures[model] = await measure(model, conversations, flags, print);
    return figures;
  },
};

/** What is left out, one after the other, to see what it is worth. */
const ABLATIONS: Record<string, Partial<FindRequest>> = {
  'all stages': {},
  'without words': { without: ['words'] },
  'without meaning': { without: ['meaning', 'rerank'] },
  'without siblings': { without: ['siblings', 'episodes', 'spread'] },
  'without the second look': { without: ['rerank'] },
  'without its context': { without: ['context'] },
  'without episodes': { without: ['episodes'] },
  'without spread': { without: ['spread'] },
  'without time': { without: ['time'] },
  'without weights': { without: ['weigh'] },
};

async function measure(
  model: BundledModel,
  conversations: readonly Conversation[],
  flags: Record<string, string>,
  print: (line: string) => void,
) {
  const ways: Record<string, Partial<FindRequest>> = Object.fromEntries(
    (flags.ways === 'all' ? Object.keys(WAYS) : ['words', 'meaning', 'fused', 'default']).map((way) => [
      way,
      { meaning: WAYS[way], rerank: way === 'default' },
    ]),
  );
  // Ten answers seldom come from ten sessions; which sessions come first, a longer list tells.
  if (flags.ways !== 'all') ways['default, 50 answers'] = { rerank: true, limit: 50 };
  // Leaving out is asked of every so manieth question: each stage costs as much time as the whole.
  const every = Number(flags.ablate ?? 4);
  const scores: Record<string, Score[]> = {};
  const note = (way: string, score: Score) => {
    scores[way] ??= [];
    scores[way].push(score);
  };
  for (const { turns, questions } of conversations) {
    await using engine = openBenchEngine(bundledEmbedder({ model }), undefined, {
      patient: flags.patient !== undefined,
    });
    await rememberTurns(engine, turns);
    for (const [i, question] of questions.entries()) {
      for (const [way, asked] of Object.entries(ways))
        note(way, scoreOf(question, await ask(engine, question.text, asked)));
      if (every > 0 && i % every === 0)
        for (const [what, asked] of Object.entries(ABLATIONS))
          note(what, scoreOf(question, await ask(engine, question.text, asked)));
    }
  }
  const figures: Record<string, ReturnType<typeof tally>> = {};
  for (const [way, all] of Object.entries(scores)) {
    figures[way] = tally(all);
    for (const [group, each] of Object.entries(figures[way]))
      if (group === 'all' || way === 'default')
        print(line(group === 'all' ? `${model} ${way}` : `  ${group}`, Object.values(each)));
  }
  return figures;
}

/** As memories of real work are kept: each with the episode it was learned in, and when. */
async function rememberTurns(engine: Engine, turns: Conversation['turns']): Promise<void> {
  for (let i = 0; i < turns.length; i += 64)
    await rememberAll(
      engine,
      turns.slice(i, i + 64).map(({ id, text, session, at }) => ({
        text,
        tags: [id],
        evidence: [{ proof: 'explicit_statement', episode: session, events: [], quote: null, at }],
      })),
    );
}

async function ask(engine: Engine, question: string, asked: Partial<FindRequest>): Promise<string[]> {
  const { hits, notices } = await find(engine, { question, filter: {}, limit: 10, ...asked });
  refuse(notices);
  return hits.map(({ memory }) => memory.tags[0]!);
}
