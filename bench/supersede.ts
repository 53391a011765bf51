import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeliverable } from '@sqrl/base/model/delivery.ts';
import { ingest } from '@sqrl/squirrel/ingest/work/ingest.ts';
import { learn } from '@sqrl/squirrel/learn/verbs/learn.ts';
import { fullMemoryAt } from '@sqrl/squirrel/store/memory/belongings.ts';
import { ANY, memoriesWhere } from '@sqrl/squirrel/store/memory/filters.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import { projectsSeen } from '@sqrl/squirrel/store/projects.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';
import type { Bench } from './bench.ts';
import { openBenchEngine } from './engine.ts';
import { CONVERSATIONS, UNHEARD_YET } from './supersede/conversations.ts';
import { scriptedLog } from './supersede/script.ts';
import { toldInParts } from './supersede/statements.ts';

/** Whether, of what people said over days, the newest holds first and alone, in whatever order the days are read. */
export const supersede: Bench = {
  summary: 'Scripted conversations in which people change their minds: the newest statement must win',
  async run({ flags, print }) {
    const folder = mkdtempSync(join(tmpdir(), 'sqrl-bench-supersede-'));
    try {
      const days = writeDays(folder);
      const orders = { 'in order': days, 'last day first': days.toReversed(), 'all at once': [days.flat()] };
      const figures: Record<string, { held: number; failed: string[]; told: number }> = {};
      let unheard = 0;
      for (const [order, batches] of Object.entries(orders)) {
        await using engine = openBenchEngine();
        for (const paths of batches) {
          const { projects } = await ingest(engine, { paths, mine: true });
          await learn(engine, { projects });
        }
        const failed = CONVERSATIONS.flatMap(({ name, holds }, i) => {
          const found = heldIn(engine, i);
          if (isAs(found, holds)) return [];
          if (flags.quiet === undefined)
            print(
              `${order}, ${name}:\n  wanted ${JSON.stringify(holds)}\n  found  ${JSON.stringify(found.map(([text]) => text))}`,
            );
          return [name];
        });
        unheard = UNHEARD_YET.filter(
          ({ holds }, i) => !isAs(heldIn(engine, CONVERSATIONS.length + i), holds),
        ).length;
        figures[order] = { held: CONVERSATIONS.length - failed.length, failed, told: 0 };
        print(
          `${order}: ${CONVERSATIONS.length - failed.length} of ${CONVERSATIONS.length} conversations end as they should`,
        );
        const told = CONVERSATIONS.filter(({ holds }, i) => isAs(heldIn(engine, i, true), holds)).length;
        print(`  and in ${told} of them an agent is told so unasked`);
        figures[order].told = told;
        if (failed.length > 0) process.exitCode = 1;
      }
      const told = await toldInParts(folder);
      for (const line of told.failed) print(line);
      print(`told in parts: ${told.cases - told.failed.length} of ${told.cases} end as they should`);
      print(
        `not understood yet: ${unheard} of ${UNHEARD_YET.length} ways of putting it, known and kept apart`,
      );
      if (told.failed.length > 0) process.exitCode = 1;
      return { conversations: CONVERSATIONS.length, ...figures, told, unheard };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const DAY = 86_400_000;
const cwdOf = (i: number): string => `/home/dev/supersede-${i}`;

/** Writes a log for every day of every conversation; the paths of the first days, the second days, and so on. */
function writeDays(folder: string): string[][] {
  const days: string[][] = [];
  [...CONVERSATIONS, ...UNHEARD_YET].forEach((conversation, i) => {
    const logs = join(folder, `-home-dev-supersede-${i}`);
    mkdirSync(logs);
    conversation.days.forEach((turns, day) => {
      const session = `${String(i).padStart(8, '0')}-0000-4000-8000-00000000000${day}`;
      // Recent: what was not used for half a year is archived for another reason.
      const startedAt = Date.now() - 10 * DAY + day * DAY + i * 60_000;
      const path = join(logs, `${session}.jsonl`);
      writeFileSync(path, scriptedLog({ session, cwd: cwdOf(i), turns, startedAt }));
      days[day] = [...(days[day] ?? []), path];
    });
  });
  return days;
}

const isAs = (found: readonly string[][], holds: readonly string[]): boolean =>
  found.length === holds.length && found.every((forms, i) => forms.includes(holds[i]!));

/**
 * What the person said in a conversation that stands now, the newest first: as it reads, and as it was said. What was said
 * once, and is not surely meant to stay, stands and waits; only what is `told` is handed to an agent unasked.
 */
function heldIn(engine: Engine, i: number, told = false): string[][] {
  const project = projectsSeen(engine.user.store).find(({ root }) => root === cwdOf(i));
  if (!project) return [];
  using store = openStore(engine.home.project({ id: project.id }), { now: Date.now });
  return memoriesWhere(store, ANY, { now: 0, limit: -1, order: 'oldest' })
    .filter(({ memory }) => memory.source === 'user_said' && memory.status !== 'deprecated')
    .filter(({ memory }) => !told || isDeliverable(memory, memory.updatedAt))
    .sort((a, b) => b.memory.updatedAt - a.memory.updatedAt)
    .map(({ row, memory: { text } }) => [
      text,
      ...fullMemoryAt(store, row)!.evidence.flatMap(({ quote }) => quote ?? []),
    ]);
}
