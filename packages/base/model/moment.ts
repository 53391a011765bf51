import type { Outcome, Tool } from './event.ts';

/** Why a session begins: anew, taken up again, as a copy of another one, or with a context that was emptied. */
export const BEGINNINGS = ['startup', 'resume', 'fork', 'clear', 'compaction'] as const;

export type Moment =
  | { point: 'session start'; because: (typeof BEGINNINGS)[number] }
  | { point: 'prompt'; text: string; files: readonly string[] }
  | ({ point: 'before' } & MomentStep)
  | ({
      point: 'after';
      outcome: Outcome;
      /** What the tool said; of interest where it failed. */
      text: string;
      exitCode: number | null;
    } & MomentStep)
  /** The agent's program is about to ask its model again. */
  | {
      point: 'between';
      step: number;
      /** Files read or changed since it was last asked. */
      files: readonly string[];
      /** What was searched for since then, the latest last. */
      searches: readonly string[];
    };

/** Those that a client's hooks tell of. */
export const MOMENTS = ['session start', 'prompt', 'before', 'after'] as const satisfies Moment['point'][];

interface MomentStep {
  tool: Tool;
  command: string | null;
  files: readonly string[];
  symbols: readonly string[];
  /** What an editing tool writes; it is looked at and never kept. */
  writes?: readonly MomentWrite[] | undefined;
}

export interface MomentWrite {
  path: string;
  text: string;
  /** What stood in its place, where the tool says it. */
  replaced?: string | undefined;
}

export type DeliveryPoint =
  | 'session start'
  | 'first prompt'
  | 'later prompt'
  /** Only earlier versions spoke before a step that they did not stop. */
  | 'before edit'
  | 'before command'
  /** A call was stopped, which may be made again. */
  | 'stopped'
  | 'after failure'
  | 'after read'
  | 'search';

/** Who is told what: everybody everything, some only at the start, a few nothing, so that the difference can be seen. */
export const HOLDOUTS = ['full', 'passive', 'control'] as const;
export type Holdout = (typeof HOLDOUTS)[number];
