import { oneLine } from '../../base/plain.ts';
import { STEPS } from '../../model/sighting.ts';
import type { Output } from '../../protocol/verbs.ts';
import { argumentsOf, type Options, wordsOf } from '../arguments.ts';
import { EXIT, type Exit } from '../exit.ts';
import { count } from '../size.ts';
import { answer, openMemory, type Task } from '../task.ts';
import { relativeTime } from '../time.ts';
import { numberOf, oneOf } from '../usage.ts';

export const summary = 'Tell why something was, or was not, made a memory';
export const help = `
Usage: sqrl why [DRAFT]
       sqrl why [--step STEP] [--limit N]

  --step STEP      Only drafts that were dropped at this step: ${STEPS.join(', ')}
  --limit N        At most so many (20)

A draft is something that was seen, or told, and may be worth remembering. Without one it lists them, the newest first,
with what became of each; with the id of a draft or of a memory it shows what was seen or said, when, and what each step
of the gate did.

Examples:
  $ sqrl why
  $ sqrl why --step novelty
  $ sqrl why 7k2m
`;
export const options = {
  step: { type: 'string' },
  limit: { type: 'string' },
} as const satisfies Options;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('why', task.argv, options);
  wordsOf('why', words, { what: 'a draft', from: 0, to: 1 });
  const limit = numberOf('--limit', values.limit, { from: 1, to: 10_000, whole: true });
  const step = values.step === undefined ? undefined : oneOf('--step', values.step, STEPS);
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

function showAll(task: Task, { drafts, total }: Output<'drafts'>): void {
  const { out, err } = task;
  if (total === 0) {
    err.line('No draft is like that.');
    err.line(err.paint('dim', "`sqrl ingest` reads the agents' logs and learns from them."));
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
    err.line(err.paint('dim', `${drafts.length} of ${count(total, 'draft')}; more with --limit.`));
}

function showOne(task: Task, draft: Output<'why'>): void {
  const { out } = task;
  const now = task.world.now();
  out.line(`${out.paint('bold', draft.id)}  ${oneLine(draft.proposal.text)}`);
  out.line(`  ${fateOf(draft)}`);
  const by = draft.origin
    ? WHO[draft.origin]
    : `${draft.signal}, in ${count(draft.sessions, 'session')} (it needs ${draft.minSessions})`;
  out.line(out.paint('dim', `  ${by}`));
  for (const { step, did } of draft.steps ?? []) out.line(`  ${step}: ${oneLine(did)}`);
  for (const { at, session, quote, proof, tainted } of draft.seen.slice(0, SHOWN)) {
    const where = `${relativeTime(at, now)}, ${oneLine(session)}: ${proof}${tainted ? ', after foreign text' : ''}`;
    out.line(`  - ${where}`);
    if (quote !== null) out.line(out.paint('dim', `    “${oneLine(quote)}”`));
  }
  if (draft.seen.length > SHOWN) out.line(out.paint('dim', `  … and ${draft.seen.length - SHOWN} more`));
}

const SHOWN = 10;

const WHO: Record<NonNullable<Output<'why'>['origin']>, string> = {
  person: 'said by a person',
  agent: 'said by an agent',
  rules: 'read in a rule file',
  note: 'read in a note',
  import: 'brought in from elsewhere',
};

function fateOf({ id, step, reason, memory }: Output<'drafts'>['drafts'][number]): string {
  if (step === null)
    return memory === id ? 'is a memory' : memory === null ? 'waits' : `is in memory ${memory}`;
  return `dropped at ${step}: ${reason}`;
}
