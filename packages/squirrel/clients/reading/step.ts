import type { RawEvent } from '@sqrl/base/model/reader.ts';

/** What every step must say; all else is null unless given. */
export type RawStep = Pick<RawEvent, 'key' | 'session' | 'at' | 'kind' | 'text'> & Partial<RawEvent>;

/** Makes a step whole: what its reader does not tell is null. */
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
