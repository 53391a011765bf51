import { DOUBTED_STATEMENT, type Evidence } from '@sqrl/base/model/memory.ts';
import {
  type DraftCandidate,
  type KeptSighting,
  SESSION_KINDS,
  type SignalName,
} from '@sqrl/base/model/sighting.ts';
import { type Signal, worthOf } from './signal.ts';
import { firstAndNewest } from './wording.ts';

/**
 * What the sightings of one matter, oldest first, come to; null where they propose nothing. Sightings after foreign text
 * are left aside where those without are enough: what they say must neither count nor find its way into the words. So are
 * statements that may be another author's where the person's own are there.
 */
export function candidateOf(signal: Signal, seen: readonly KeptSighting[]): DraftCandidate | null {
  const sure = seen.filter(({ proof }) => proof !== DOUBTED_STATEMENT);
  const near = (sure.length > 0 ? sure : seen).map(withinProject);
  const clean = near.filter(({ tainted }) => !tainted);
  return comesTo(signal, whenEnough(signal.minSessions, clean) ? clean : near);
}

/** A history that lies in a repository speaks for that repository at most, whoever says that it is theirs. */
const withinProject = (one: KeptSighting): KeptSighting =>
  one.session.startsWith('specstory:') && one.facts.scope === 'global'
    ? { ...one, facts: { ...one.facts, scope: 'project' } }
    : one;

function comesTo(signal: Signal, seen: readonly KeptSighting[]): DraftCandidate | null {
  const proposal = seen.length === 0 ? null : signal.propose(seen);
  if (proposal === null) return null;
  const last = seen.at(-1)!;
  const { minSessions: needed = signal.minSessions, ...proposed } = proposal;
  const minSessions = Math.max(1, needed - Number(seen.some(isReached)));
  const enough = whenEnough(minSessions, seen) ?? last;
  const branches = new Set(seen.map(({ branch }) => branch));
  return {
    ...{ signal: signal.name, matter: `${signal.name}:${last.matter}`, worth: worthOf(signal.worth) },
    ...{ at: enough.at, lastAt: last.at, session: enough.session, sessionKind: enough.sessionKind },
    ...{ minSessions, sessions: new Set(seen.map(({ session }) => session)).size },
    quorum: seen.some(({ agents }) => agents >= 2),
    strength: Math.max(...seen.map(({ strength }) => strength)),
    tainted: proposal.tainted === true || seen.some(({ tainted }) => tainted),
    branch: branches.size === 1 ? last.branch : null,
    proposal: { ...proposed, evidence: proposal.evidence ?? firstAndNewest(seen, SHOWN).flatMap(proofsOf) },
  };
}

/** The sighting with which a matter had been seen often enough. */
function whenEnough(minSessions: number, seen: readonly KeptSighting[]): KeptSighting | undefined {
  const sessions = new Set<string>();
  return seen.find((one) => {
    sessions.add(one.session);
    return one.agents >= 2 || sessions.size >= minSessions;
  });
}

/** Its session came to what its kind is for, and shows such things best: it counts for one session more. */
const isReached = ({ reached = false, sessionKind, signal }: KeptSighting): boolean =>
  reached && (SESSION_KINDS[sessionKind].primary as readonly SignalName[]).includes(signal);

/** What shows one sighting: of an agreement the words of both. */
function proofsOf({ proof, episode, events, quote, at, facts }: KeptSighting): Evidence[] {
  const { agreedTo } = facts;
  if (typeof agreedTo !== 'string') return [{ proof, episode, events, quote, at }];
  return [
    { proof: 'agent_statement', episode, events: events.slice(1), quote: agreedTo, at },
    { proof, episode, events: events.slice(0, 1), quote, at },
  ];
}

const SHOWN = { most: 10, first: 3 };
