import { isOnlyLooking } from '../../../base/shell/only-looking.ts';
import type { KeptSighting, Proposal } from '../../../model/sighting.ts';
import { countSessions } from '../merge.ts';
import type { FailureInSession, SessionSummary, SightingDetails } from '../signal.ts';
import { clipOneLine, evidenceFrom } from './wording.ts';

interface FixFacts extends Record<string, unknown> {
  command: string;
  line: string;
  fingerprint: string;
  /** What was run between the failure and the success, where nothing else was changed in between. */
  ran: string[];
}

/** For each command that failed in a session: what alone was run until the same command went well. */
export function fixesIn(
  { failures }: SessionSummary,
  { branch, said }: { branch: string | null; said: ReadonlyMap<string, string> },
): SightingDetails[] {
  const byCommand = new Map<string, FailureInSession[]>();
  for (const failure of failures)
    if (failure.tool === 'run' && failure.command !== null && failure.command.length <= MAX_COMMAND_CHARS)
      byCommand.set(placed(failure), [...(byCommand.get(placed(failure)) ?? []), failure]);
  return [...byCommand].slice(0, MAX_ENTRIES).map(([command, all]) => {
    const mended = all.find((failure) => mendersOf(failure).length > 0);
    const shown = mended ?? all[0]!;
    const facts: FixFacts = {
      command,
      line: (said.get(shown.event) || shown.line).slice(0, 160),
      fingerprint: shown.fingerprint,
      ran: mended ? mendersOf(mended) : [],
    };
    return {
      matter: `mend ${command}`,
      at: shown.at,
      episode: shown.episode,
      events: [shown.event, ...(mended?.resolution ? [mended.resolution.event] : [])],
      quote: (said.get(shown.event) || shown.line).slice(0, 200),
      proof: mended ? 'failure_then_success' : 'failure',
      tainted: shown.tainted,
      strength: mended ? 0.9 : 0.3,
      branch,
      facts,
    };
  });
}

/** A command with where it was run and the variables that were set for it: elsewhere it is another one. */
const placed = ({ command, folder, variables }: FailureInSession): string =>
  `${folder ? `cd ${folder} && ` : ''}${(variables ?? []).map((name) => `${name}=… `).join('')}${command}`;

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
  const fingerprint = commonest(proofs.map(({ facts }) => (facts as FixFacts).fingerprint));
  const same = proofs.findLast(({ facts }) => (facts as FixFacts).fingerprint === fingerprint)!;
  const { line } = same.facts as FixFacts;
  const often =
    countSessions(proofs) < MIN_SESSIONS ? `seen by ${mended} agents` : `in ${mended} of ${failed} sessions`;
  return {
    type: 'error_pattern',
    text: `When \`${clipOneLine(command, 80)}\` fails with “${clipOneLine(line, 140)}”, \`${clipOneLine(mender, 120)}\` fixes it (${often}).`,
    tags: ['error', `failure:${fingerprint}`],
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
