import { oneLine } from '@sqrl/base/plain.ts';
import { oneOf, takes } from '@sqrl/base/terminal/arguments.ts';
import { EXIT } from '@sqrl/base/terminal/exit.ts';
import { countNoun, memoryCount } from '@sqrl/base/terminal/size.ts';
import { localTime } from '@sqrl/base/terminal/time.ts';
import { cutToWidth, pad, wrap } from '@sqrl/base/terminal/width.ts';
import { grouped } from '@sqrl/base/text/digits.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { ruleCountsLine } from '../../card.ts';
import { command } from '../../command.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';
import { showTable } from '../../view.ts';

export const proof = command('proof', {
  help: `
Usage: sqrl proof [RECEIPT] [--csv receipts|sessions]

  RECEIPT          Show one reminder: what the agent got, when, and what followed
  --csv TABLE      All raw numbers as CSV: one line per receipt, or per compared session

Three kinds of evidence, never mixed, and the project's life in stages:
  Counted    reminders that reached an agent, and what followed
  Compared   sessions with memory against a control group, with 95 % intervals (\`delivery.holdout\`)
  Estimated  what memory would have saved in past sessions; \`sqrl replay\` computes it

\`--json\` prints all of it, every receipt and session included; docs/PROOF.md documents each field. Exits with status 3
if no reminder has reached an agent yet.

Examples:
  $ sqrl proof
  $ sqrl proof --csv sessions > sessions.csv
`,
  options: { csv: oneOf(['receipts', 'sessions']) },
  words: takes('one receipt', 0, 1),
  run: async (task, values, [receipt]) => {
    const { csv } = values;
    await using client = await openMemory(task, values);
    const found = await client.call('proof', {
      all: task.json || csv !== undefined,
      receipt,
    });
    if (csv !== undefined) {
      for (const line of toCsv(csv === 'receipts' ? receiptRows(found) : sessionRows(found)))
        task.out.line(line);
      return EXIT.done;
    }
    answer(task, found, () => (receipt === undefined ? show(task, found) : showReceipt(task, found)));
    return found.counted.overall.reminders === 0 ? EXIT.nothing : EXIT.done;
  },
});

type Proof = Output<'proof'>;

const MAX_RULES = 10;

const NOTHING_TOLD =
  'No reminder has reached an agent yet. Agents are told from their next session on, once `sqrl init` has set up their hooks (`sqrl doctor` checks them). ' +
  'What memory would have told in the sessions that were read: `sqrl replay`.';

function show(task: CommandRun, found: Proof): void {
  const { out } = task;
  const { counted, compared } = found;
  out.line(`${out.bold('Counted')} ${out.dim('what reached agents, and what followed')}`);
  if (counted.overall.reminders === 0)
    for (const line of wrap(NOTHING_TOLD, out.width - 2)) out.line(`  ${line}`);
  else {
    for (const line of countsLines('This week', counted.week)) out.line(line);
    for (const line of countsLines('Overall', counted.overall)) out.line(line);
    if (counted.receipts.length > 0)
      out.quiet(
        '  Receipts, the latest of each memory with an outcome first; `sqrl proof RECEIPT` opens one:',
      );
    for (const { id, followed, text } of counted.receipts)
      out.line(`  ${out.dim(id)}  ${pad(followed, 12)}  ${cutToWidth(oneLine(text), out.width - 36)}`);
    for (const { id, text, ...counts } of counted.rules.met.slice(0, MAX_RULES))
      out.line(`  Rule ${id} ${ruleCountsLine(counts)}: ${cutToWidth(oneLine(text), out.width - 60)}`);
    for (const line of correctionLines(counted.corrections, out.width)) out.line(line);
    const { told, flagged } = counted.flagged;
    out.line(`  Rejected or reworded by you: ${grouped(flagged)} of ${memoryCount(told)} told`);
  }
  out.line(`\n${out.bold('Compared')} ${out.dim('with memory against the control group')}`);
  showCompared(task, compared);
  showLife(task, found.life);
  out.line(`\n${out.bold('Estimated')} ${out.dim('from past sessions')}`);
  out.line('  `sqrl replay` estimates what memory would have saved in past sessions.');
}

/** What reached agents, and below it what the memories in it came to: a reminder may have several. */
function countsLines(
  name: string,
  { reminders, tokens, sessions, stops, prevented, outcomes }: Proof['counted']['week'],
): string[] {
  const head = `  ${pad(name, 9)}  `;
  if (reminders === 0) return [`${head}no reminder`];
  const followed = Object.entries(outcomes)
    .filter(([, n]) => n > 0)
    .map(([what, n]) => `${grouped(n)} ${what}`);
  const stopped = stops > 0 ? `; ${countNoun(stops, 'call')} stopped, ${prevented} not made again` : '';
  return [
    `${head}${countNoun(reminders, 'reminder')} in ${countNoun(sessions, 'session')} (${countNoun(tokens, 'token')})${stopped}`,
    `${pad('', head.length)}memories in them: ${followed.join(', ') || 'none of them came up yet'}`,
  ];
}

/** How often a person's correction held in a later session, and of which sessions that is said; or why of none. */
function correctionLines({ given, avoided }: Proof['counted']['corrections'], width: number): string[] {
  const why =
    given === 0
      ? 'none. No memory here comes from a correction of yours yet, such as “no, use pnpm, not npm”.'
      : `none yet. ${memoryCount(given)} from corrections of yours; in no later session was one told and seen to be kept.`;
  if (avoided.length === 0) return wrap(`Corrections avoided: ${why}`, width - 2).map((line) => `  ${line}`);
  const memories = new Set(avoided.map(({ memory }) => memory)).size;
  return [
    `  Corrections avoided: ${grouped(avoided.length)} (${memories} of ${memoryCount(given)} from corrections of yours, kept in a later session)`,
    ...avoided
      .slice(0, MAX_RULES)
      .map(
        ({ memory, text, client, session, at }) =>
          `    #${memory} ${localTime(at)} ${client} ${oneLine(session)}: ${cutToWidth(oneLine(text), width - 60)}`,
      ),
  ];
}

/** The project's life in stages: whether agents look for less, and run into less again, the more is known. */
function showLife({ out }: CommandRun, { stages }: Proof['life']): void {
  if (stages.length === 0) return;
  out.line(
    `\n${out.bold('Over time')} ${out.dim('means per session; tasks differ, so this alone proves nothing')}`,
  );
  showTable(
    out,
    ['sessions', 'with a reminder', 'calls that read or search', 'failures seen before'],
    stages.map(({ from, to, sessions, told, discoveryCalls, repeatedFailures }) => [
      from === to ? String(from) : `${from}–${to}`,
      `${told} of ${sessions}`,
      discoveryCalls.toFixed(1),
      repeatedFailures.toFixed(1),
    ]),
  );
}

type ComparedGroup = Proof['compared']['metrics'][number]['passive'];

function showCompared(
  { out }: CommandRun,
  { on, groups, metrics, memories, kinds, because }: Proof['compared'],
): void {
  const total = groups.full + groups.passive + groups.control;
  if (total === 0) {
    for (const text of [...(on ? [] : [CONTROL_GROUP]), because ?? 'No session of the control group yet.'])
      for (const line of wrap(text, out.width - 2)) out.line(`  ${line}`);
    return;
  }
  out.line(
    `  ${countNoun(groups.full, 'session')} with memory, ${groups.control} without, ${groups.passive} at their start only`,
  );
  if (metrics.every(({ value }) => value === null)) {
    const missing = Math.min(...metrics.map((each) => each.missing.toCompare ?? 0));
    const names = Object.values(METRIC_NAMES).join(', ');
    const first = `From ${countNoun(missing, 'more control session')} on (1 session in 20 is one) they are compared by: ${names}.`;
    for (const line of wrap(first, out.width - 2)) out.line(`  ${line}`);
    return;
  }
  const widest = Math.max(...Object.values(METRIC_NAMES).map((name) => name.length));
  for (const { metric, control, passive, ...full } of metrics) {
    const means = ({ treated, value, low, high }: ComparedGroup) =>
      value === null
        ? ''
        : `${short(control.mean)} → ${short(treated.mean)}, difference ${short(value)} (${short(low!)} to ${short(high!)}). `;
    out.line(`  ${pad(METRIC_NAMES[metric], widest)}  ${means(full)}${out.dim(full.says)}`);
    if (passive.value !== null)
      out.line(`  ${pad('', widest)}  ${out.dim(`start only: ${means(passive)}${passive.says}`)}`);
  }
  for (const { kind, told, withheld, difference } of kinds)
    out.line(
      `  ${pad(oneLine(kind), widest)}  bad sessions ${arm(withheld)} without, ${arm(told)} with; difference ${percent(difference.value)} (${percent(difference.low)} to ${percent(difference.high)})`,
    );
  for (const { memory, text, told, withheld, share } of memories.slice(0, MAX_MEMORIES))
    out.line(
      `  ${out.dim(`#${memory}`)} ${cutToWidth(oneLine(text), out.width - 60)} ${out.dim(`bad ${arm(withheld)} → ${arm(told)}; told in ${percent(share)}`)}`,
    );
}

/** What the control group is, and what it changes. */
const CONTROL_GROUP =
  'A control group shows whether the memory helps: 5 % of sessions, chosen at random, get none of what Squirrel inferred, and 10 % get it at their start only. ' +
  'Rules that you stated or confirmed are told in all of them. Each other memory is left out of about three sessions in ten until its effect is known, and is then told more or less often.';

const MAX_MEMORIES = 5;

function showReceipt({ out }: CommandRun, { counted }: Proof): void {
  const [receipt] = counted.receipts;
  if (!receipt) return;
  const { id, at, client, session, point, about } = receipt;
  out.line(`${out.bold(id)} ${out.dim(`${localTime(at)} · ${client} · session ${session}`)}`);
  out.line(`  at         ${oneLine(point)}${about ? `: ${cutToWidth(oneLine(about), out.width - 16)}` : ''}`);
  for (const { memory, text, followed, why } of counted.receipts) {
    out.line(`  memory     ${out.dim(`#${memory}`)} ${cutToWidth(oneLine(text), out.width - 28)}`);
    out.line(`  followed   ${followed}: ${oneLine(why)}`);
  }
}

const arm = ({ sessions, bad }: { sessions: number; bad: number }): string => `${bad} of ${sessions}`;
const percent = (share: number): string => `${Math.round(share * 100)} %`;
const short = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0 });

export const METRIC_NAMES: Record<Proof['compared']['metrics'][number]['metric'], string> = {
  toolCallsPerTask: 'tool calls per task',
  filesReadAgain: 'files read again',
  repeatedFailures: 'repeated failures',
  corrections: 'corrections by you',
  deadEnds: 'dead ends again',
  testsPassFirst: 'tests pass at first',
  tokens: 'tokens',
};

type Cell = string | number | null;

export const receiptRows = ({ counted }: Proof): Record<string, Cell>[] =>
  counted.receipts.map(({ why, at, ...rest }) => ({
    ...rest,
    at: new Date(at).toISOString(),
    why: why,
  }));

export const sessionRows = ({ compared }: Proof): Record<string, Cell>[] =>
  compared.sessions.map(({ at, ...rest }) => ({ ...rest, at: new Date(at).toISOString() }));

/** Rows as CSV (RFC 4180) with a heading; no line where there is no row. */
export function toCsv(rows: readonly Record<string, Cell>[]): string[] {
  const names = Object.keys(rows[0] ?? {});
  return rows.length === 0
    ? []
    : [names.join(','), ...rows.map((row) => names.map((name) => cell(row[name] ?? null)).join(','))];
}

/** A cell that a spreadsheet does not take for a formula. */
function cell(value: Cell): string {
  if (value === null) return '';
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
