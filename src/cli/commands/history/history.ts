import type { VerbClient } from '../../../protocol/client.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import {
  showFailure,
  showFailures,
  showFilePairs,
  showSteps,
  showTasks,
  showTools,
} from '../../history-view.ts';
import { showLife } from '../../life-view.ts';
import { answer, type CommandRun, filePath, openMemory } from '../../task.ts';
import { startTime } from '../../time.ts';
import { optionChoice, optionNumber, usage } from '../../usage.ts';

export const help = `
Usage: sqrl history [QUESTION] [options]

  sqrl history                  Recent and unfinished tasks
  sqrl history where            Where you left off: last task, unfinished work, last failure
  sqrl history file PATH        Past work on a file
  sqrl history together PATH    Files changed together with it (--looked: read together)
  sqrl history last LETTERS     Last work on files whose paths contain these letters
  sqrl history tools            Success rate of each tool
  sqrl history errors [ID]      Recurring errors, or one of them with its fixes
  sqrl history similar TASK…    Similar past tasks and how they ended
  sqrl history memory ID        Changes to a memory, with reasons, and the tasks it helped in
  sqrl history why [ID]         Why something was or wasn't remembered
  sqrl history sessions         Agent sessions
  sqrl history events SESSION   One session step by step
  sqrl history episodes         Tasks with their outcome
  sqrl history close            Close the current task; the next prompt starts a new one

  --limit N        At most N (10; errors and together 20; similar 5)
  --looked         With together: files read, not changed, together
  --times N        With together: at least N times together (1); with errors: in at least N sessions
  --since WHEN     Only since a duration (12h, 7d, 2w) or date (2026-01-31); not with together and memory

\`sqrl help history sessions\` (why, events, …) shows the options of a subcommand. Exits with status 3 if nothing is
found.

Examples:
  $ sqrl history file src/auth/login.ts
  $ sqrl history errors --times 3 --json
  $ sqrl history similar retry payments on timeouts
`;
export const options = {
  limit: { type: 'string' },
  looked: { type: 'boolean' },
  times: { type: 'string' },
  since: { type: 'string' },
} as const satisfies Options;

const QUESTIONS = ['tasks', 'file', 'together', 'last', 'tools', 'errors', 'similar', 'memory'] as const;

/** What is said where there is history, but none that answers. */
const NOTHING: Record<(typeof QUESTIONS)[number], string> = {
  tasks: 'No task in the history.',
  file: 'Nothing in the history is about that file.',
  together: 'No file in the history goes together with that one.',
  last: 'No path in the history has these letters.',
  tools: 'No tool was used.',
  errors: 'No failure came back.',
  similar: 'No past task is similar.',
  memory: 'Nothing in the history is about that memory.',
};

async function hasHistory(client: VerbClient, question: (typeof QUESTIONS)[number]): Promise<boolean> {
  return question !== 'tasks' && (await client.call('tasks', { limit: 1 })).tasks.length > 0;
}

const TIMELESS = {
  together: 'Files changed together are counted over all time.',
  memory: 'It shows all changes to one memory; use --limit to shorten it.',
};

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('history', task.argv, options);
  const [asked = 'tasks', ...rest] = words;
  const question = optionChoice('history', asked, QUESTIONS);
  const limit = optionNumber('--limit', values.limit, { from: 1, to: 1000, whole: true });
  const times = optionNumber('--times', values.times, { from: 1, to: 1_000_000, whole: true });
  const since = values.since === undefined ? undefined : startTime('--since', values.since, task.world.now());
  if (since !== undefined && (question === 'together' || question === 'memory'))
    throw usage(`--since cannot be used with history ${question}.`, TIMELESS[question]);
  const some = { ...(limit !== undefined && { limit }), ...(since !== undefined && { since }) };
  // Arguments are checked before the memory is opened.
  if (question === 'tasks' || question === 'tools')
    positionalsOf('history', rest, { what: 'options', from: 0, to: 0 });
  if (question === 'similar')
    positionalsOf('history', rest, { what: 'a task', from: 1, to: Number.POSITIVE_INFINITY });
  const word = (what: string) => positionalsOf('history', rest, { what, from: 1, to: 1 })[0]!;
  const ask = {
    tasks: async (client: VerbClient) => {
      const output = await client.call('tasks', some);
      return { output, found: output.tasks.length > 0, show: () => showTasks(task, output) };
    },
    file: async (client: VerbClient) => {
      const output = await client.call('fileHistory', {
        path: filePath(task, values, word('a file')),
        ...some,
      });
      return {
        output,
        found: output.steps.length > 0,
        show: () => showSteps(task, output.steps, output.use),
      };
    },
    together: async (client: VerbClient) => {
      const path = filePath(task, values, word('a file'));
      const how = {
        ...some,
        ...(times !== undefined && { times }),
        ...(values.looked && { way: 'looked' as const }),
      };
      const output = await client.call('filesTogether', { path, ...how });
      return { output, found: output.together.length > 0, show: () => showFilePairs(task, output) };
    },
    last: async (client: VerbClient) => {
      const output = await client.call('lastWorkOn', { letters: word('some letters of a path'), ...some });
      return { output, found: output.steps.length > 0, show: () => showSteps(task, output.steps) };
    },
    tools: async (client: VerbClient) => {
      const output = await client.call('toolUse', since === undefined ? {} : { since });
      return { output, found: output.tools.length > 0, show: () => showTools(task, output) };
    },
    errors: async (client: VerbClient) => {
      const [fingerprint] = positionalsOf('history', rest, { what: 'one fingerprint', from: 0, to: 1 });
      if (fingerprint !== undefined) {
        const output = await client.call('failure', { fingerprint, ...some });
        return { output, found: true, show: () => showFailure(task, output) };
      }
      const output = await client.call('failures', {
        ...some,
        ...(times !== undefined && { sessions: times }),
      });
      return { output, found: output.failures.length > 0, show: () => showFailures(task, output) };
    },
    similar: async (client: VerbClient) => {
      const output = await client.call('similarTasks', { task: rest.join(' '), ...some });
      return { output, found: output.tasks.length > 0, show: () => showTasks(task, output) };
    },
    memory: async (client: VerbClient) => {
      const output = await client.call('memoryHistory', { id: word('the id of a memory'), ...some });
      return { output, found: true, show: () => showLife(task, output) };
    },
  }[question];

  await using client = await openMemory(task, values);
  const { output, found, show } = await ask(client);
  const isEmpty = !found && since === undefined && !(await hasHistory(client, question));
  answer(task, output, () => {
    if (found) show();
    else if (isEmpty) task.err.line("No history yet. Run `sqrl ingest` to read the agents' logs.");
    else task.err.line(since === undefined ? NOTHING[question] : 'No history since then.');
  });
  return found ? EXIT.done : EXIT.nothing;
}
