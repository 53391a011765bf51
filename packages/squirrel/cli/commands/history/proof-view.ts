import { quotedFrom } from '@sqrl/base/model/sync/told.ts';
import { oneLine, visible } from '@sqrl/base/plain.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import type { TerminalOutput } from '@sqrl/base/terminal/terminal.ts';
import { localTime, relativeTime } from '@sqrl/base/terminal/time.ts';
import { wrap } from '@sqrl/base/terminal/width.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { shortId } from '../../session-id.ts';
import type { CommandRun } from '../../task.ts';
import { showItems, showSection } from '../../view.ts';

/** Prints failures that come back. */
export const showFailures = (
  out: TerminalOutput,
  failures: Output<'failures'>['failures'],
  now: number,
): void =>
  showItems(
    out,
    failures.map(({ fingerprint, line, sessions, times, resolved, lastAt }) => ({
      mark: fingerprint.slice(0, 8),
      head: line,
      facts: [
        `${countNoun(times, 'time')} in ${countNoun(sessions, 'session')}`,
        `resolved ${countNoun(resolved, 'time')}`,
        `last ${relativeTime(lastAt, now)}`,
      ],
    })),
  );

/** Prints one failure: what resolved it, and the last times it was seen. */
export function showFailure({ out, world }: CommandRun, { failure, fixes, seen }: Output<'failure'>): void {
  showFailures(out, [failure], world.now());
  showSection(
    out,
    'Fixes',
    fixes.slice(0, 5).map(({ how, command, times, changed }) => ({
      mark: `${String(times).padStart(5)} ×`,
      head: command ?? how,
      facts: [how, changed.length > 0 && `after changing ${changed.join(', ')}`],
    })),
  );
  showSection(
    out,
    'Seen',
    seen.map(({ at, session, failedCommand, text }) => ({
      head: `${localTime(at)} · session ${shortId(session)}${failedCommand ? ` · ${failedCommand}` : ''}`,
      below: text.trim().split('\n').slice(0, 4),
    })),
  );
}

/** Prints what happened to a memory, step by step, and what it came to. */
export function showLife({ out, world }: CommandRun, life: Output<'memoryHistory'>): void {
  const { id, memory, confidence, steps, tally, deliveredAt, outcomes } = life;
  if (memory) {
    for (const line of wrap(quotedFrom(memory, visible(memory.text.trim())), out.width)) out.line(line);
    const isFaded = confidence !== null && confidence < memory.confidence - 0.005;
    const sure = `confidence ${memory.confidence}${isFaded ? `, now ${Math.round(confidence * 100) / 100}` : ''}`;
    const branch = memory.branch ? ` · staged on ${oneLine(memory.branch)}` : '';
    out.quiet(`${memory.status} · ${sure}${branch}`);
  } else out.quiet(`${id} was deleted.`);
  showSection(
    out,
    'Changes',
    steps.map(({ at, did, why, before }) => ({
      mark: localTime(at),
      head: did,
      facts: [why],
      below: before === null ? [] : [`old text: “${oneLine(before)}”`],
    })),
    { inline: true },
  );
  if (tally.opportunities === 0) return;
  const missed = tally.misses > 0 ? `; the failure happened anyway ${countNoun(tally.misses, 'time')}` : '';
  const shown = deliveredAt === null ? '' : ` It was last shown ${relativeTime(deliveredAt, world.now())}.`;
  out.line(`\n${out.paint('bold', 'Effect')}`);
  out.line(
    `  It applied to ${countNoun(tally.opportunities, 'episode')}, and had been shown before in ${tally.chances} of them.`,
  );
  out.line(`  It was followed in ${tally.uses} and helped in ${tally.hits}${missed}.${shown}`);
  showItems(
    out,
    outcomes.map(({ at, used, delivered, why }) => ({
      mark: `  ${used ? '+' : delivered ? '-' : ' '} ${localTime(at)}`,
      head: why,
    })),
  );
}

type DraftFate = Output<'drafts'>['drafts'][number];

/** Prints candidate memories with their outcome, newest first. */
export const showDrafts = (out: TerminalOutput, drafts: readonly DraftFate[], now: number): void =>
  showItems(
    out,
    drafts.map((draft) => ({
      ...{ mark: draft.id, style: 'bold', head: draft.proposal.text },
      facts: [
        `${draft.origin ? WHO[draft.origin] : draft.signal}, ${relativeTime(draft.lastAt, now)}: ${fateOf(draft)}`,
      ],
    })),
  );

/** Prints one candidate with its evidence and the result of each check. */
export function showDraft({ out, world }: CommandRun, draft: Output<'why'>): void {
  const by = draft.origin
    ? WHO[draft.origin]
    : `${draft.signal}, in ${countNoun(draft.sessions, 'session')} (needs ${draft.minSessions})`;
  showItems(out, [
    {
      ...{ mark: draft.id, style: 'bold', head: draft.proposal.text },
      below: [fateOf(draft), ...(draft.untold ? [`not told: ${oneLine(draft.untold)}`] : []), by],
    },
  ]);
  const seen = draft.seen.slice(0, MAX_SIGHTINGS).map(({ at, session, quote, proof, tainted }) => ({
    head: `${relativeTime(at, world.now())}, ${session}: ${proof}${tainted ? ', after external text' : ''}`,
    below: quote === null ? [] : [`“${oneLine(quote)}”`],
  }));
  showSection(out, 'Seen', seen);
  if (draft.seen.length > MAX_SIGHTINGS) out.quiet(`… and ${draft.seen.length - MAX_SIGHTINGS} more`);
}

const MAX_SIGHTINGS = 10;

const WHO: Record<NonNullable<Output<'why'>['origin']>, string> = {
  person: 'said by a person',
  agent: 'said by an agent',
  rules: 'read in a rule file',
  note: 'read in a note',
  import: 'imported',
};

function fateOf({ id, step, reason, memory }: DraftFate): string {
  if (step === null)
    return memory === id ? 'is a memory' : memory === null ? 'pending' : `merged into memory ${memory}`;
  return `dropped at ${step}: ${reason}`;
}
