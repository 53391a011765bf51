import { joined, type Message, message } from '../../base/messages.ts';
import { TRUST_LEVELS, type TrustLevel } from '../../model/delivery.ts';

/** What a level depends on, counted in one project. */
export interface TrustCounts {
  /** Sessions of agents that were read. */
  sessions: number;
  /** Sessions in which something was said. */
  told: number;
  /** Different memories that were said in them. */
  delivered: number;
  /** Memories of which the last word of a person is that they are right. */
  confirmed: number;
  /** Memories of which it is that they are wrong, or must be said otherwise. */
  flagged: number;
  /** Of these, those that had been said before. */
  flaggedDelivered: number;
}

/** Sessions after which a project is known well enough. */
const KNOWN = 3;
const WELL_KNOWN = 16;
/** Sessions in which something must have been said before less is asked of it. */
const TRIED = 10;
const CONFIRMED = 0.5;
const CORRECTED = 0.05;

/**
 * The level that counts have earned, one step up at a time. Where nobody reviews anything, nobody is in its way; to be
 * autonomous is nothing that can be earned.
 */
export function earnedLevel(level: TrustLevel, counts: TrustCounts): TrustLevel {
  const { sessions, told, delivered, confirmed, flagged, flaggedDelivered } = counts;
  const reviewed = confirmed + flagged;
  if (level === 'cautious')
    return sessions >= KNOWN && confirmed >= reviewed * CONFIRMED ? 'standard' : level;
  if (level === 'standard')
    return sessions >= WELL_KNOWN && told >= TRIED && flaggedDelivered < delivered * CORRECTED
      ? 'confident'
      : level;
  return level;
}

/** What the next level still asks for, in words; null where there is none to be earned. */
export function wantedFor(level: TrustLevel, counts: TrustCounts): Message | null {
  const { sessions, told, delivered, flaggedDelivered, confirmed, flagged } = counts;
  const needs = (parts: (Message | false)[]) =>
    joined(
      'join.sentences',
      parts.filter((part) => part !== false),
    );
  if (level === 'cautious')
    return message('trust.standard', {
      needs: needs([
        sessions < KNOWN && message('trust.sessions', { n: KNOWN, count: sessions }),
        confirmed < (confirmed + flagged) * CONFIRMED &&
          message('trust.confirmed', { count: confirmed, n: confirmed + flagged }),
      ]),
    });
  if (level === 'standard')
    return message('trust.confident', {
      needs: needs([
        sessions < WELL_KNOWN && message('trust.sessions', { n: WELL_KNOWN, count: sessions }),
        told < TRIED && message('trust.toldSessions', { n: TRIED, count: told }),
        told >= TRIED &&
          flaggedDelivered >= delivered * CORRECTED &&
          message('trust.corrected', { count: flaggedDelivered, n: delivered }),
      ]),
    });
  return null;
}

/** Wrong statements of one session that are a reason to be more careful. */
const WRONG_IN_ONE = 3;

/** The level to offer after a session in which much was wrong; undefined where there is no reason, or nothing lower. */
export function offeredLevel(level: TrustLevel, wrongInOne: number): TrustLevel | undefined {
  if (wrongInOne < WRONG_IN_ONE) return undefined;
  const levels = Object.keys(TRUST_LEVELS) as TrustLevel[];
  return levels[levels.indexOf(level) - 1];
}
