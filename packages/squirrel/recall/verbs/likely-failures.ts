import { memoriesAt } from '../../store/memory/memories.ts';
import { triggersIn } from '../../store/memory/places.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { saysFix } from '../deliver/after-failure.ts';
import type { BriefFailure } from '../deliver/brief-commands.ts';
import { surestFirst } from '../deliver/delivery-text.ts';
import type { DeliveryContext } from './deliver-moments.ts';
import { tellable } from './delivery-selection.ts';
import { runsOf } from './stop-calls.ts';

/** A failure is likely that was run into in one of the latest sessions, counted in sessions of the project. */
const LIKELY_SESSIONS = 3;

/** Failures with a known fix, the surest first; likely are those that the latest work ran into. */
export function knownFailures(engine: Engine, hearing: DeliveryContext): BriefFailure[] {
  if (hearing.guards === 'off') return [];
  const { store: own } = engine.own;
  const found = engine.indexedStores.flatMap(({ store }) => {
    const times = new Map(
      triggersIn(store).map(({ row, trigger }) => [
        row,
        new Set(runsOf(own, trigger, LIKELY_SESSIONS).map(({ session }) => session)).size,
      ]),
    );
    return memoriesAt(store, [...times.keys()])
      .filter(({ memory }) => PROVEN.has(memory.type) && saysFix(memory))
      .map(({ memory, row }) => ({
        memory,
        isLikely: times.get(row)! > 0,
        why: `tried in ${times.get(row)!} of the last ${LIKELY_SESSIONS} sessions`,
      }));
  });
  return tellable(engine, found, hearing).may.toSorted(surestFirst);
}

/** What was seen to fail; a person's rules stand among the rules. */
const PROVEN: ReadonlySet<string> = new Set(['gotcha', 'dead_end', 'error_pattern']);
