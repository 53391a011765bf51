import { oneLine } from '../../../base/plain.ts';
import { STEPS } from '../../../model/sighting.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { countNoun } from '../../size.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';
import { relativeTime } from '../../time.ts';
import { optionChoice, optionNumber } from '../../usage.ts';

export const help = `
Usage: sqrl history why [ID]
       sqrl history why [--step STEP] [--limit N]

  --step STEP      Only drafts dropped at this step: ${STEPS.join(', ')}
  --limit N        At most N (20)

A draft is a candidate memory: something seen in a session, or entered by you. Without an ID this lists drafts, newest
first, with their outcome; with the id of a draft or a memory it shows the evidence, its dates, and the check that it
did not pass.

Examples:
  $ sqrl history why
  $ sqrl history why --step novelty
  $ sqrl history why 7k2m
`;
export const options = {
  step: { type: 'string' },
  limit: { type: 'string' },
} as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('history why', task.argv, options);
  positionalsOf('history why', words, { what: 'the id of a draft or memory', from: 0, to: 1 });
  const limit = optionNumber('--limit', values.limit, { from: 1, to: 10_000, whole: true });
  const step = values.step === undefined ? undefined : optionChoice('--step', values.step, STEPS);
  await using client = await openMemory(task, values);
  if (words.length === 0) {
    const output = await client.call('drafts', {
      ...(step && { step }),
      ...(limit !== undefined && { limit }),
    });
    answer(task, output, () => showAll(task, output));
  } else {
    const output = await client.call('why', { id: words[0]! });
    answer(task, output, () => showOne(task, output));
  }
  return EXIT.done;
}

function showAll(task: CommandRun, { drafts, total }: Output<'drafts'>): void {
  const { out, err } = task;
  if (total === 0) {
    err.line('No matching drafts.');
    err.line(err.paint('dim', "Run `sqrl ingest` to read the agents' logs and learn from them."));
    return;
  }
  for (const draft of drafts) {
    out.line(`${out.paint('bold', draft.id)}  ${oneLine(draft.proposal.text)}`);
    out.line(
      out.paint(
        'dim',
        `  ${draft.origin ? WHO[draft.origin] : draft.signal}, ${relativeTime(draft.lastAt, task.world.now())}: ${fateOf(draft)}`,
      ),
    );
  }
  if (drafts.length < total)
    err.line(err.paint('dim', `${drafts.length} of ${countNoun(total, 'draft')}; use --limit for more.`));
}

function showOne(task: CommandRun, draft: Output<'why'>): void {
  const { out } = task;
  const now = task.world.now();
  out.line(`${out.paint('bold', draft.id)}  ${oneLine(draft.proposal.text)}`);
  out.line(`  ${fateOf(draft)}`);
  if (draft.untold) out.line(`  not told: ${oneLine(draft.untold.text)}`);
  const by = draft.origin
    ? WHO[draft.origin]
    : `${draft.signal}, in ${countNoun(draft.sessions, 'session')} (needs ${draft.minSessions})`;
  out.line(out.paint('dim', `  ${by}`));
  for (const { at, session, quote, proof, tainted } of draft.seen.slice(0, MAX_SIGHTINGS)) {
    const where = `${relativeTime(at, now)}, ${oneLine(session)}: ${proof}${tainted ? ', after external text' : ''}`;
    out.line(`  - ${where}`);
    if (quote !== null) out.line(out.paint('dim', `    “${oneLine(quote)}”`));
  }
  if (draft.seen.length > MAX_SIGHTINGS)
    out.line(out.paint('dim', `  … and ${draft.seen.length - MAX_SIGHTINGS} more`));
}

const MAX_SIGHTINGS = 10;

const WHO: Record<NonNullable<Output<'why'>['origin']>, string> = {
  person: 'said by a person',
  agent: 'said by an agent',
  rules: 'read in a rule file',
  note: 'read in a note',
  import: 'imported',
};

function fateOf({ id, step, reason, memory }: Output<'drafts'>['drafts'][number]): string {
  if (step === null)
    return memory === id ? 'is a memory' : memory === null ? 'pending' : `merged into memory ${memory}`;
  return `dropped at ${step}: ${reason!.text}`;
}
