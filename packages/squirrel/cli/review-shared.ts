import { oneLine, visible } from '@sqrl/base/plain.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import { relativeTime } from '@sqrl/base/terminal/time.ts';
import { pad, wrap } from '@sqrl/base/terminal/width.ts';
import type { VerbClient } from '../protocol/client.ts';
import type { Output } from '../protocol/verbs.ts';
import { showVerdicts } from './review-view.ts';
import { answer, type CommandRun } from './task.ts';
import { readTyped } from './typed.ts';

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
      for (const line of wrap(`“${visible(memory.text)}”`, out.width - 2)) out.line(`  ${line}`);
    }
    if (proposals.length === 0) task.err.line('Nothing is proposed.');
    else if (proposals.some(({ mayReview }) => mayReview))
      task.err.line('Decide: sqrl review --proposals --confirm ID, or --reject ID.');
  });
  return proposals.length === 0 ? EXIT.nothing : EXIT.done;
}
