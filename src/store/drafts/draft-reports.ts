import { readMessage, storedMessage } from '../../base/messages.ts';
import type { DraftReport } from '../../model/draft-report.ts';
import type { StepName } from '../../model/sighting.ts';
import { noteTyped } from '../journal.ts';
import type { Store } from '../store.ts';

/** Notes what became of a draft that was told, in place of what became of it before. */
export function putDraftReport(
  store: Store,
  { id, at, origin, text, step, reason, memory, facts }: DraftReport,
): void {
  store
    .sql(
      'insert or replace into telling (id, at, origin, text, step, reason, memory, facts) values (?, ?, ?, ?, ?, ?, ?, ?)',
    )
    .run(id, at, origin, text, step, reason && storedMessage(reason), memory, JSON.stringify(facts));
  if (memory !== null) noteTyped(store, 'memory', memory);
}

/** Tellings that became, or reinforce, a memory, or whose id begins so; its own first. */
export const draftReportsLike = (store: Store, id: string): DraftReport[] =>
  store
    .sql(
      `select * from telling where (id >= ?1 and id < ?1 || char(1114111)) or memory = ?1
        order by id = ?1 desc, id >= ?1 and id < ?1 || char(1114111) desc, at desc limit 2`,
    )
    .all(id)
    .map(toDraftReport);

/** What was told, the newest first: all of it, or what was dropped at a step. */
export const newestDraftReports = (
  store: Store,
  { step, limit }: { step: StepName | undefined; limit: number },
): DraftReport[] =>
  store
    .sql('select * from telling where ?1 is null or step = ?1 order by at desc, id limit ?2')
    .all(step ?? null, limit)
    .map(toDraftReport);

/** How much was told, by the step that dropped it; under `kept` what none did. */
export const draftReportsByStep = (store: Store): Record<string, number> =>
  Object.fromEntries(
    store
      .sql(`select ifnull(step, 'kept') as step, count(*) as n from telling group by 1`)
      .all()
      .map(({ step, n }) => [step as string, n as number]),
  );

// biome-ignore lint/suspicious/noExplicitAny: the one place where a row becomes a report
const toDraftReport = ({ facts, reason, ...row }: any): DraftReport => ({
  ...row,
  reason: reason === null ? null : readMessage(reason),
  facts: JSON.parse(facts),
});
