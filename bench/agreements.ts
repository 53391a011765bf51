import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { ingest } from '@sqrl/squirrel/ingest/work/ingest.ts';
import { learn } from '@sqrl/squirrel/learn/verbs/learn.ts';
import { ANY, memoriesWhere } from '@sqrl/squirrel/store/memory/filters.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import { projectsSeen } from '@sqrl/squirrel/store/projects.ts';
import { claudeLog } from '../test/support/claude-log.ts';
import {
  agreements as agreed,
  isWhole,
  type ScriptedConversation,
  smallTalk,
} from './agreements/conversations.ts';
import type { Bench } from './bench.ts';
import { openBenchEngine } from './engine.ts';

/** What of conversations is kept that the agent worded and the person confirmed. */
export const agreements: Bench = {
  summary: 'Scripted agreements and small talk: what is kept whole, and what should not be',
  async run({ print }) {
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
    return figures;
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
