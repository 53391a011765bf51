import type { ObservedStep } from '../../learn/observe/signal.ts';

export const REPLAY_KINDS = ['failure', 'file', 'instruction'] as const;

export type ReplayKind = (typeof REPLAY_KINDS)[number];

/** From the least that a rule allows to the most. */
export interface ReplayRange {
  low: number;
  high: number;
}

/** One gain: what would have been said, and what happened in truth. */
interface ReplayClaim {
  kind: ReplayKind;
  session: string;
  at: number;
  event: string;
  told: string;
  truth: string;
  /** The day on which memory had it first; null where from several. */
  from: string | null;
  tokens: ReplayRange;
  minutes: ReplayRange;
}

/** What memory would have said in sessions, whether or not it was a gain. */
interface ReplayTold {
  kind: ReplayKind;
  text: string;
  /** The day on which memory had it first; null where from several. */
  from: string | null;
  sessions: number;
  session: string;
  at: number;
}

/** Lets others work, between two parts of a replay; throws where it was ended. */
export type ReplayTurn = () => Promise<void>;

/** What one kind found: its gains, how often memory would have spoken, and how often for something. */
export interface ReplayFindings {
  claims: ReplayClaim[];
  told: ReplayTold[];
  spoken: number;
  right: number;
}

/** Characters per token, as in the product's own estimate of a text that it does not have. */
const CHARS = 4;

/** What a step put into the context of its agent. The command of a call is counted with its result. */
export const tokensOf = ({ kind, length, text, command }: ObservedStep): number =>
  kind === 'call' ? 0 : Math.round(((length ?? text.length) + (command?.length ?? 0)) / CHARS);

const MINUTE_MS = 60_000;

/** A longer gap between two steps is a pause. */
const MAX_STEP_MINUTES = 5;

/** The minutes that steps took, each from the one before it; a pause counts as a few minutes. */
export function minutesOf(steps: readonly ObservedStep[], from: number, to: number): number {
  let minutes = 0;
  for (let i = Math.max(1, from); i <= to; i++)
    minutes += Math.min(MAX_STEP_MINUTES, Math.max(0, steps[i]!.at - steps[i - 1]!.at) / MINUTE_MS);
  return Math.round(minutes * 10) / 10;
}

/** A line of a text that a person can read. */
export const lineOf = (text: string, chars = 160): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > chars ? `${line.slice(0, chars - 1)}…` : line;
};
