import type { Memory } from '../../../model/memory.ts';
import type { Trigger } from '../../../model/trigger.ts';
import type { Injection } from '../../../store/delivery/injections.ts';
import type { Deed } from '../../../store/delivery/outcomes-sessions.ts';
import { type Happened, happenedIn } from '../happened.ts';
import { type Occasion, occasionOf } from '../occasion.ts';

/** When the episode of a test begins. */
const START = Date.UTC(2026, 5, 1, 9);
const MINUTE = 60_000;

type Told = Partial<Omit<Deed, 'row' | 'at' | 'episode'>>;

export const said = (text: string): Told => ({ kind: 'prompt', text });
export const replied = (text: string): Told => ({ kind: 'reply', text });
export const ran = (command: string, failure: string | null = null): Told => ({
  tool: 'run',
  command,
  failure,
  outcome: failure === null ? 'ok' : 'failed',
});
export const read = (path: string): Told => ({ tool: 'read', files: [{ path, way: 'read' }] });
export const edited = (path: string, failure: string | null = null): Told => ({
  tool: 'edit',
  files: [{ path, way: 'edit' }],
  failure,
  outcome: failure === null ? 'ok' : 'failed',
});

/** An episode in which one thing was done each minute. */
export function episode(...told: Told[]): Happened {
  const deeds = told.map(
    (some, i): Deed => ({
      row: i,
      agent: null,
      at: START + i * MINUTE,
      kind: 'result',
      tool: null,
      command: null,
      outcome: 'ok',
      text: '',
      branch: null,
      episode: 'e1',
      files: [],
      failure: null,
      ...some,
    }),
  );
  const [happened] = happenedIn(
    [{ id: 'e1', startedAt: START, endedAt: START + told.length * MINUTE }],
    deeds,
  );
  return happened!;
}

/** When a memory applies that was learnt a day before. */
export const occasion = (memory: Memory): Occasion =>
  occasionOf({ ...memory, createdAt: START - 24 * 60 * MINUTE })!;

/** Before `npm test`, whose failure is called `boom`. */
export const beforeTests: Trigger = {
  tool: 'run',
  command: 'npm test',
  match: 'begins',
  file: null,
  given: null,
  expects: 'boom',
};

/** Something that was shown so many minutes after the episode began. */
export const shown = (memory: string, minute: number, about: string | null = null): Injection => ({
  id: `i${minute}`,
  client: 'claude-code',
  session: 's1',
  at: START + minute * MINUTE,
  point: about === null ? 'prompt' : 'before a tool',
  about,
  tokens: 40,
  holdout: 'full',
  shown: true,
  memories: [memory],
});
