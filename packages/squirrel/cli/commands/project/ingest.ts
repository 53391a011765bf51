import { basename, resolve } from 'node:path';
import { CLIENTS } from '@sqrl/base/model/event.ts';
import { oneLine, visible } from '@sqrl/base/plain.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { flags, since, someOf, takes, type Values } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { agrees } from '@sqrl/base/terminal/program.ts';
import { countNoun, formatBytes, memoryCount } from '@sqrl/base/terminal/size.ts';
import type { VerbClient } from '../../../protocol/client.ts';
import type { Input, Output } from '../../../protocol/verbs.ts';
import { formsOf } from '../../command.ts';
import { answer, type CommandRun, openMemory, tell } from '../../task.ts';

const help = `
Usage: sqrl ingest [PATH…] [--client CLIENT] [--since WHEN] [--again] [--watch]
       sqrl ingest PATH… --mine
       sqrl ingest ci FILE…
       sqrl ingest notes [FOLDER] [--watch]
       sqrl ingest learn [--all] [--anew]

  --client CLIENT  Only this client (repeatable):
                   ${CLIENTS.join(', ')}
  --since WHEN     Only logs modified since a duration (12h, 7d, 2w) or date (2026-01-31)
  --watch          Keep following new log entries; stop with Ctrl-C
  --again          Read from the beginning; events already stored are not duplicated
  --mine           Read logs inside a repository, and SpecStory histories anywhere, as your own sessions. Danger: a
                   clone can contain such files, and every prompt in them counts as your words in this project.
                   Without --mine a terminal asks, and a script is refused.
  --all            With learn: in every project, not only this one
  --anew           With learn: process all stored sessions again, not only new ones

Reads new entries in the logs of every client on this machine, or in the given files and folders. Stop it with Ctrl-C;
the next run continues. Sessions are stored with the project they belong to. \`ci\` reads files of a CI run of this
project: JUnit reports, or the plain log of a failing run. \`notes\` reads your own Markdown notes, or a folder of this
project; only new and changed notes are read again, and memories of deleted notes are removed. \`learn\` creates memories
from sessions already read, which \`sqrl ingest\` does by itself; \`sqrl history why\` shows what was dropped and why.

Examples:
  $ sqrl ingest
  $ sqrl ingest --client codex --since 7d
  $ sqrl ingest ~/old-laptop/.claude
  $ sqrl ingest .specstory/history
  $ sqrl ingest ci build/junit.xml
`;
const options = {
  client: someOf(CLIENTS),
  since,
  ...flags('again', 'watch', 'mine', 'all', 'anew'),
};

type Given = Values<typeof options>;

const LOGS = ['client', 'since', 'again', 'watch', 'mine'] as const;

export const ingest = formsOf<typeof options>('ingest', {
  help,
  options,
  forms: {
    '': { words: takes('logs', 0, Number.POSITIVE_INFINITY), options: LOGS, run: readLogs },
    ci: {
      words: takes('a file', 1, Number.POSITIVE_INFINITY),
      options: LOGS,
      run: (task, values, words) => readLogs(task, values, words, true),
    },
    notes: { words: takes('one folder', 0, 1), options: ['watch'], run: readNotes },
    learn: {
      options: ['all', 'anew'],
      run: (task, { project, all = false, anew = false }) =>
        tell(task, { project }, ['learn', { all, anew }], (output) =>
          task.out.line(learnedLine(output) ?? 'Nothing new was learned.'),
        ),
    },
  },
});

async function readLogs(task: CommandRun, values: Given, words: string[], ci = false): Promise<ExitCode> {
  const { client: clients, since, again = false, watch = false, mine } = values;
  const paths = words.length > 0 ? words.map((word) => resolve(task.world.cwd, word)) : undefined;
  const input = { paths, clients, since, again, watch, ci, mine };
  await using client = await openMemory(task, values);
  if (watch && !task.json) {
    // A first read can take long, so it shows a bar.
    const before = await client.call('ingest', { ...input, watch: false });
    if (!task.signal.aborted) show(task, before);
    task.err.quiet("Following the agents' logs; stop with Ctrl-C.");
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

async function readNotes(
  task: CommandRun,
  { project, watch = false }: Given,
  [folder]: string[],
): Promise<ExitCode> {
  await using client = await openMemory(task, { project });
  if (watch) task.err.quiet('Watching the notes; stop with Ctrl-C.');
  const where = { folder: folder && resolve(task.world.cwd, folder) };
  const output = await client.call('index', { ...where, watch }, watch ? { onProgress: stepsOf(task) } : {});
  if (task.signal.aborted && !watch)
    throw new Problem(
      'Interrupted.',
      'Notes already read are kept. Run the command again for the rest.',
      'cancelled',
    );
  answer(task, output, () => {
    const news = `${output.added} new, ${output.known} known, ${output.removed} removed`;
    task.out.line(`Read ${countNoun(output.files, 'file')} in ${visible(output.folder)}: ${news}.`);
    for (const { file, because } of output.skipped) {
      task.err.warn(`Skipped ${oneLine(file)}: ${oneLine(because)}`);
    }
  });
  return EXIT.done;
}

/** A line for each step of a watch: a bar would have no end to run towards. */
const stepsOf = (task: CommandRun) => (done: number, total: number, text: string) => {
  if (done === total && !task.json) task.out.line(`${done} ${oneLine(text)}`);
};

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
    task.err.warn(visible(error.message));
    const question = 'Every prompt in it would count as your own words. Are these sessions yours? [y/N]';
    if (!(await agrees(task, question))) return undefined;
    return await client.call('ingest', { ...input, mine: true });
  }
}

/** A line for each log that had something new: a bar would have no end to run towards. */
const tellerOf = (task: CommandRun) => (done: number, total: number, what: string) => {
  if (done === total && !task.json && what.startsWith('new entries in '))
    task.out.line(`${done} ${oneLine(what)}`);
};

function show(task: CommandRun, output: Output<'ingest'>): void {
  const { out, err } = task;
  if (output.logs + output.read === 0) {
    err.line('No logs were found.');
    err.quiet('Run `sqrl status sources` to see where they were searched.');
    return;
  }
  // A repository has no byte count, and whether it has new commits is known only after reading it.
  const size = output.bytes > 0 ? `${formatBytes(output.bytes)} of ` : '';
  out.line(
    output.read === 0 || output.bytes + output.events === 0
      ? `Nothing new in ${countNoun(output.logs, 'log')}.`
      : `Read ${size}${countNoun(output.read, 'log')}: ${readLine(output)}.`,
  );
  const learned = output.learned && learnedLine(output.learned);
  if (learned) out.line(learned);
  for (const { path, told } of output.runs ?? [])
    out.line(`  ${oneLine(basename(path))}: ${told === null ? 'nothing usable in it' : oneLine(told)}`);
  for (const { path, because } of output.troubles)
    err.warn(because.includes(path) ? oneLine(because) : `${oneLine(path)}: ${oneLine(because)}`);
}

/** What reading logs came to. What a log says without a folder belongs to no project, and is not found in any. */
export const readLine = ({ added, projects }: Pick<Output<'ingest'>, 'added' | 'projects'>): string => {
  if (added === 0) return 'no new events';
  const events = countNoun(added, 'new event');
  if (projects.length > 0) return `${events} in ${countNoun(projects.length, 'project')}`;
  return `${events} outside of every project, since their log names no folder: no history shows them`;
};

/** The result of learning in one sentence; undefined if nothing changed. */
export function learnedLine({
  learned,
  changed,
  superseded,
  withdrawn,
  putAway,
  rules,
}: Output<'learn'>): string | undefined {
  const old = putAway.length > 0 ? ` (${putAway.length} from old work, archived at once)` : '';
  const parts = [
    learned.length > 0 && `learned ${memoryCount(learned.length)}${old}`,
    changed.length > 0 && `${changed.length} seen again`,
    superseded.length > 0 && `${superseded.length} replaced by newer ones`,
    withdrawn.length > 0 && `${withdrawn.length} withdrawn`,
    rules && rulesLine(rules),
  ].filter((part) => typeof part === 'string');
  if (parts.length === 0) return undefined;
  const line = `${parts.join(', ')}.`;
  return line[0]!.toUpperCase() + line.slice(1);
}

/** Rules added, changed and removed by edits of rule files. */
function rulesLine(rules: Record<'added' | 'changed' | 'removed', number>): string | undefined {
  const told = [
    [rules.added, 'added'],
    [rules.changed, 'changed'],
    [rules.removed, 'removed'],
  ] as const;
  const parts = told.flatMap(([n, did]) => (n > 0 ? [[n, did] as const] : []));
  return parts.length === 0
    ? undefined
    : parts
        .map(([n, did], i) => `${i === 0 ? `${countNoun(n, 'rule', 'rules')} from files` : n} ${did}`)
        .join(', ');
}
