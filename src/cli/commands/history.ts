import type { Client } from '../../protocol/client.ts';
import { argumentsOf, type Options, wordsOf } from '../arguments.ts';
import { EXIT, type Exit } from '../exit.ts';
import { showFailure, showFailures, showSteps, showTasks, showTogether, showTools } from '../history-view.ts';
import { showLife } from '../life-view.ts';
import { answer, filePath, openMemory, type Task } from '../task.ts';
import { startTime } from '../time.ts';
import { numberOf, oneOf, usage } from '../usage.ts';

export const summary = 'Ask what was done: with a file, with a tool, before, and which errors come back';
export const help = `
Usage: sqrl history [QUESTION] [options]

  sqrl history                  What was I working on before?
  sqrl history file PATH        Have I worked on this file?
  sqrl history together PATH    What is changed together with it? (--looked: looked at)
  sqrl history last LETTERS     What did I last do with files whose paths hold these letters?
  sqrl history tools            How often does each tool succeed?
  sqrl history errors [ID]      Which errors come back, or one of them with what resolved it
  sqrl history similar TASK…    Which past tasks are like this one, and how did they end?
  sqrl history memory ID        What happened to a memory, why, and in which work it helped

  --limit N        At most so many (10; errors and together 20; similar 5)
  --looked         With together: looked at instead of changed
  --times N        With together: at least so often together (1); with errors: in at least so many sessions
  --since WHEN     Only what happened since a span (12h, 7d, 2w) or a day (2026-01-31); not with together and memory

Ends with 3 when there is no answer.

Examples:
  $ sqrl history file src/auth/login.ts
  $ sqrl history last auth --limit 5
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

const TIMELESS = {
  together: 'How often files go together is counted over all time.',
  memory: 'It tells the whole life of one memory; --limit shortens it.',
};

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('history', task.argv, options);
  const [asked = 'tasks', ...rest] = words;
  const question = oneOf('The question of history', asked, QUESTIONS);
  const limit = numberOf('--limit', values.limit, { from: 1, to: 1000, whole: true });
  const times = numberOf('--times', values.times, { from: 1, to: 1_000_000, whole: true });
  const since = values.since === undefined ? undefined : startTime('--since', values.since, task.world.now());
  if (since !== undefined && (question === 'together' || question === 'memory'))
    throw usage(`--since cannot be used with history ${question}.`, TIMELESS[question]);
  const some = { ...(limit !== undefined && { limit }), ...(since !== undefined && { since }) };
  // Checked before anything is opened, as all that was typed is.
  if (question === 'tasks' || question === 'tools')
    wordsOf('history', rest, { what: 'options', from: 0, to: 0 });
  if (question === 'similar')
    wordsOf('history', rest, { what: 'a task', from: 1, to: Number.POSITIVE_INFINITY });
  const word = (what: string) => wordsOf('history', rest, { what, from: 1, to: 1 })[0]!;
  const ask = {
    tasks: async (client: Client) => {
      const output = await client.call('tasks', some);
      return { output, found: output.tasks.length > 0, show: () => showTasks(task, output) };
    },
    file: async (client: Client) => {
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
    together: async (client: Client) => {
      const path = filePath(task, values, word('a file'));
      const how = {
        ...some,
        ...(times !== undefined && { times }),
        ...(values.looked && { way: 'looked' as const }),
      };
      const output = await client.call('filesTogether', { path, ...how });
      return { output, found: output.together.length > 0, show: () => showTogether(task, output) };
    },
    last: async (client: Client) => {
      const output = await client.call('lastWorkOn', { letters: word('some letters of a path'), ...some });
      return { output, found: output.steps.length > 0, show: () => showSteps(task, output.steps) };
    },
    tools: async (client: Client) => {
      const output = await client.call('toolUse', since === undefined ? {} : { since });
      return { output, found: output.tools.length > 0, show: () => showTools(task, output) };
    },
    errors: async (client: Client) => {
      const [fingerprint] = wordsOf('history', rest, { what: 'one fingerprint', from: 0, to: 1 });
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
    similar: async (client: Client) => {
      const output = await client.call('similarTasks', { task: rest.join(' '), ...some });
      return { output, found: output.tasks.length > 0, show: () => showTasks(task, output) };
    },
    memory: async (client: Client) => {
      const output = await client.call('memoryHistory', { id: word('the id of a memory'), ...some });
      return { output, found: true, show: () => showLife(task, output) };
    },
  }[question];

  await using client = await openMemory(task, values);
  const { output, found, show } = await ask(client);
  answer(task, output, () => {
    if (found) show();
    else if (since !== undefined) task.err.line('Nothing is known about that since then.');
    else task.err.line('Nothing is known about that yet. `sqrl ingest` reads what your agents have done.');
  });
  return found ? EXIT.done : EXIT.nothing;
}
