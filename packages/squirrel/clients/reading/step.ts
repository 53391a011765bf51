import type { PieceResult, RawEvent, SessionFacts } from '@sqrl/base/model/reader.ts';

/** What every step must say; all else is null unless given. */
export type RawStep = Pick<RawEvent, 'key' | 'session' | 'at' | 'kind' | 'text'> & Partial<RawEvent>;

export const completeStep = (told: RawStep): RawEvent => ({
  key: told.key,
  session: told.session,
  agent: told.agent ?? null,
  at: told.at,
  kind: told.kind,
  text: told.text,
  tool: told.tool ?? null,
  toolName: told.toolName ?? null,
  call: told.call ?? null,
  command: told.command ?? null,
  files: told.files ?? [],
  outcome: told.outcome ?? null,
  exitCode: told.exitCode ?? null,
  tokens: told.tokens ?? null,
  durationMs: told.durationMs ?? null,
  model: told.model ?? null,
  cwd: told.cwd ?? null,
  branch: told.branch ?? null,
});

/** What a record turned out to be; `read` unless it says otherwise, and named by its own type. */
export interface RecordResult extends Partial<Omit<PieceResult, 'version' | 'session'>> {
  session?: SessionFacts | undefined;
}

export const PASSED: RecordResult = { fate: 'passed' };

/** The same as it is handed on; `type` and `version` are the record's. */
export const resultOf = (
  { events = NONE, fate = 'read', session, ...told }: RecordResult,
  type: string,
  version: string | null,
): PieceResult => ({ events, type: told.type ?? type, version, fate, ...(session && { session }) });

const NONE: readonly RawEvent[] = Object.freeze([]);

/** What is known of a session, without what is not. */
export const sessionFacts = (
  id: string,
  facts: { [Name in keyof SessionFacts]?: SessionFacts[Name] | null },
): SessionFacts => {
  const known = Object.entries(facts).filter(([, value]) => value !== null && value !== undefined);
  return { id, ...Object.fromEntries(known) };
};
