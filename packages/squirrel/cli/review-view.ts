import type { Memory } from '@sqrl/base/model/memory.ts';
import { quotedFrom } from '@sqrl/base/model/sync/told.ts';
import { oneLine, visible } from '@sqrl/base/plain.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import { relativeTime } from '@sqrl/base/terminal/time.ts';
import { cutToWidth, pad, wrap } from '@sqrl/base/terminal/width.ts';
import type { VerbClient } from '../protocol/client.ts';
import type { Output } from '../protocol/verbs.ts';
import { showHit } from './memory-view.ts';
import { answer, type CommandRun } from './task.ts';
import { readTyped } from './typed.ts';

export type ReviewRow = Output<'review'>['waiting'][number];

/** Prints what was done to memories, one per line. */
export function showVerdicts({ out }: CommandRun, did: string, memories: readonly Memory[]): void {
  for (const memory of memories) {
    const head = `${did} ${memory.id}: `;
    out.line(`${head}${cutToWidth(quotedFrom(memory, oneLine(memory.text)), out.width - head.length)}`);
  }
}

/** Prints a memory that needs review, with the reason and the evidence. */
export function showWaiting(
  { out, world }: CommandRun,
  { memory, why, evidence, conflicts, same }: ReviewRow,
  place: string,
): void {
  showHit(out, { place, memory, now: world.now() });
  const indent = place.length + 2;
  const tell = (text: string) => out.block(cutToWidth(oneLine(text), MAX_QUOTED), indent, 'dim');
  if (why !== '') out.block(`${memory.needsReview ? 'Not told' : 'Asked'}: ${why}.`, indent, 'yellow');
  for (const { id, text } of conflicts) tell(`Against ${id}: ${text}`);
  for (const { text } of same.slice(0, MAX_SAME)) tell(`Also: ${text}`);
  if (same.length > MAX_SAME) tell(`Also: ${same.length - MAX_SAME} more`);
  if (!evidence) return;
  tell(`${evidence.proof} · ${relativeTime(evidence.at, world.now())}`);
  if (evidence.quote === null) return;
  const quoted = wrap(`“${evidence.quote}”`, out.width - indent - 2);
  out.block(quoted.slice(0, MAX_LINES).join('\n'), indent + 2);
}

const MAX_LINES = 6;
const MAX_SAME = 4;
const MAX_QUOTED = 300;

/** Prints memories that need review for other programs, one per line: id, type, reason, text, separated by tabs. */
export function listWaiting({ out }: CommandRun, waiting: readonly ReviewRow[]): void {
  for (const { memory, why } of waiting)
    out.line([memory.id, memory.type, oneLine(why), quotedFrom(memory, oneLine(memory.text))].join('\t'));
}

type Conflict = Output<'conflicts'>['conflicts'][number];

/** Shows rival wordings of shared memories side by side, and takes one of them. */
export async function reviewConflicts(
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
    return await goThrough(task, client, conflicts);
  answer(task, output, () => {
    if (conflicts.length === 0) task.err.line('No shared memory has rival wordings.');
    for (const conflict of conflicts) showConflict(task, conflict);
  });
  return conflicts.length === 0 ? EXIT.nothing : EXIT.done;
}

async function goThrough(
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
function showConflict({ out, world }: CommandRun, { memory, space, wordings }: Conflict): void {
  out.line(out.paint('bold', `${memory.id} (${memory.type}, ${space === null ? 'in git' : oneLine(space)})`));
  const heads = wordings.map(
    ({ person, at, isUsed }, i) =>
      `${i + 1}  ${oneLine(person)}, ${relativeTime(at, world.now())}${isUsed ? ' (used meanwhile)' : ''}`,
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

/** Shows what teammates propose, and decides for the team. */
export async function reviewProposals(
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
      const waits = mayReview ? '' : out.paint('dim', ' · waits for a maintainer');
      out.line(`${memory.id}  ${oneLine(person)} proposes to ${oneLine(space)}${waits}`);
      out.block(`“${memory.text}”`, 2);
    }
    if (proposals.length === 0) task.err.line('Nothing is proposed.');
    else if (proposals.some(({ mayReview }) => mayReview))
      task.err.line('Decide: sqrl review --proposals --confirm ID, or --reject ID.');
  });
  return proposals.length === 0 ? EXIT.nothing : EXIT.done;
}
