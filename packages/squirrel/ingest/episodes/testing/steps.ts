import type { EpisodeEvent } from '../step.ts';

let next = 0;

/** A step with everything filled in, a second after the last one, for tests that care about one or two of its fields. */
export const step = (given: Partial<EpisodeEvent>): EpisodeEvent => ({
  id: (++next).toString(16).padStart(32, '0'),
  agent: null,
  at: next * 1000,
  kind: 'reply',
  tool: null,
  call: null,
  command: null,
  files: [],
  outcome: null,
  text: '',
  tainted: false,
  ...given,
});

export const said = (text: string, given: Partial<EpisodeEvent> = {}): EpisodeEvent =>
  step({ kind: 'prompt', text, ...given });

export const replied = (text = 'Done.', given: Partial<EpisodeEvent> = {}): EpisodeEvent =>
  step({ kind: 'reply', text, ...given });

export const ran = (command: string, text = '', given: Partial<EpisodeEvent> = {}): EpisodeEvent =>
  step({ kind: 'result', tool: 'run', command, text, outcome: 'ok', ...given });

export const failedAt = (
  command: string,
  text = 'Error: no',
  given: Partial<EpisodeEvent> = {},
): EpisodeEvent => ran(command, text, { outcome: 'failed', ...given });

export const edited = (path: string, given: Partial<EpisodeEvent> = {}): EpisodeEvent =>
  step({
    kind: 'result',
    tool: 'edit',
    outcome: 'ok',
    files: [{ path, outside: false, way: 'edit', lines: null }],
    ...given,
  });

export const looked = (path: string, given: Partial<EpisodeEvent> = {}): EpisodeEvent =>
  step({
    kind: 'result',
    tool: 'read',
    outcome: 'ok',
    files: [{ path, outside: false, way: 'read', lines: null }],
    ...given,
  });

/** Lets time pass before a step, and everything behind it. */
export function after(
  minutes: number,
  steps: readonly EpisodeEvent[],
  from: readonly EpisodeEvent[],
): EpisodeEvent[] {
  const start = (from.at(-1)?.at ?? 0) + minutes * 60_000;
  return steps.map((one, i) => ({ ...one, at: start + i * 1000 }));
}
