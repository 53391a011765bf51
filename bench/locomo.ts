import { existsSync, readFileSync } from 'node:fs';
import { type BundledModel, bundledEmbedder } from '../src/embed/bundled.ts';
import { find } from '../src/engine/find.ts';
import { rememberAll } from '../src/engine/remember.ts';
import type { Bench, Figures } from './bench.ts';
import { openBenchEngine, refuse } from './engine.ts';
import { line, MODELS, WAYS } from './ways.ts';

/** Each turn of a conversation is remembered, and the questions asked, through the product's own paths. */
export const locomo: Bench = {
  summary: 'How much of the evidence for questions about long conversations is found (LoCoMo; needs --data)',
  async run({ data, flags, print }) {
    if (data === undefined || !existsSync(data)) {
      print(`locomo skipped: ${data ? `${data} is not there` : 'give the LoCoMo file with --data PATH'}.`);
      return undefined;
    }
    const conversations = (JSON.parse(readFileSync(data, 'utf8')) as RawConversation[]).map(read);
    const models = flags.models === 'all' ? MODELS : [(flags.model ?? 'squirrel-s3') as BundledModel];
    const figures: Figures = {
      conversations: conversations.length,
      questions: conversations.reduce((n, c) => n + c.questions.length, 0),
    };
    print(line('', ['turn@5', 'turn@10', 'sess@5', 'sess@10']));
    for (const model of models) figures[model] = await measure(model, conversations, flags, print);
    return figures;
  },
};

interface RawConversation {
  conversation: Record<string, unknown>;
  qa: { question: string; evidence?: unknown[]; category: number }[];
}

interface Turn {
  id: string;
  text: string;
}

interface Conversation {
  turns: Turn[];
  questions: { text: string; evidence: string[]; category: string }[];
}

const CATEGORIES = ['', 'multi-hop', 'temporal', 'open-domain', 'single-hop', 'adversarial'];

function read({ conversation, qa }: RawConversation): Conversation {
  const turns: Turn[] = [];
  for (const [name, value] of Object.entries(conversation)) {
    if (!/^session_\d+$/.test(name)) continue;
    const when = String(conversation[`${name}_date_time`] ?? '');
    for (const turn of value as { dia_id: string; speaker: string; text: string; blip_caption?: string }[]) {
      const picture = turn.blip_caption ? ` [shares ${turn.blip_caption}]` : '';
      turns.push({ id: turn.dia_id, text: `${turn.speaker}: ${turn.text}${picture} (${when})` });
    }
  }
  const known = new Set(turns.map(({ id }) => id));
  const questions = qa.flatMap(({ question, evidence, category }) => {
    // A few lists are malformed ("D8:6; D9:17"): what can be read counts.
    const ids = (evidence ?? [])
      .flatMap((each) => String(each).match(/D\d+:\d+/g) ?? [])
      .filter((id) => known.has(id));
    const unique = [...new Set(ids)];
    return unique.length > 0
      ? [{ text: question, evidence: unique, category: CATEGORIES[category] ?? 'other' }]
      : [];
  });
  return { turns, questions };
}

async function measure(
  model: BundledModel,
  conversations: readonly Conversation[],
  flags: Record<string, string>,
  print: (line: string) => void,
) {
  const ways = flags.ways === 'all' ? Object.keys(WAYS) : ['words', 'meaning', 'fused', 'default'];
  const scores: Record<string, Record<string, number[][]>> = Object.fromEntries(ways.map((way) => [way, {}]));
  for (const { turns, questions } of conversations) {
    await using engine = openBenchEngine(bundledEmbedder({ model }));
    for (let i = 0; i < turns.length; i += 64)
      await rememberAll(
        engine,
        turns.slice(i, i + 64).map(({ id, text }) => ({ text, tags: [id] })),
      );
    for (const { text, evidence, category } of questions)
      for (const way of ways) {
        const { hits, notices } = await find(engine, {
          question: text,
          limit: 10,
          filter: {},
          fusion: WAYS[way],
          rerank: way === 'default',
        });
        refuse(notices);
        const found = hits.map(({ memory }) => memory.tags[0]!);
        const score = [
          recall(evidence, found.slice(0, 5)),
          recall(evidence, found),
          recall(evidence.map(session), found.slice(0, 5).map(session)),
          recall(evidence.map(session), found.map(session)),
        ];
        for (const group of ['all', category]) {
          scores[way]![group] ??= [];
          scores[way]![group].push(score);
        }
      }
  }
  const figures: Record<
    string,
    Record<string, { turn5: number; turn10: number; session5: number; session10: number }>
  > = {};
  for (const way of ways) {
    figures[way] = {};
    for (const [group, each] of Object.entries(scores[way]!)) {
      const [turn5, turn10, session5, session10] = [0, 1, 2, 3].map((i) =>
        mean(each.map((score) => score[i]!)),
      );
      figures[way][group] = { turn5: turn5!, turn10: turn10!, session5: session5!, session10: session10! };
      if (group === 'all' || way === 'default')
        print(
          line(group === 'all' ? `${model} ${way}` : `  ${group}`, [turn5!, turn10!, session5!, session10!]),
        );
    }
  }
  return figures;
}

const session = (id: string): string => id.split(':')[0]!;
const mean = (values: readonly number[]): number =>
  Math.round((1000 * values.reduce((a, b) => a + b, 0)) / values.length) / 10;

/** The share of the evidence that was found. */
function recall(evidence: readonly string[], found: readonly string[]): number {
  const wanted = new Set(evidence);
  const there = new Set(found);
  return [...wanted].filter((id) => there.has(id)).length / wanted.size;
}
