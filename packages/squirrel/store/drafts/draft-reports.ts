import type { DraftReport } from '@sqrl/base/model/draft-report.ts';
import type { StepName } from '@sqrl/base/model/sighting.ts';
import { as } from '@sqrl/base/sqlite/query.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { noteTyped } from '../journal.ts';

/** Notes what became of a draft that was told, in place of what became of it before. */
export function putDraftReport(store: Store, report: DraftReport): void {
  store.put('telling', { ...report, reason: report.reason && report.reason });
  if (report.memory !== null) noteTyped(store, 'memory', report.memory);
}

/** Tellings that became, or reinforce, a memory, or whose id begins so; its own first. */
export const draftReportsLike = (store: Store, id: string): DraftReport[] =>
  store.rows`select * from telling where (id >= ${id} and id < ${id} || char(1114111)) or memory = ${id}
    order by id = ${id} desc, id >= ${id} and id < ${id} || char(1114111) desc, at desc limit 2`.map(
    toDraftReport,
  );

export const newestDraftReports = (
  store: Store,
  { step, limit }: { step: StepName | undefined; limit: number },
): DraftReport[] =>
  store.rows`select * from telling where ${step} is null or step = ${step} order by at desc, id
    limit ${limit}`.map(toDraftReport);

/** How much was told, by the step that dropped it; under `kept` what none did. */
export const draftReportsByStep = (store: Store): Record<string, number> =>
  Object.fromEntries(
    store.pairs<string, number>`select ifnull(step, 'kept') as step, count(*) as n from telling group by 1`,
  );

const toDraftReport = as<DraftReport>();
