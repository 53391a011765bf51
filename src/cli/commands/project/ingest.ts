import { basename, resolve } from 'node:path';
import type { Message } from '../../../base/messages.ts';
import { oneLine, visible } from '../../../base/plain.ts';
import { Problem } from '../../../base/problem.ts';
import { CLIENTS } from '../../../model/event.ts';
import type { VerbClient } from '../../../protocol/client.ts';
import type { Input, Output } from '../../../protocol/verbs.ts';
import { argumentsOf, type Options } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { countNoun, formatBytes } from '../../size.ts';
import { agrees, answer, type CommandRun, openMemory } from '../../task.ts';
import { startTime } from '../../time.ts';
import { optionChoice, usage } from '../../usage.ts';
import { learnedLine } from './learn.ts';

export const help = `
Usage: sqrl ingest [PATH…] [--client CLIENT] [--since WHEN] [--again] [--watch]
       sqrl ingest PATH… --mine
       sqrl ingest ci FILE…
       sqrl ingest notes [FOLDER]     reads Markdown notes; see \`sqrl help ingest notes\`
       sqrl ingest learn              learns again from logs already read; see \`sqrl help ingest learn\`

  --client CLIENT  Only this client (repeatable):
                   ${CLIENTS.join(', ')}
  --since WHEN     Only logs modified since a duration (12h, 7d, 2w) or date (2026-01-31)
  --watch          Keep following new log entries; stop with Ctrl-C
  --again          Read from the beginning; events already stored are not duplicated
  --mine           Read logs inside a repository, and SpecStory histories anywhere, as your own sessions. Danger: a
                   clone can contain such files, and every prompt in them counts as your words in this project.
                   Without --mine a terminal asks, and a script is refused.

Reads new entries in the logs of every client on this machine, or in the given files and folders. Stop it with Ctrl-C;
the next run continues. Sessions are stored with the project they belong to. \`ci\` reads files of a CI run of this
project: JUnit reports, or the plain log of a failing run.

Examples:
  $ sqrl ingest
  $ sqrl ingest --client codex --since 7d
  $ sqrl ingest ~/old-laptop/.claude
  $ sqrl ingest .specstory/history
  $ sqrl ingest ci build/junit.xml
`;
export const options = {
  client: { type: 'string', multiple: true },
  since: { type: 'string' },
  again: { type: 'boolean' },
  watch: { type: 'boolean' },
  mine: { type: 'boolean' },
} as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words: typed } = argumentsOf('ingest', task.argv, options);
  const ci = typed[0] === 'ci';
  const words = ci ? typed.slice(1) : typed;
  if (ci && words.length === 0) throw usage('ingest ci needs a file.', 'Run `sqrl help ingest`.');
  const watch = values.watch === true;
  const clients = values.client?.map((client) => optionChoice('--client', client, CLIENTS));
  const input = {
    ...(words.length > 0 && { paths: words.map((word) => resolve(task.world.cwd, word)) }),
    ...(clients && { clients }),
    ...(values.since !== undefined && { since: startTime('--since', values.since, task.world.now()) }),
    again: values.again === true,
    watch,
    ci,
    ...(values.mine && { mine: true }),
  };
  await using client = await openMemory(task, values);
  if (watch && !task.json) {
    // A first read can take long, so it shows a bar.
    const before = await client.call('ingest', { ...input, watch: false });
    if (!task.signal.aborted) show(task, before);
    task.err.line(task.err.paint('dim', "Following the agents' logs; stop with Ctrl-C."));
  }
  const output = await (watch
    ? client.call('ingest', input, { onProgress: tellerOf(task) })
    : readOrAsk(task, client, input));
  if (output === undefined) {
    task.err.line('Nothing was read.');
    return EXIT.problem;
  }
  if (output.stopped && !watch && task.signal.aborted)
    throw new Problem(
      `Interrupted after ${countNoun(output.added, 'new event')}.`,
      'Events already read are kept. Run the command again for the rest.',
      'cancelled',
    );
  answer(task, output, () => {
    if (!watch || output.added > 0 || output.troubles.length > 0) show(task, output);
  });
  return output.troubles.length > 0 ? EXIT.problem : EXIT.done;
}

/** Reads the logs; asks first if they are inside a repository. */
async function readOrAsk(
  task: CommandRun,
  client: VerbClient,
  input: Input<'ingest'>,
): Promise<Output<'ingest'> | undefined> {
  try {
    return await client.call('ingest', input);
  } catch (error) {
    const isAskable = error instanceof Problem && error.code === 'unconfirmed';
    if (!isAskable || !task.world.stdin.isTTY || task.json) throw error;
    task.err.line(task.err.paint('yellow', visible(error.message)));
    const question = 'Every prompt in it would count as your own words. Are these sessions yours? [y/N]';
    if (!(await agrees(task, { question, wanted: 'y' }))) return undefined;
    return await client.call('ingest', { ...input, mine: true });
  }
}

/** A line for each log that had something new: a bar would have no end to run towards. */
const tellerOf =
  (task: CommandRun) =>
  (done: number, total: number, { code, text }: Message) => {
    if (done === total && !task.json && code === 'work.newEntries') task.out.line(`${done} ${oneLine(text)}`);
  };

function show(task: CommandRun, output: Output<'ingest'>): void {
  const { out, err } = task;
  if (output.logs + output.read === 0) {
    err.line('No logs were found.');
    err.line(err.paint('dim', 'Run `sqrl status sources` to see where they were searched.'));
    return;
  }
  // A repository has no byte count, and whether it has new commits is known only after reading it.
  const size = output.bytes > 0 ? `${formatBytes(output.bytes)} of ` : '';
  out.line(
    output.read === 0 || output.bytes + output.events === 0
      ? `Nothing new in ${countNoun(output.logs, 'log')}.`
      : `Read ${size}${countNoun(output.read, 'log')}: ${countNoun(output.added, 'new event')} ` +
          `in ${countNoun(output.projects.length, 'project')}.`,
  );
  const learned = output.learned && learnedLine(output.learned);
  if (learned) out.line(learned);
  for (const { path, told } of output.runs ?? [])
    out.line(`  ${oneLine(basename(path))}: ${told === null ? 'nothing usable in it' : oneLine(told)}`);
  for (const {
    path,
    because: { text: because },
  } of output.troubles)
    err.line(
      err.paint(
        'yellow',
        because.includes(path) ? oneLine(because) : `${oneLine(path)}: ${oneLine(because)}`,
      ),
    );
}
