import { type RepairReport, readRepairReport, writeRepairReport } from '../../base/repair-report.ts';
import { forgetReadingsSince } from '../../store/events/readings.ts';
import { projectsSeen } from '../../store/projects.ts';
import type { Store } from '../../store/store.ts';
import type { Home } from '../../workspace/home.ts';

/**
 * Has logs read again whose events were lost with a damaged store: how far they were read stands in the user's store,
 * which is whole. To read an event twice changes nothing. `done` notes how many came back.
 */
export function rereadAfterRepair(home: Home, user: Store): { done(at: number, events: number): void } {
  const stores = [home.user, ...projectsSeen(user).map(({ id }) => home.project({ id }))];
  const repaired = stores.flatMap((store): [string, RepairReport][] => {
    const report = readRepairReport(store);
    return report?.readAgain === null ? [[store, report]] : [];
  });
  if (repaired.length > 0) forgetReadingsSince(user, Math.min(...repaired.map(([, { since }]) => since)));
  return {
    done(at, events) {
      for (const [store, report] of repaired)
        writeRepairReport(store, { ...report, readAgain: { at, events } });
    },
  };
}
