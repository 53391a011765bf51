import { isOnlyLooking } from '../../../base/shell/only-looking.ts';
import type { KeptSighting, Proposal } from '../../../model/sighting.ts';
import type { FailureInSession, SessionSummary, SightingDetails } from '../signal.ts';
import { clipOneLine, evidenceFrom } from './wording.ts';

interface FixFacts extends Record<string, unknown> {
  command: string;
  line: string;
  /** What was run between the failure and the success, where nothing else was changed in between. */
  ran: string[];
}

/** For each command that failed in a session: what alone was run until the same command went well. */
export function fixesIn({ failures }: SessionSummary, branch: string | null): SightingDetails[] {
  const byCommand = new Map<string, FailureInSession[]>();
  for (const failure of failures)
    if (failure.tool === 'run' && failure.command !== null && failure.command.length <= MAX_COMMAND_CHARS)
      byCommand.set(failure.command, [...(byCommand.get(failure.command) ?? []), failure]);
  return [...byCommand].slice(0, MAX_ENTRIES).map(([command, all]) => {
    const mended = all.find((failure) => mendersOf(failure).length > 0);
    const shown = mended ?? all[0]!;
    const facts: FixFacts = {
      command,
      line: shown.line.slice(0, 160),
      ran: mended ? mendersOf(mended) : [],
    };
    return {
      matter: `mend ${command}`,
      at: shown.at,
      episode: shown.episode,
      events: [shown.event, ...(mended?.resolution ? [mended.resolution.event] : [])],
      quote: shown.line.slice(0, 200),
      proof: mended ? 'failure_then_success' : 'failure',
      tainted: shown.tainted,
      strength: mended ? 0.9 : 0.3,
      branch,
      facts,
    };
  });
}

const MAX_COMMAND_CHARS = 160;
const MAX_ENTRIES = 20;

function mendersOf({ command, resolution }: FailureInSession): string[] {
  if (resolution?.how !== 'same command' || resolution.changed.length > 0) return [];
  return resolution.ran
    .filter((ran) => ran !== command && ran.length <= MAX_COMMAND_CHARS && !isOnlyLooking(ran))
    .slice(-3);
}

/** What mends a command that fails, where that was the same thing again and again. */
export function proposeFix(seen: readonly KeptSighting[]): Proposal | null {
  const recent = seen.slice(-MAX_RECENT_CASES);
  const counts = new Map<string, KeptSighting[]>();
  for (const sighting of recent)
    for (const ran of (sighting.facts as FixFacts).ran)
      counts.set(ran, [...(counts.get(ran) ?? []), sighting]);
  const [best] = [...counts].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  if (best === undefined) return null;
  const [mender, proofs] = best;
  const failed = new Set(recent.map(({ session }) => session)).size;
  const mended = new Set(proofs.map(({ session }) => session)).size;
  if (mended < MIN_SESSIONS || mended < failed * MIN_SHARE) return null;
  const { command } = proofs[0]!.facts as FixFacts;
  const line = commonest(proofs.map(({ facts }) => (facts as FixFacts).line));
  return {
    type: 'error_pattern',
    text: `When \`${clipOneLine(command, 80)}\` fails with “${clipOneLine(line, 80)}”, \`${clipOneLine(mender, 80)}\` fixes it (in ${mended} of ${failed} sessions).`,
    tags: ['error'],
    evidence: evidenceFrom(proofs),
  };
}

const MAX_RECENT_CASES = 40;
const MIN_SESSIONS = 2;
const MIN_SHARE = 0.4;

function commonest(lines: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]![0];
}
