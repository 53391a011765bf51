import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJudge } from '../src/embed/judge.ts';
import { ingest } from '../src/ingest/work/ingest.ts';
import { type Agreement, agreementsIn, blocksToRead } from '../src/learn/dialogue/agreed.ts';
import { MIN_AGREED } from '../src/learn/dialogue/confirmed.ts';
import { learn } from '../src/learn/verbs/learn.ts';
import { ANY } from '../src/learn/verbs/verbs.ts';
import type { Memory } from '../src/model/memory.ts';
import { memoriesWhere } from '../src/store/memory/filters.ts';
import { openStore } from '../src/store/open.ts';
import { projectsSeen } from '../src/store/projects.ts';
import { claudeLog } from '../test/support/claude-log.ts';
import {
  agreements as agreed,
  isWhole,
  type ScriptedConversation,
  smallTalk,
} from './agreements/conversations.ts';
import type { Bench } from './bench.ts';
import { openBenchEngine } from './engine.ts';
import { coversSpan, type LabelledPrompt } from './judgement/labelled.ts';

/** What of conversations is kept that the agent worded and the person confirmed. */
export const agreements: Bench = {
  summary:
    'Scripted agreements and small talk: what is kept whole, and what should not be; --data FILE for labelled ones',
  async run({ data, print }) {
    const conversations = [...agreed(), ...smallTalk()];
    const kept = await learnedOf(conversations);
    const figures = { whole: 0, told: 0, agreements: agreed().length, wrong: 0, wrongTold: 0 };
    for (const [i, conversation] of conversations.entries()) {
      const memories = kept[i]!;
      if (conversation.keeps.length === 0) {
        figures.wrong += Number(memories.length > 0);
        figures.wrongTold += Number(memories.some(isTold));
        for (const { text } of memories) print(`should not be kept: ${text}`);
        continue;
      }
      const whole = memories.filter(({ text }) => isWhole(text, conversation));
      figures.whole += Number(whole.length > 0);
      figures.told += Number(whole.some(isTold));
      if (whole.length === 0)
        print(
          `not kept whole: ${conversation.keeps.join(', ')}: ${memories.map(({ text }) => text).join(' / ') || '-'}`,
        );
    }
    print(
      `${figures.whole} of ${figures.agreements} agreements kept whole, ${figures.told} of them told unasked`,
    );
    print(
      `${figures.wrong} of ${smallTalk().length} conversations without one keep something, ${figures.wrongTold} tell it unasked`,
    );
    return { ...figures, ...(data && (await onLabelled(data, print))) };
  },
};

const isTold = ({ needsReview }: Memory): boolean => !needsReview;

/** The memories that each conversation leaves, each in a project of its own. */
async function learnedOf(conversations: readonly ScriptedConversation[]): Promise<Memory[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-bench-agreements-'));
  try {
    const paths = conversations.map(({ turns }, i) => {
      const session = `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
      const cwd = projectOf(i);
      mkdirSync(join(folder, cwd.replaceAll('/', '-')), { recursive: true });
      const path = join(folder, cwd.replaceAll('/', '-'), `${session}.jsonl`);
      writeFileSync(path, claudeLog({ session, cwd, startedAt: Date.now() - 3_600_000, turns }));
      return path;
    });
    await using engine = openBenchEngine();
    const { projects } = await ingest(engine, { paths, mine: true });
    await learn(engine, { projects });
    const seen = projectsSeen(engine.user.store);
    return conversations.map((_, i) => {
      const project = seen.find(({ root }) => root === projectOf(i));
      if (!project) return [];
      using store = openStore(engine.home.project(project), { now: Date.now });
      return memoriesWhere(store, ANY, { now: 0, limit: -1, order: 'oldest' }).map(({ memory }) => memory);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const projectOf = (i: number): string => `/projects/talk-${i}`;

/** How many of what a person confirmed in labelled conversations a reader marked there, too. */
async function onLabelled(data: string, print: (line: string) => void): Promise<Record<string, number>> {
  const prompts = readFileSync(data, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LabelledPrompt);
  const exchanges = prompts.map(({ before, prompt }) => ({
    message: before,
    prompt,
    earlier: null,
    proposal: null,
  }));
  const judge = openJudge();
  const blocks = exchanges.map(blocksToRead);
  const readings = await judge.readSentences(blocks.flat());
  await judge.unload();
  const found = exchanges.flatMap((exchange, i) => {
    const its = readings.splice(0, blocks[i]!.length).flat();
    return agreementsIn(exchange, its).map((agreement) => ({ agreement, spans: spansBefore(prompts[i]!) }));
  });
  const spans = prompts.flatMap(spansBefore).length;
  const marked = found.filter(({ agreement, spans: its }) => its.some((quote) => covers(agreement, quote)));
  print(
    `labelled: ${found.length} of ${prompts.length} prompts confirm something from ${MIN_AGREED} on, ${marked.length} of them marked by a reader, who marked ${spans}`,
  );
  return { labelled: found.length, labelledRight: marked.length, labelledSpans: spans };
}

const spansBefore = ({ spans }: LabelledPrompt): string[] =>
  spans.flatMap(({ from, quote }) => (from === 'before' ? [quote.replaceAll('**', '')] : []));

const covers = ({ text, agreedTo }: Agreement, quote: string): boolean =>
  coversSpan(agreedTo, quote) || coversSpan(text, quote);
