import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ingest } from '@sqrl/squirrel/ingest/work/ingest.ts';
import { learn } from '@sqrl/squirrel/learn/verbs/learn.ts';
import { remember } from '@sqrl/squirrel/learn/verbs/remember.ts';
import { ANY, memoriesWhere } from '@sqrl/squirrel/store/memory/filters.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';
import { openBenchEngine } from '../engine.ts';
import { scriptedLog } from './script.ts';

/** Several rules told in one text, what is told or said of one of them later, and what holds then. */
interface Told {
  tells: string;
  says: string;
  holds: readonly string[];
}

const TOLD: readonly Told[] = [
  {
    tells: 'Use pnpm here. Tests run with vitest.',
    says: 'We use npm, not pnpm.',
    holds: ['Tests run with vitest.', 'We use npm, not pnpm.'],
  },
  {
    tells: 'Use pnpm here. Tests run with vitest.',
    says: 'Use jest for the tests, not vitest.',
    holds: ['Use jest for the tests, not vitest.', 'Use pnpm here.'],
  },
  {
    tells: 'Always use tabs and never commit to main',
    says: 'Indent with 2 spaces, not tabs.',
    holds: ['Indent with 2 spaces, not tabs.', 'Never commit to main'],
  },
  {
    tells: 'Use pnpm. npm breaks the lockfile. We deploy to Fly.',
    says: 'We moved back to npm.',
    holds: ['We deploy to Fly.', 'We moved back to npm.'],
  },
  {
    tells: '- Indent with tabs\n- Use single quotes\n- Run the tests with `npm test`',
    says: 'Use double quotes, not single quotes.',
    holds: ['- Indent with tabs\n- Run the tests with `npm test`', 'Use double quotes, not single quotes.'],
  },
  {
    tells: 'The upload limit is 10 MB. Sessions expire after 30 minutes.',
    says: 'The upload limit is 25 MB.',
    holds: ['Sessions expire after 30 minutes.', 'The upload limit is 25 MB.'],
  },
  {
    tells: 'Use pnpm here. Tests run with vitest.',
    says: 'We deploy to Fly, not Heroku.',
    holds: ['Use pnpm here. Tests run with vitest.', 'We deploy to Fly, not Heroku.'],
  },
  {
    tells: 'Use pnpm, not npm. After schema changes run `make codegen`.',
    says: 'Use npm, never pnpm.',
    holds: ['After schema changes run `make codegen`.', 'Use npm, never pnpm.'],
  },
];

/** Tells each, and tells or says the other a day later; what did not end as it should. */
export async function toldInParts(folder: string): Promise<{ cases: number; failed: string[] }> {
  const failed: string[] = [];
  for (const [i, { tells, says, holds }] of TOLD.entries())
    for (const way of ['told', 'said'] as const) {
      const clock = { now: Date.now() - 5 * DAY };
      await using engine = openBenchEngine(undefined, () => clock.now);
      await remember(engine, { text: tells });
      clock.now += DAY;
      if (way === 'told') await remember(engine, { text: says });
      else await hear(engine, { folder: join(folder, `told-${i}`), says, at: clock.now - DAY / 2 });
      const held = heldIn(engine);
      if (JSON.stringify(held) !== JSON.stringify(holds))
        failed.push(`“${tells}” told, “${says}” ${way}: ${JSON.stringify(held)}`);
    }
  return { cases: TOLD.length * 2, failed };
}

const DAY = 86_400_000;

async function hear(
  engine: Engine,
  { folder, says, at }: { folder: string; says: string; at: number },
): Promise<void> {
  const path = join(folder, '00000000-0000-4000-8000-000000000001.jsonl');
  mkdirSync(folder);
  const cwd = engine.project!.root;
  writeFileSync(
    path,
    scriptedLog({ session: '00000000-0000-4000-8000-000000000001', cwd, turns: [says], startedAt: at }),
  );
  const { projects } = await ingest(engine, { paths: [path], mine: true });
  await learn(engine, { projects });
}

const heldIn = ({ own }: Engine): string[] =>
  memoriesWhere(own.store, ANY, { now: 0, limit: -1, order: 'oldest' })
    .map(({ memory: { text, status } }) => (status === 'deprecated' ? '' : text))
    .filter((text) => text !== '')
    .sort();
