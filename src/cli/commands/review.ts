import type { Client } from '../../protocol/client.ts';
import { argumentsOf, type Options, wordsOf } from '../arguments.ts';
import { EXIT, type Exit } from '../exit.ts';
import { readLines } from '../reading.ts';
import { listWaiting, showVerdicts, showWaiting, type Waiting } from '../review-view.ts';
import { count } from '../size.ts';
import { answer, openMemory, type Task } from '../task.ts';
import { numberOf, usage } from '../usage.ts';

export const summary = 'Go through what waits for a person';
export const help = `
Usage: sqrl review [--limit N]
       sqrl review --confirm ID… | --reject ID…

  --confirm    These are right
  --reject     These are wrong: they go, and are not learnt again
  --limit N    At most so many, the oldest first (20)

On a terminal it shows one memory after the other, with why it waits and what speaks for it, and asks:
  c  it is right    e  say it otherwise    r  it is wrong    s  later    q  enough
Elsewhere it lists them, one to a line: id, type, why, text.
Ends with 3 when nothing waits, or there is no such memory.

Examples:
  $ sqrl review
  $ sqrl review --json --limit 100
  $ sqrl review --confirm 7k3f9x2m 9m2c4p8q
`;
export const options = {
  confirm: { type: 'boolean' },
  reject: { type: 'boolean' },
  limit: { type: 'string' },
} as const satisfies Options;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('review', task.argv, options);
  const limit = numberOf('--limit', values.limit, { from: 1, to: 100_000, whole: true });
  if (values.confirm && values.reject)
    throw usage('--confirm and --reject exclude each other.', 'See `sqrl help review`.');
  const decides = values.confirm || values.reject;
  const ids = wordsOf('review', words, {
    what: decides ? 'the ids of memories' : 'options',
    from: decides ? 1 : 0,
    to: decides ? Number.POSITIVE_INFINITY : 0,
  });
  await using client = await openMemory(task, values);
  if (values.confirm) {
    const output = await client.call('confirm', { ids });
    answer(task, output, () => showVerdicts(task, 'Confirmed', output.confirmed));
    return EXIT.done;
  }
  if (values.reject) {
    const output = await client.call('reject', { ids });
    answer(task, output, () => showVerdicts(task, 'Rejected', output.rejected));
    return EXIT.done;
  }
  const output = await client.call('review', limit === undefined ? {} : { limit });
  const { waiting, total } = output;
  if (waiting.length > 0 && task.world.stdin.isTTY && task.out.isTerminal && !task.json)
    return await goThrough(task, client, waiting, total);
  answer(task, output, () => {
    if (total === 0) task.err.line('Nothing waits for review.');
    listWaiting(task, waiting);
    if (total > waiting.length) task.err.line(`${total - waiting.length} more: --limit ${total}`);
  });
  return total === 0 ? EXIT.nothing : EXIT.done;
}

/** Shows one card after the other and does what the person says. */
async function goThrough(
  task: Task,
  client: Client,
  waiting: readonly Waiting[],
  total: number,
): Promise<Exit> {
  // Closed at the end, or standard input would keep the process alive.
  await using typed = readLines(task.world.stdin, task.signal);
  const done = { confirmed: 0, corrected: 0, rejected: 0 };
  for (const [i, one] of waiting.entries()) {
    const { id } = one.memory;
    task.out.line();
    showWaiting(task, one, `${i + 1}/${total}`);
    const key = await askFor(
      task,
      typed,
      '[c] right  [e] say it otherwise  [r] wrong  [s] later  [q] enough:',
      KEYS,
    );
    if (key === undefined || key === 'q') break;
    if (key === 'c') done.confirmed += (await client.call('confirm', { ids: [id] })).confirmed.length;
    if (key === 'r') done.rejected += (await client.call('reject', { ids: [id] })).rejected.length;
    if (key === 'e') {
      const text = await askFor(task, typed, 'How is it right? (nothing leaves it as it is)');
      if (text) {
        await client.call('correct', { id, text });
        done.corrected++;
      }
    }
  }
  const left = total - done.confirmed - done.corrected - done.rejected;
  task.out.line(
    `\nConfirmed ${done.confirmed}, corrected ${done.corrected}, rejected ${done.rejected}; ${count(left, 'memory', 'memories')} left.`,
  );
  return EXIT.done;
}

const KEYS = ['c', 'e', 'r', 's', 'q'];

/** Asks until one of the answers is given, where only some will do; undefined where the person has gone. */
async function askFor(
  { err }: Task,
  typed: AsyncGenerator<string>,
  question: string,
  known?: readonly string[],
): Promise<string | undefined> {
  for (;;) {
    err.write(`${question} `);
    const { value, done } = await typed.next();
    if (done) {
      err.line();
      return undefined;
    }
    if (!known) return value;
    const key = value.toLowerCase().slice(0, 1) || 's';
    if (known.includes(key)) return key;
  }
}
