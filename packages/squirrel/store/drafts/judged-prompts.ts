import { type SentenceReading, STATEMENT_KINDS, STATEMENT_REACHES } from '@sqrl/base/model/judgement.ts';
import { raw } from '@sqrl/base/sqlite/query.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { jsonMark, setMark } from '../marks.ts';

/** Sessions with prompts of a person that a model has not read yet. */
export const sessionsToJudge = (store: Store, model: string): number[] =>
  store.column`select distinct event.session from event
    where ${raw(IS_PERSONS)} and not exists (select 1 from mark
      where kind = 'prompt reading' and name = event.row and value ->> '$.model' = ${model})
    order by event.session`;

/** What a person wrote, also in answering a question or refusing a call; not what an agent wrote to a subagent. */
const IS_PERSONS = `event.agent is null and event.text <> '' and (event.kind = 'prompt' or event.kind = 'result'
  and coalesce(event.tool, '') not like 'mcp:%' and (event.outcome = 'rejected' or event.tool = 'ask' and event.outcome = 'ok'))`;

/** What a model read in the sentences of a prompt, in their order; undefined where it has not read it. */
export function readingsOf(store: Store, event: number, model: string): SentenceReading[] | undefined {
  const found = jsonMark<PromptReading>(store, 'prompt reading', event);
  return found?.model === model ? found.readings.map(fromStored) : undefined;
}

interface PromptReading {
  model: string;
  readings: StoredReading[];
}

export const textOfEvent = (store: Store, event: string): string | undefined =>
  store.value`select text from event where id = unhex(${event})`;

export function putReadings(
  store: Store,
  { event, model }: { event: number; model: string },
  readings: readonly SentenceReading[],
): void {
  const kept: PromptReading = { model, readings: readings.map(toStored) };
  setMark(store, 'prompt reading', event, JSON.stringify(kept));
}

type StoredReading = readonly [keep: number, kind: number, reach: number];

const toStored = ({ keep, kind, reach }: SentenceReading): StoredReading => [
  Math.round(keep * 1000) / 1000,
  STATEMENT_KINDS.indexOf(kind),
  STATEMENT_REACHES.indexOf(reach),
];

const fromStored = ([keep, kind, reach]: StoredReading): SentenceReading => ({
  keep,
  kind: STATEMENT_KINDS[kind]!,
  reach: STATEMENT_REACHES[reach]!,
});
