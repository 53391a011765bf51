import { Problem } from '@sqrl/base/problem.ts';
import { flags, positionalsOf, takes, text, whole } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import type { VerbClient } from '../../../protocol/client.ts';
import { command } from '../../command.ts';
import {
  listWaiting,
  type ReviewRow,
  reviewConflicts,
  reviewProposals,
  showVerdicts,
  showWaiting,
} from '../../review-view.ts';
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
