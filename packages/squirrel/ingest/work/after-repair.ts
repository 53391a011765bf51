import { type RepairReport, readRepairReport, writeRepairReport } from '@sqrl/base/repair-report.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { forgetReadingsSince } from '../../store/events/readings.ts';
import { openStore } from '../../store/open.ts';
import { projectsSeen } from '../../store/projects.ts';
import { replayJournal } from '../../store/replay-journal.ts';
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
      for (const [path, report] of repaired) {
        // Once more, now that the logs are in: where both say something of a memory, the newer word counts.
        if (path !== user.path) {
          using store = openStore(path, { now: () => at });
          replayJournal(store);
        } else replayJournal(user);
        writeRepairReport(path, { ...report, readAgain: { at, events } });
      }
    },
  };
}
