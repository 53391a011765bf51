import type { VerbClient } from '../../../protocol/client.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { readTypedLines } from '../../reading.ts';
import { reviewConflicts, reviewProposals } from '../../review-shared.ts';
import { listWaiting, type ReviewRow, showVerdicts, showWaiting } from '../../review-view.ts';
import { countNoun } from '../../size.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';
import { optionNumber, usage } from '../../usage.ts';

export const summary = 'Review memories that need a decision: confirm, edit or reject';
export const help = `
Usage: sqrl review [--limit N]
       sqrl review --confirm ID…
       sqrl review --reject ID… [--because TEXT]
       sqrl review --conflicts [--take N ID]
       sqrl review --proposals [--confirm ID… | --reject ID…]

  --confirm         These are right: they no longer expire by age or use, and may be shown to agents
  --reject          These are wrong: they are hidden now, deleted after 30 days, and not learned again
  --because TEXT    With --reject: the reason, kept in their history
  --limit N         At most N, oldest first (20)
  --conflicts       Shared memories that people worded differently at the same time, side by side
  --take N          With --conflicts: wording N of that memory is right, for everybody
  --proposals       Memories that teammates propose; --confirm and --reject decide for the whole team

On a terminal it shows one memory at a time, with the reason and the evidence, and asks:
  c  confirm    a  confirm this and all that follow    e  edit    r  reject    s  skip    q  quit
Otherwise it prints one memory per line: id, type, reason, text. --confirm also takes back a rejection.
Exits with status 3 if nothing needs review, or a memory does not exist; then nothing is changed.

Examples:
  $ sqrl review
  $ sqrl review --json --limit 100
  $ sqrl review --confirm 7k3f9x2m 9m2c4p8q
`;
export const options = {
  confirm: { type: 'boolean' },
  reject: { type: 'boolean' },
  because: { type: 'string' },
  limit: { type: 'string' },
  conflicts: { type: 'boolean' },
  take: { type: 'string' },
  proposals: { type: 'boolean' },
} as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('review', task.argv, options);
  const limit = optionNumber('--limit', values.limit, { from: 1, to: 100_000, whole: true });
  if (values.confirm && values.reject)
    throw usage('--confirm and --reject cannot be combined.', 'Run `sqrl help review`.');
  if (values.because !== undefined && !values.reject)
    throw usage('--because can be used with --reject only.', 'Run `sqrl help review`.');
  if (values.take !== undefined && !values.conflicts)
    throw usage('--take can be used with --conflicts only.', 'Run `sqrl help review`.');
  if (values.conflicts && (values.proposals || values.confirm || values.reject))
    throw usage('--conflicts can be combined with --take only.', 'Run `sqrl help review`.');
  if (values.proposals && values.because !== undefined)
    throw usage('--because cannot be combined with --proposals.', 'Say it with `sqrl dispute ID "why"`.');
  const decides = values.confirm || values.reject || values.take !== undefined;
  const ids = positionalsOf('review', words, {
    what: decides ? 'the ids of memories' : 'options',
    from: decides ? 1 : 0,
    to: decides ? Number.POSITIVE_INFINITY : 0,
  });
  await using client = await openMemory(task, values);
  if (values.conflicts) {
    const take = optionNumber('--take', values.take, { from: 1, to: 1000, whole: true });
    return await reviewConflicts(task, client, take === undefined ? undefined : { id: ids[0]!, take });
  }
  if (values.proposals)
    return await reviewProposals(task, client, {
      ids,
      verdict: values.confirm ? 'approve' : values.reject ? 'dismiss' : undefined,
    });
  if (values.confirm) {
    const output = await client.call('confirm', { ids });
    answer(task, output, () => showVerdicts(task, 'Confirmed', output.confirmed));
    return EXIT.done;
  }
  if (values.reject) {
    const output = await client.call('reject', {
      ids,
      ...(values.because !== undefined && { because: values.because }),
    });
    answer(task, output, () => showVerdicts(task, 'Rejected', output.rejected));
    return EXIT.done;
  }
  const output = await client.call('review', limit === undefined ? {} : { limit });
  const { waiting, total, proposals } = output;
  if (proposals > 0 && !task.json)
    task.err.line(
      `${countNoun(proposals, 'proposal waits', 'proposals wait')} for your decision: \`sqrl review --proposals\`.`,
    );
  if (waiting.length > 0 && task.world.stdin.isTTY && task.out.isTerminal && !task.json)
    return await goThrough(task, client, waiting, total);
  answer(task, output, () => {
    if (total === 0 && !proposals) task.err.line('Nothing needs review.');
    listWaiting(task, waiting);
    if (total > waiting.length) task.err.line(`${total - waiting.length} more; use --limit ${total}.`);
  });
  return total === 0 && !proposals ? EXIT.nothing : EXIT.done;
}

/** Shows one memory after the other and applies the decisions. */
async function goThrough(
  task: CommandRun,
  client: VerbClient,
  waiting: readonly ReviewRow[],
  total: number,
): Promise<ExitCode> {
  // Closed at the end, or standard input would keep the process alive.
  await using typed = readTypedLines(task.world.stdin, task.signal);
  const done = { confirmed: 0, corrected: 0, rejected: 0 };
  for (const [i, one] of waiting.entries()) {
    const { id } = one.memory;
    task.out.line();
    showWaiting(task, one, `${i + 1}/${total}`);
    const key = await askFor(
      task,
      typed,
      '[c]onfirm  confirm [a]ll  [e]dit  [r]eject  [s]kip  [q]uit:',
      KEYS,
    );
    if (key === undefined || key === 'q') break;
    if (key === 'a') {
      const ids = waiting.slice(i).map(({ memory }) => memory.id);
      done.confirmed += (await client.call('confirm', { ids })).confirmed.length;
      break;
    }
    if (key === 'c') done.confirmed += (await client.call('confirm', { ids: [id] })).confirmed.length;
    if (key === 'r') done.rejected += (await client.call('reject', { ids: [id] })).rejected.length;
    if (key === 'e') {
      const text = await askFor(task, typed, 'New text (empty to leave it as it is):');
      if (text) {
        await client.call('correct', { id, text });
        done.corrected++;
      }
    }
  }
  const left = total - done.confirmed - done.corrected - done.rejected;
  task.out.line(
    `\nConfirmed ${done.confirmed}, edited ${done.corrected}, rejected ${done.rejected}; ${countNoun(left, 'memory', 'memories')} left.`,
  );
  return EXIT.done;
}

const KEYS = ['c', 'a', 'e', 'r', 's', 'q'];

/** Asks until a known answer is given; undefined at the end of the input. */
async function askFor(
  { err }: CommandRun,
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
