import type { RawEvent } from '@sqrl/base/model/reader.ts';

/** A prompt as a reader tells it, or what is given instead. */
export const rawEvent = (given: Partial<RawEvent> = {}): RawEvent => ({
  key: 'a',
  session: 's',
  agent: null,
  at: 1,
  kind: 'prompt',
  text: 'Hello',
  tool: null,
  toolName: null,
  call: null,
  command: null,
  files: [],
  outcome: null,
  exitCode: null,
  tokens: null,
  durationMs: null,
  model: null,
  cwd: '/shop',
  branch: null,
  ...given,
});
