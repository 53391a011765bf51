import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Trigger } from '@sqrl/base/model/trigger.ts';
import type { Injection } from '../../../store/delivery/receipts.ts';
import type { SessionStep } from '../../../store/events/steps.ts';
import { type EpisodeRecord, happenedIn } from '../episode-record.ts';
import { type Occasion, occasionOf } from '../occasion.ts';

const START = Date.UTC(2026, 5, 1, 9);
const MINUTE_MS = 60_000;

type StepFields = Partial<Omit<SessionStep, 'row' | 'at' | 'episode'>>;

export const said = (text: string): StepFields => ({ kind: 'prompt', text });
export const replied = (text: string): StepFields => ({ kind: 'reply', text });
export const ran = (command: string, failure: string | null = null): StepFields => ({
  tool: 'run',
  command,
  failure,
  outcome: failure === null ? 'ok' : 'failed',
});
export const read = (path: string): StepFields => ({ tool: 'read', files: [{ path, way: 'read' }] });
export const edited = (path: string, failure: string | null = null): StepFields => ({
  tool: 'edit',
  files: [{ path, way: 'edit' }],
  failure,
  outcome: failure === null ? 'ok' : 'failed',
});

export function episode(...told: StepFields[]): EpisodeRecord {
  const steps = told.map(
    (some, i): SessionStep => ({
      row: i,
      agent: null,
      at: START + i * MINUTE_MS,
      kind: 'result',
      tool: null,
      command: null,
      folder: null,
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
    [{ id: 'e1', startedAt: START, endedAt: START + told.length * MINUTE_MS }],
    steps,
  );
  return happened!;
}

/** When a memory applies that was learned a day before. */
export const occasion = (memory: Memory): Occasion =>
  occasionOf({ ...memory, createdAt: START - 24 * 60 * MINUTE_MS })!;

/** Before `npm test`, whose failure is called `boom`. */
export const beforeTests: Trigger = {
  tool: 'run',
  command: 'npm test',
  match: 'begins',
  file: null,
  expects: 'boom',
};

/** Something that was shown so many minutes after the episode began. */
export const shown = (memory: string, minute: number, about: string | null = null): Injection => ({
  id: `i${minute}`,
  client: 'claude-code',
  session: 's1',
  at: START + minute * MINUTE_MS,
  point: about === null ? 'prompt' : 'before a tool',
  about,
  tokens: 40,
  holdout: 'full',
  shown: true,
  memories: [memory],
  passages: [],
});
