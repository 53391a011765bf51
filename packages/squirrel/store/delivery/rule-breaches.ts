import { as, flag } from '@sqrl/base/sqlite/query.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';

/** What became of a call that broke a rule. */
export interface RuleBreach {
  memory: string;
  client: string;
  session: string;
  at: number;
  did: 'stopped' | 'overruled' | 'broken';
  /** The command or the file, without secrets. */
  about: string;
}

export interface RuleCounts {
  memory: string;
  /** Calls that were stopped and not made. */
  kept: number;
  /** Calls that were seen when they were done. */
  broken: number;
  /** Calls that were made again after the stop. */
  overruled: number;
}

/** Overruled so often, a rule asks to be changed or removed. */
export const MAX_OVERRULED = 3;

export function addRuleBreach(store: Store, { memory, client, session, at, did, about }: RuleBreach): void {
  store.insert('rule_breach', { memory, client, session, at, did, about });
}

export const ruleBreachesOf = (store: Store, client: string, session: string): RuleBreach[] =>
  store.rows`select memory, client, session, at, did, about from rule_breach
    where session = ${session} and client = ${client} order by rowid`;

export const ruleCounts = (store: Store, memory?: string): RuleCounts[] =>
  store.rows`select memory, max(0, sum(did = 'stopped') - sum(did = 'overruled')) as kept,
    sum(did = 'broken') as broken,
         sum(did = 'overruled') as overruled
    from rule_breach where ${memory} is null or memory = ${memory} group by memory order by overruled desc,
      kept + broken desc`;

/** By rule and session, whether each call that would have broken the rule was stopped and not made. */
export const breachedSessions = (
  store: Store,
): (Pick<RuleBreach, 'memory' | 'client' | 'session' | 'at'> & { isKept: boolean })[] =>
  store.rows`select memory, client, session, min(at) as at, min(did = 'stopped') as isKept
    from rule_breach group by memory, client, session`.map(as({ isKept: flag }));
