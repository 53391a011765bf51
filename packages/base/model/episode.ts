export const PHASES = ['define', 'implement', 'validate', 'refine', 'explore', 'reflect'] as const;
export const FRUSTRATION = ['none', 'mild', 'moderate', 'severe'] as const;

/** Active: it still runs. Paused: it broke off, or waits for an answer. */
export const EPISODE_STATUSES = ['active', 'completed', 'failed', 'paused'] as const;

export type Phase = (typeof PHASES)[number];
export type Frustration = (typeof FRUSTRATION)[number];

/** Why an episode begins where it does. */
export type EpisodeCut = 'session' | 'silence' | 'new task' | 'resolved struggle' | 'compaction' | 'flush';

export interface EpisodeStats {
  errors: number;
  /** The same command or edit again after it failed. */
  retryLoops: number;
  tests: 'passed' | 'failed' | 'not_run';
  frustration: Frustration;
}

/** Consecutive events of a session about one task. */
export interface Episode {
  /** Made of its session and first event, so that cutting again names it alike. */
  id: string;
  session: string;
  startedAt: number;
  endedAt: number;
  eventCount: number;
  begunBy: EpisodeCut;
  task: string;
  summary: string;
  phase: Phase;
  /** 0 to 1. */
  importance: number;
  stats: EpisodeStats;
  status: (typeof EPISODE_STATUSES)[number];
  outcome: string;
  /** Repository-relative. */
  filesChanged: string[];
  filesRead: string[];
  tools: Record<string, number>;
  /** All of it is foreign text, the task too; where only some is, what stands here has none of it. */
  tainted: boolean;
}
