import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sheetOf } from '@sqrl/base/terminal/terminal.ts';
import { commandNamed } from '../../cli.ts';
import { command } from '../../command.ts';
import { answer, type CommandRun, watched } from '../../task.ts';

// Long enough to read along; skipped without a terminal.
const PAUSE_MS = 500;
const DAY_MS = 24 * 3600_000;

/** Built from parts, so that no scanner finds it in our sources. */
const MADE_UP_KEY = ['gh', 'p_', 'x7Kq'.repeat(9)].join('');

const SCENES: readonly [title: string, ...argv: string[]][] = [
  ['What four sessions of an agent taught, each with its id', 'list'],
  ['What the next session is told at its start', 'deliver', '--point', 'session start'],
  [
    'And once it repeats what failed before',
    ...['deliver', '--point', 'after', '--tool', 'run', '--command', 'rtk npm test', '--failed'],
    ...['--exit-code', '127', '--output', '/bin/bash: line 1: rtk: command not found'],
  ],
  [
    'A search that shares no word with what it finds',
    'ask',
    '--hits',
    '--why',
    '--limit',
    '2',
    'how is a price represented?',
  ],
  ['A question, answered with citations', 'ask', 'may I push to main?'],
  ['A made-up key is kept out', 'remember', `The release bot pushes tags with ${MADE_UP_KEY}`],
];

export const demo = command('demo', {
  help: `
Usage: sqrl demo

Reads four bundled sessions of an agent into a temporary memory, and types commands that show what was learned from them,
what the next agent is told, and how questions are answered. Your own memory is not touched. The questions were chosen
from those it answers well; everything else is computed on your machine.

Example:
  $ sqrl demo
`,
  options: {},
  run: async (task) => {
    const { samples, now, openDemo } = task.world;
    const opened = await openDemo();
    await using client = watched(task, opened);
    // Each command closes the memory that it opened.
    const kept = { ...client, close: async () => {}, [Symbol.asyncDispose]: async () => {} };
    const world = { ...task.world, cwd: opened.folder, open: async () => kept };
    let shown = '';
    const unseen = sheetOf({ write: (text) => (shown += text) }, { colour: false, isGone: () => false });
    const out = task.json ? unseen : task.out;
    out.line(`${out.bold('Squirrel')}, the memory of your coding agents`);
    out.quiet('This runs in a temporary folder; your own memory is not touched.');
    const logs = join(opened.folder, '..', 'logs');
    writeLogs(join(samples, 'history'), logs, { folder: opened.folder, now: now() });
    await client.call('ingest', { paths: [logs], clients: ['claude-code'], mine: true });
    for (const [title, name, ...argv] of SCENES) {
      if (out.isTerminal) await setTimeout(PAUSE_MS, undefined, { signal: task.signal });
      out.heading(title);
      out.quiet(
        `$ ${['sqrl', name, ...argv.map((word) => (/[\s?]/.test(word) ? `"${word}"` : word))].join(' ')}`,
      );
      const run: CommandRun = { ...task, world, argv, out, err: out, json: false };
      await (await commandNamed(name!, task.commands).load()).run(run);
    }
    out.heading('Your turn');
    out.line('$ sqrl init      # sets it up for the agents on this machine; asks first');
    out.line('$ sqrl remember "The thing you explained to an agent twice already"');
    answer(task, { shown }, () => {});
  },
});

/** The folder of the sessions, as it stands in their logs. */
const THEIRS = '/home/you/pantry';

/** Moves the sample to this folder and to the days before today, as if an agent had been here until yesterday. */
function writeLogs(from: string, to: string, { folder, now }: { folder: string; now: number }): void {
  const TIME = /"timestamp":"([^"]+)"/g;
  const logs = readdirSync(from).map((name) => ({ name, text: readFileSync(join(from, name), 'utf8') }));
  const times = logs.flatMap(({ text }) => [...text.matchAll(TIME)].map(([, time]) => Date.parse(time!)));
  const later = now - DAY_MS - Math.max(...times);
  mkdirSync(to, { recursive: true });
  for (const { name, text } of logs) {
    const moved = text
      .replaceAll(THEIRS, JSON.stringify(folder).slice(1, -1))
      .replaceAll(TIME, (_, time) => `"timestamp":"${new Date(Date.parse(time) + later).toISOString()}"`);
    writeFileSync(join(to, name), moved);
  }
}
