import type { Memory } from '@sqrl/base/model/memory.ts';
import { quotedFrom } from '@sqrl/base/model/sync/told.ts';
import { oneLine, visible } from '@sqrl/base/plain.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { flags, positionalsOf, takes, text, whole } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import { cutToWidth, pad, wrap } from '@sqrl/base/terminal/width.ts';
import type { VerbClient } from '../../../protocol/client.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { command } from '../../command.ts';
import { showHit } from '../../memory-view.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';
import { readTyped } from '../../typed.ts';

export const review = command('review', {
  help: `
Usage: sqrl review
       sqrl review --confirm ID…
       sqrl review --reject ID… [--because TEXT]
       sqrl review --learned [SESSION]
       sqrl review --conflicts [--take N ID]
       sqrl review --proposals [--confirm ID… | --reject ID…]

  --confirm         These are right: they no longer expire by age or use, and may be shown to agents
  --reject          These are wrong: they are hidden now, deleted after 30 days, and not learned again
  --because TEXT    With --reject: the reason, kept in their history
  --learned         What the latest session taught, or the one whose id begins so, also where nothing is to decide
  --conflicts       Shared memories that people worded differently at the same time, side by side
  --take N          With --conflicts: wording N of that memory is right, for everybody
  --proposals       Memories that teammates propose; --confirm and --reject decide for the whole team

It asks for at most ten decisions: those of which most use is expected, by how often their matter came up of late, how
likely they are right, and how far they hold. Other wordings of the same matter are decided along. The rest needs no
decision: \`sqrl ask\` finds it, \`sqrl list --review\` lists it.

On a terminal it shows one at a time, with the reason why agents are not told and the evidence, and waits for one key:
  c  confirm    r  reject    e  edit    s  skip    q  quit
Otherwise it prints one memory per line: id, type, reason, text. --confirm also takes back a rejection.
Exits with status 3 if nothing needs review, or a memory does not exist; then nothing is changed.

Examples:
  $ sqrl review
  $ sqrl review --json
  $ sqrl review --confirm 7k3f9x2m 9m2c4p8q
`,
  options: {
    ...flags('confirm', 'reject', 'learned', 'conflicts', 'proposals'),
    because: text,
    take: whole(1, 1000),
  },
  words: takes('words', 0, Number.POSITIVE_INFINITY),
  apart: [
    ['confirm', 'reject', 'conflicts', 'learned'],
    ['proposals', 'conflicts', 'learned'],
    ['proposals', 'because'],
  ],
  needs: { because: 'reject', take: 'conflicts' },
  run: async (task, values, words) => {
    const decides = values.confirm || values.reject || values.take !== undefined;
    const ids = positionalsOf('review', words, {
      what: decides ? 'the ids of memories' : 'options',
      from: decides ? 1 : 0,
      to: decides ? Number.POSITIVE_INFINITY : values.learned ? 1 : 0,
    });
    await using client = await openMemory(task, values);
    if (values.conflicts) {
      const { take } = values;
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
      const output = await client.call('reject', { ids, because: values.because });
      answer(task, output, () => showVerdicts(task, 'Rejected', output.rejected));
      return EXIT.done;
    }
    const output = await client.call('review', values.learned ? { learned: ids[0] ?? '' } : {});
    const { waiting, total, proposals } = output;
    if (proposals > 0 && !task.json)
      task.err.line(
        `${countNoun(proposals, 'proposal waits', 'proposals wait')} for your decision: \`sqrl review --proposals\`.`,
      );
    if (waiting.length > 0 && task.world.stdin.isTTY && task.out.isTerminal && !task.json)
      return await goThrough(task, client, waiting);
    answer(task, output, () => {
      if (total === 0 && !proposals)
        task.err.line(values.learned ? 'No session taught anything yet.' : 'Nothing needs a decision.');
      listWaiting(task, waiting);
    });
    return total === 0 && !proposals ? EXIT.nothing : EXIT.done;
  },
});

/** Shows one decision after the other and carries it out. */
async function goThrough(
  task: CommandRun,
  client: VerbClient,
  waiting: readonly ReviewRow[],
): Promise<ExitCode> {
  await using typed = readTyped(task.world.stdin, task.signal);
  const done = { confirmed: 0, edited: 0, rejected: 0, skipped: 0 };
  for (const [i, one] of waiting.entries()) {
    task.out.line();
    showWaiting(task, one, `${i + 1}/${waiting.length}`);
    task.err.write('[c]onfirm  [r]eject  [e]dit  [s]kip  [q]uit: ');
    const key = await typed.key(KEYS);
    task.err.line(key ?? '');
    if (key === undefined || key === 'q') break;
    try {
      done[await decide(key, one)]++;
    } catch (error) {
      // One that cannot be decided so does not end the others.
      if (!(error instanceof Problem) || error.code === 'cancelled') throw error;
      task.err.line(`${error.message} ${error.hint}`.trim());
      done.skipped++;
    }
  }
  const { confirmed, edited, rejected, skipped } = done;
  task.out.line(`\nConfirmed ${confirmed}, edited ${edited}, rejected ${rejected}, skipped ${skipped}.`);
  return EXIT.done;

  async function decide(key: string, { memory: { id }, same }: ReviewRow): Promise<keyof typeof done> {
    const others = same.map((other) => other.id);
    if (key === 'c') {
      await client.call('confirm', { ids: [id], same: others });
      return 'confirmed';
    }
    if (key === 'r') {
      await client.call('reject', { ids: [id, ...others] });
      return 'rejected';
    }
    if (key === 's') return 'skipped';
    task.err.write('New text (empty to leave it as it is): ');
    const text = await typed.line();
    if (!text) return 'skipped';
    await client.call('correct', { id, text, same: others });
    return 'edited';
  }
}

const KEYS = ['c', 'r', 'e', 's', 'q'];

type ReviewRow = Output<'review'>['waiting'][number];

function showVerdicts({ out }: CommandRun, did: string, memories: readonly Memory[]): void {
  for (const memory of memories) {
    const head = `${did} ${memory.id}: `;
    out.line(`${head}${cutToWidth(quotedFrom(memory, oneLine(memory.text)), out.width - head.length)}`);
  }
}

function showWaiting(task: CommandRun, row: ReviewRow, place: string): void {
  const { out, ago } = task;
  const { memory, why, evidence, conflicts, same } = row;
  showHit(task, { place, memory });
  const indent = place.length + 2;
  const tell = (text: string) => out.block(cutToWidth(oneLine(text), MAX_QUOTED), indent, 'dim');
  if (why !== '') out.block(`${memory.needsReview ? 'Not told' : 'Asked'}: ${why}.`, indent, 'yellow');
  for (const { id, text } of conflicts) tell(`Against ${id}: ${text}`);
  for (const { text } of same.slice(0, MAX_SAME)) tell(`Also: ${text}`);
  if (same.length > MAX_SAME) tell(`Also: ${same.length - MAX_SAME} more`);
  if (!evidence) return;
  tell(`${evidence.proof} · ${ago(evidence.at)}`);
  if (evidence.quote === null) return;
  const quoted = wrap(`“${evidence.quote}”`, out.width - indent - 2);
  out.block(quoted.slice(0, MAX_LINES).join('\n'), indent + 2);
}

const MAX_LINES = 6;
const MAX_SAME = 4;
const MAX_QUOTED = 300;

/** Prints memories that need review for other programs, one per line: id, type, reason, text, separated by tabs. */
function listWaiting({ out }: CommandRun, waiting: readonly ReviewRow[]): void {
  for (const { memory, why } of waiting)
    out.line([memory.id, memory.type, oneLine(why), quotedFrom(memory, oneLine(memory.text))].join('\t'));
}

type Conflict = Output<'conflicts'>['conflicts'][number];

async function reviewConflicts(
  task: CommandRun,
  client: VerbClient,
  chosen: { id: string; take: number } | undefined,
): Promise<ExitCode> {
  const output = await client.call('conflicts', {});
  const { conflicts } = output;
  if (chosen) {
    const conflict = conflicts.find(({ memory }) => memory.id.startsWith(chosen.id.toLowerCase()));
    const wording = conflict?.wordings[chosen.take - 1];
    if (!conflict || !wording)
      throw new Problem(
        conflict
          ? `Memory ${conflict.memory.id} has ${conflict.wordings.length} wordings.`
          : `Memory ${chosen.id} has no rival wordings.`,
        'Run `sqrl review --conflicts` to see them.',
        'not_found',
      );
    const done = await client.call('chooseWording', { id: conflict.memory.id, tag: wording.tag });
    answer(task, done, () => showVerdicts(task, 'Chosen', [done.memory]));
    return EXIT.done;
  }
  if (conflicts.length > 0 && task.world.stdin.isTTY && task.out.isTerminal && !task.json)
    return await goThroughConflicts(task, client, conflicts);
  answer(task, output, () => {
    if (conflicts.length === 0) task.err.line('No shared memory has rival wordings.');
    for (const conflict of conflicts) showConflict(task, conflict);
  });
  return conflicts.length === 0 ? EXIT.nothing : EXIT.done;
}

async function goThroughConflicts(
  task: CommandRun,
  client: VerbClient,
  conflicts: readonly Conflict[],
): Promise<ExitCode> {
  await using typed = readTyped(task.world.stdin, task.signal);
  let done = 0;
  for (const conflict of conflicts) {
    task.out.line();
    showConflict(task, conflict);
    task.err.write(`[1-${conflict.wordings.length}] take  [s]kip  [q]uit: `);
    const value = (await typed.line()) ?? 'q';
    if (value.toLowerCase().startsWith('q')) break;
    const wording = conflict.wordings[Number.parseInt(value, 10) - 1];
    if (!wording) continue;
    await client.call('chooseWording', { id: conflict.memory.id, tag: wording.tag });
    done++;
  }
  task.out.line(`\nDecided ${done}; ${countNoun(conflicts.length - done, 'conflict')} left.`);
  return EXIT.done;
}

/** Two wordings stand next to each other where the terminal has the room, and below each other where it has not. */
function showConflict({ out, ago }: CommandRun, { memory, space, wordings }: Conflict): void {
  out.line(out.bold(`${memory.id} (${memory.type}, ${space === null ? 'in git' : oneLine(space)})`));
  const heads = wordings.map(
    ({ person, at, isUsed }, i) =>
      `${i + 1}  ${oneLine(person)}, ${ago(at)}${isUsed ? ' (used meanwhile)' : ''}`,
  );
  const isBeside = wordings.length === 2 && out.isTerminal && out.width >= MIN_BESIDE;
  const width = isBeside ? Math.floor((out.width - GAP.length) / 2) : out.width - 3;
  const blocks = wordings.map(({ text }, i) => [
    ...wrap(heads[i]!, width),
    ...wrap(visible(text), width - 3).map((line) => `   ${line}`),
  ]);
  if (!isBeside) {
    for (const line of blocks.flat()) out.line(line);
    return;
  }
  const [left = [], right = []] = blocks;
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    out.line(`${pad(left[i] ?? '', width)}${GAP}${right[i] ?? ''}`.trimEnd());
  }
}

const MIN_BESIDE = 70;
const GAP = ' │ ';

async function reviewProposals(
  task: CommandRun,
  client: VerbClient,
  { ids, verdict }: { ids: string[]; verdict: 'approve' | 'dismiss' | undefined },
): Promise<ExitCode> {
  if (verdict) {
    const done = await client.call('hubReview', { ids, verdict });
    answer(task, done, () =>
      showVerdicts(task, verdict === 'approve' ? 'Approved' : 'Dismissed', done.reviewed),
    );
    return EXIT.done;
  }
  const output = await client.call('hubProposals', {});
  const { proposals } = output;
  answer(task, output, () => {
    const { out } = task;
    for (const { memory, space, person, mayReview } of proposals) {
      const waits = mayReview ? '' : out.dim(' · waits for a maintainer');
      out.line(`${memory.id}  ${oneLine(person)} proposes to ${oneLine(space)}${waits}`);
      out.block(`“${memory.text}”`, 2);
    }
    if (proposals.length === 0) task.err.line('Nothing is proposed.');
    else if (proposals.some(({ mayReview }) => mayReview))
      task.err.line('Decide: sqrl review --proposals --confirm ID, or --reject ID.');
  });
  return proposals.length === 0 ? EXIT.nothing : EXIT.done;
}
