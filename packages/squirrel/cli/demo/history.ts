import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@sqrl/base/durations.ts';
import type { VerbClient } from '../../protocol/client.ts';
import type { Output } from '../../protocol/verbs.ts';

/** What reading the sample sessions came to. */
export interface DemoHistory {
  sessions: number;
  events: number;
  learned: { id: string; type: string; text: string; quote: string | null }[];
  /** What an agent gets at session start, and when it repeats a mistake. */
  brief: string;
  command: string;
  guard: string;
}

/** The folder of the sessions, as it stands in their logs. */
const THEIRS = '/home/you/pantry';
const COMMAND = 'rtk npm test';
const FAILED = {
  outcome: 'failed',
  exitCode: 127,
  text: 'Exit code 127\n/bin/bash: line 1: rtk: command not found',
};

/** Reads the sample sessions as if an agent had had them here until yesterday, and lists what was learned. */
export async function readPast(
  client: VerbClient,
  { samples, folder, now }: { samples: string; folder: string; now: number },
): Promise<DemoHistory> {
  const logs = join(folder, '..', 'logs');
  writeLogs(join(samples, 'history'), logs, { folder, now });
  const { added, read } = await client.call('ingest', {
    paths: [logs],
    clients: ['claude-code'],
    mine: true,
  });
  const { memories } = await client.call('list', { limit: 50 });
  const worth = memories.filter(({ type }) => WORTH.has(type)).toReversed();
  const learned = await Promise.all(
    worth.map(async ({ id, type, text }) => ({
      id,
      type,
      text,
      quote: quoteOf(await client.call('get', { id })),
    })),
  );
  const told = (moment: object) =>
    client.call('deliver', {
      client: 'claude-code',
      session: 'demo',
      record: false,
      moment,
    } as never) as Promise<Output<'deliver'>>;
  const [start, after] = [
    await told({ point: 'session start' }),
    await told({ point: 'after', tool: 'run', command: COMMAND, ...FAILED }),
  ];
  return { sessions: read, events: added, learned, brief: start.text, command: COMMAND, guard: after.text };
}

/** What was done where is worth keeping, and nothing to show. */
const WORTH: ReadonlySet<string> = new Set([
  'preference',
  'decision',
  'requirement',
  'gotcha',
  'error_pattern',
  'pattern',
]);

const quoteOf = ({ evidence }: Output<'get'>): string | null =>
  evidence.find(({ quote }) => quote !== null)?.quote ?? null;

/** Moves the sample to this folder and to the days before today. */
function writeLogs(from: string, to: string, { folder, now }: { folder: string; now: number }): void {
  const texts = readdirSync(from)
    .toSorted()
    .map((name) => ({ name, text: readFileSync(join(from, name), 'utf8') }));
  const TIME = /"timestamp":"([^"]+)"/g;
  const last = Math.max(
    ...texts.flatMap(({ text }) => [...text.matchAll(TIME)].map(([, time]) => Date.parse(time!))),
  );
  const later = now - DAY_MS - last;
  mkdirSync(to, { recursive: true });
  for (const { name, text } of texts)
    writeFileSync(
      join(to, name),
      text
        .replaceAll(THEIRS, JSON.stringify(folder).slice(1, -1))
        .replaceAll(TIME, (_, time) => `"timestamp":"${new Date(Date.parse(time) + later).toISOString()}"`),
    );
}
