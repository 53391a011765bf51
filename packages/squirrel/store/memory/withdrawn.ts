import type { Store } from '@sqrl/base/sqlite/query.ts';

/** A memory that a person refused or corrected, and when. */
interface Withdrawal {
  memory: string;
  at: number;
  /** Its wording until then, where a person gave it another. */
  before: string | null;
}

/** Words that a person refused or corrected as a memory. */
export interface WithdrawnWords {
  text: string;
  events: string[];
  at: number;
  /** What the memory says now; null where it was refused. */
  instead: string | null;
}

/** All words that were withdrawn: few, since a person did it. Refusals, memories and events may lie in different stores. */
export function withdrawnWords(stores: readonly Store[]): WithdrawnWords[] {
  const withdrawals = Map.groupBy(
    stores.flatMap((store) => [...refusals(store), ...corrections(store)]),
    ({ memory }) => memory,
  );
  if (withdrawals.size === 0) return [];
  const ids = JSON.stringify([...withdrawals.keys()]);
  return stores.flatMap((store) =>
    store
      .sql(WORDS)
      .lists(ids)
      .flatMap(([id, ...found]) => wordsOf(found as FoundWords, withdrawals.get(id as string)!)),
  );
}

const refusals = (store: Store): Withdrawal[] =>
  store.rows`select memory, max(at) as at, null as before from refusal where memory is not null
    group by memory`;

const corrections = (store: Store): Withdrawal[] =>
  store.rows`select memory, at, was ->> '$.text' as before from deed
    where undone_at is null and was ->> '$.text' is not null`;

const WORDS = `
  select memory.id, memory.text, evidence.quote, evidence.events, evidence.at
    from memory left join evidence on evidence.memory = memory.row
   where memory.id in (select value from json_each(?))`;

/** A memory's text, and one of its proofs where it has any. */
type FoundWords = [text: string, quote: string | null, events: string | null, at: number | null];

/** What a person said of a memory before something proved it once more does not hold against that proof. */
function wordsOf(
  [present, quote, events, provedAt]: FoundWords,
  withdrawals: readonly Withdrawal[],
): WithdrawnWords[] {
  return withdrawals
    .filter(({ at }) => provedAt === null || provedAt <= at)
    .flatMap(({ at, before }) => {
      const about = { at, instead: before === null ? null : present };
      const proof =
        quote === null ? [] : [{ ...about, text: quote, events: JSON.parse(events!) as string[] }];
      return [{ ...about, text: before ?? present, events: [] }, ...proof];
    });
}
