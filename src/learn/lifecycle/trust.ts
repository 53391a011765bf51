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
export function wantedFor(level: TrustLevel, counts: TrustCounts): string | null {
  const { sessions, told, delivered, flaggedDelivered, confirmed, flagged } = counts;
  const wants = (parts: (string | false)[]) => parts.filter((part) => part !== false).join('; ');
  if (level === 'cautious')
    return `standard: ${wants([
      sessions < KNOWN && `${KNOWN} sessions (${sessions} so far)`,
      confirmed < (confirmed + flagged) * CONFIRMED &&
        `half of what people judged must be right (${confirmed} of ${confirmed + flagged})`,
    ])}`;
  if (level === 'standard')
    return `confident: ${wants([
      sessions < WELL_KNOWN && `${WELL_KNOWN} sessions (${sessions} so far)`,
      told < TRIED && `${TRIED} sessions in which something was said (${told} so far)`,
      told >= TRIED &&
        flaggedDelivered >= delivered * CORRECTED &&
        `less than 1 in 20 of what was said may be wrong (${flaggedDelivered} of ${delivered})`,
    ])}`;
  return null;
}

/** So many things that were said in one session and were wrong are a reason to be more careful. */
const WRONG_IN_ONE = 3;

/** The level to offer after a session in which much was wrong; undefined where there is no reason, or nothing lower. */
export function offeredLevel(level: TrustLevel, wrongInOne: number): TrustLevel | undefined {
  if (wrongInOne < WRONG_IN_ONE) return undefined;
  const levels = Object.keys(TRUST_LEVELS) as TrustLevel[];
  return levels[levels.indexOf(level) - 1];
}
