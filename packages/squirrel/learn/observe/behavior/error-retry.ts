import type { KeptSighting, Proposal } from '@sqrl/base/model/sighting.ts';
import type { Trigger } from '@sqrl/base/model/trigger.ts';
import { fetches } from '@sqrl/base/shell/fetches.ts';
import { fixText } from '../../guards/guard-text.ts';
import { countSessions, eachAgent } from '../merge.ts';
import type { FailureInSession, SessionSummary, SightingDetails, Signal } from '../signal.ts';
import { evidenceFrom, inGroups } from '../wording.ts';
import { proposeGuard } from './guard.ts';
import { fixersIn, MAX_COMMAND_CHARS } from './remedies.ts';
import { noTries, seeTry, type TryHistory, triesIn } from './tries.ts';

interface ErrorRetryState {
  tries: TryHistory;
  branch: string | null;
}

/** Errors and what ended them: what can be foreseen becomes a guard, what fixes a failing command an error pattern. */
export const errorRetry: Signal<ErrorRetryState> = {
  name: 'error_retry',
  worth: { diagnostic: 0.9, acrossSessions: 0.8, falseAlarms: 0.2 },
  minSessions: 2,
  begin: () => ({ tries: noTries(), branch: null }),
  see(state, step) {
    state.branch = step.branch ?? state.branch;
    seeTry(state.tries, step);
  },
  finish: ({ tries, branch }, session) => [
    ...triesIn(tries, session),
    ...fixesIn(session, { branch, said: tries.said }),
  ],
  propose(seen) {
    const each = eachAgent(seen);
    return seen[0]?.matter.startsWith('try ') ? proposeGuard(each) : proposeFix(each);
  },
};

interface FixFacts extends Record<string, unknown> {
  command: string;
  folder: string | null;
  variables: string[];
  line: string;
  fingerprint: string;
  /** What was run between the failure and the success, where nothing else was changed in between. */
  ran: string[];
}

const MAX_ENTRIES = 20;

/** For each command that failed in a session: what alone was run until the same command went well. */
function fixesIn(
  { failures }: SessionSummary,
  { branch, said }: { branch: string | null; said: ReadonlyMap<string, string> },
): SightingDetails[] {
  const failed = failures.filter(
    ({ tool, command }) => tool === 'run' && command !== null && command.length <= MAX_COMMAND_CHARS,
  );
  return [...Map.groupBy(failed, placed)].slice(0, MAX_ENTRIES).map(([name, all]) => {
    const fixed = all.find((failure) => fixersIn(failure).length > 0);
    const shown = fixed ?? all[0]!;
    const line = said.get(shown.event) || shown.line;
    const facts: FixFacts = {
      command: shown.command!,
      folder: shown.folder ?? null,
      variables: [...(shown.variables ?? [])],
      line: line.slice(0, 160),
      fingerprint: shown.fingerprint,
      ran: fixed ? fixersIn(fixed) : [],
    };
    return {
      matter: `mend ${name}`,
      at: shown.at,
      episode: shown.episode,
      events: [shown.event, ...(fixed?.resolution ? [fixed.resolution.event] : [])],
      quote: line.slice(0, 200),
      proof: fixed ? 'failure_then_success' : 'failure',
      tainted: shown.tainted,
      strength: fixed ? 0.9 : 0.3,
      branch,
      facts,
    };
  });
}

/** A command with where it was run and the variables that were set for it: elsewhere it is another one. */
const placed = ({ command, folder, variables }: FailureInSession): string =>
  `${folder ? `cd ${folder} && ` : ''}${(variables ?? []).map((name) => `${name}=… `).join('')}${command}`;

const MAX_RECENT_CASES = 40;
const MIN_SESSIONS = 2;
const MIN_SHARE = 0.4;

function proposeFix(seen: readonly KeptSighting[]): Proposal | null {
  const recent = seen.slice(-MAX_RECENT_CASES);
  const factsOf = (sighting: KeptSighting) => sighting.facts as FixFacts;
  const fixes = recent.flatMap((one) => factsOf(one).ran.map((ran) => ({ ran, one })));
  const [best] = inGroups(fixes, ({ ran }) => ran);
  if (best === undefined) return null;
  const fixer = best[0];
  const proofs = best[1].map(({ one }) => one);
  const failed = new Set(recent.map(({ session }) => session)).size;
  const fixed = new Set(proofs.map(({ session }) => session)).size;
  if (fixed < MIN_SESSIONS || fixed < failed * MIN_SHARE) return null;
  const [fingerprint, same] = inGroups(proofs, (one) => factsOf(one).fingerprint)[0]!;
  const { command, folder, variables, line } = factsOf(same.at(-1)!);
  const trigger: Trigger = {
    ...{ tool: 'run', command, match: 'same', file: null, expects: fingerprint },
    ...(folder !== null && { folder }),
    ...(variables.length > 0 && { variables: variables.join(' ') }),
    failure: { line, times: failed, of: failed, varies: false, folder },
    remedy: { kind: 'first', command: fixer, folder: null, variables: [] },
  };
  const often =
    countSessions(proofs) < MIN_SESSIONS ? `seen by ${fixed} agents` : `in ${fixed} of ${failed} sessions`;
  return {
    type: 'error_pattern',
    text: fixText(trigger, often),
    trigger,
    tags: ['error', `failure:${fingerprint}`],
    // However often it helped, a stranger may have said what to fetch.
    needsReview: fetches(fixer, command),
    evidence: evidenceFrom(proofs),
  };
}
