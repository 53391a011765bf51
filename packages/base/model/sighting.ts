import type { Draft } from './memory.ts';
import type { Trigger } from './trigger.ts';

/**
 * What is noticed in sessions: behavior first, then what git tells, and what people say (`said`: rules, decisions, facts,
 * corrections and requirements are kinds of it). Names that are only counted as history stay, since drafts keep them.
 */
const SIGNALS = [
  'file_access',
  'co_access',
  'error_retry',
  'backtrack',
  'read_abandon',
  'repeated_grep',
  'tool_sequence',
  'time_anomaly',
  'self_correction',
  'external_reference',
  'glob_ignore',
  'product_seen',
  'import_chase',
  'test_order',
  'config_touch',
  'step_overrun',
  'parallel_conflict',
  'token_spike',
  'working_command',
  'dead_end',
  'work_state',
  'work_unit',
  'whereabouts',
  'commit_decision',
  'revert',
  'hot_spot',
  'convention',
  'written',
  'synthesis',
  'said',
] as const;
export type SignalName = (typeof SIGNALS)[number];

export interface Sighting {
  signal: SignalName;
  /** What it is about: all sightings of one matter make one draft. Without the signal's name. */
  matter: string;
  /** Of the event that shows it. */
  at: number;
  /** The episode's id, where it lies in one. */
  episode: string | null;
  /** Ids of the events that show it, few. */
  events: string[];
  /** What stood there, short. Events are redacted, so it is. */
  quote: string | null;
  /** What kind of proof it is: explicit_statement, user_correction, failure_then_success… */
  proof: string;
  /** An event it derives from came after foreign text. */
  tainted: boolean;
  /** How many agents of the session saw it: two are a quorum. */
  agents: number;
  /** 0 to 1: how clear it is. */
  strength: number;
  /** The branch it was seen on, where known. */
  branch: string | null;
  /** What the wording needs, plain JSON, small. */
  facts: Record<string, unknown>;
}

export interface KeptSighting extends Sighting {
  /** The session's client and id: `claude-code:0f1e…`. */
  session: string;
  sessionKind: SessionKind;
  /** The session came to what its kind is for: its plan was accepted, its review given. */
  reached?: boolean;
}

/** What a session was for, which says how much may be learned from it, and which signals have the first claim to that. */
export const SESSION_KINDS = {
  build: { most: 20, primary: SIGNALS },
  insights: { most: 5, primary: ['co_access', 'self_correction'] },
  roadmap: { most: 3, primary: ['said'] },
  terminal: { most: 3, primary: ['error_retry', 'tool_sequence', 'working_command'] },
  changelog: { most: 0, primary: [] },
  spec: { most: 3, primary: ['said'] },
  review: { most: 8, primary: ['error_retry', 'self_correction'] },
} as const satisfies Record<string, { most: number; primary: readonly SignalName[] }>;
export type SessionKind = keyof typeof SESSION_KINDS;

export interface Proposal extends Draft {
  /**
   * What it says of what, for what replaces what: two proposals with the same key or subject and another value or the
   * opposite polarity cannot both hold. In small letters, without articles: `package manager` / `pnpm`.
   */
  subject?: string | null;
  value?: string | null;
  /** Why, in the words it was said in. */
  because?: string | null;
  trigger?: Trigger | null;
  /** The id of a memory that it is said to replace. */
  replaces?: string | null;
  /** Sessions in which it must be seen, where that is not what its signal asks for. */
  minSessions?: number;
}

/** What the sightings of one matter come to: what they propose to remember, and what speaks for it. */
export interface DraftCandidate {
  signal: SignalName;
  /** The signal's name and the matter. */
  matter: string;
  /** Of the sighting that made it enough to be learned; where it is not enough, of the newest. */
  at: number;
  lastAt: number;
  /** The session of that sighting, and what it was for. */
  session: string;
  sessionKind: SessionKind;
  sessions: number;
  minSessions: number;
  /** Several agents saw it at once: one session is enough then. */
  quorum: boolean;
  /** Of the signal. */
  worth: number;
  /** Of its clearest sighting. */
  strength: number;
  tainted: boolean;
  /** The only branch it was seen on; null where there were several or none. */
  branch: string | null;
  proposal: Proposal;
}

/** Where a draft was dropped on its way to a memory, in the order of the steps. */
export const STEPS = [
  'validation',
  'frequency',
  'novelty',
  'trust',
  'scoring',
  'wording',
  'embedding',
  'commit',
] as const;
export type StepName = (typeof STEPS)[number];

/** Where a draft comes from that was not seen in sessions. */
const ORIGINS = ['person', 'agent', 'rules', 'note', 'import'] as const;
export type Origin = (typeof ORIGINS)[number];

export interface DraftReport {
  /** The memory's where it became one; else made of its words, so that the same told twice is one. */
  id: string;
  at: number;
  origin: Origin;
  /** Its words; null where a memory has them. */
  text: string | null;
  /** Where it was dropped and why; null where it became, or reinforces, a memory. */
  step: StepName | null;
  reason: string | null;
  memory: string | null;
  session: string | null;
}
