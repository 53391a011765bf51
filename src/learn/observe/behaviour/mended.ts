import { isOnlyLooking } from '../../../base/shell/only-looking.ts';
import type { KeptSighting, Proposal } from '../../../model/sighting.ts';
import type { FailureInSession, Seen, SessionSeen } from '../signal.ts';
import { clip, evidenceFrom } from './wording.ts';

interface MendFacts extends Record<string, unknown> {
  command: string;
  line: string;
  /** What was run between the failure and the success, where nothing else was changed in between. */
  ran: string[];
}

/** For each command that failed in a session: what alone was run until the same command went well. */
export function mendsIn({ failures }: SessionSeen, branch: string | null): Seen[] {
  const byCommand = new Map<string, FailureInSession[]>();
  for (const failure of failures)
    if (failure.tool === 'run' && failure.command !== null && failure.command.length <= LONGEST)
      byCommand.set(failure.command, [...(byCommand.get(failure.command) ?? []), failure]);
  return [...byCommand].slice(0, MOST).map(([command, all]) => {
    const mended = all.find((failure) => mendersOf(failure).length > 0);
    const shown = mended ?? all[0]!;
    const facts: MendFacts = {
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

const LONGEST = 160;
const MOST = 20;

function mendersOf({ command, resolution }: FailureInSession): string[] {
  if (resolution?.how !== 'same command' || resolution.changed.length > 0) return [];
  return resolution.ran
    .filter((ran) => ran !== command && ran.length <= LONGEST && !isOnlyLooking(ran))
    .slice(-3);
}

/** What mends a command that fails, where that was the same thing again and again. */
export function proposeMend(seen: readonly KeptSighting[]): Proposal | null {
  const recent = seen.slice(-RECENT);
  const counts = new Map<string, KeptSighting[]>();
  for (const sighting of recent)
    for (const ran of (sighting.facts as MendFacts).ran)
      counts.set(ran, [...(counts.get(ran) ?? []), sighting]);
  const [best] = [...counts].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  if (best === undefined) return null;
  const [mender, proofs] = best;
  const failed = new Set(recent.map(({ session }) => session)).size;
  const mended = new Set(proofs.map(({ session }) => session)).size;
  if (mended < LEAST_SESSIONS || mended < failed * LEAST_SHARE) return null;
  const { command } = proofs[0]!.facts as MendFacts;
  const line = commonest(proofs.map(({ facts }) => (facts as MendFacts).line));
  return {
    type: 'error_pattern',
    text: `When \`${clip(command, 80)}\` fails, as with “${clip(line, 80)}”, \`${clip(mender, 80)}\` mends it (in ${mended} of ${failed} sessions).`,
    tags: ['error'],
    evidence: evidenceFrom(proofs),
  };
}

const RECENT = 40;
const LEAST_SESSIONS = 2;
const LEAST_SHARE = 0.4;

function commonest(lines: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]![0];
}
