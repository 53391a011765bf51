import type { Origin } from '../../../model/draft-report.ts';
import type { Source } from '../../../model/memory.ts';

/** What it means for a draft at the gate where it comes from. */
export interface OriginPolicy {
  /** In characters. */
  longest: number;
  /** A question may be what somebody wants to keep: in their own notes, and in what was kept elsewhere. */
  mayAsk: boolean;
  /** What somebody has refused stays out, unless a person says it again. */
  heedsRefusals: boolean;
  /** Reinforces what says the same in nearly the same words. A note and an export stand for their own words. */
  reinforcesLike: boolean;
  /** Less sure than the gate wants is not kept. A person's word is not weighed. */
  isScored: boolean;
  /** What foreign text is in it costs it confidence, and it waits for a person. Elsewhere that was seen to. */
  isTaintable: boolean;
  /** Foreign orders in it wait for a person as well, since they stand in a file of theirs; an agent's are dropped. */
  mayWait: boolean;
  /** Gets the key that its words have, where nobody gave it one. A note goes by its place in its file. */
  isKeyed: boolean;
}

/** What the steps ask of each origin. */
export const BEARINGS: Record<Origin, OriginPolicy> = {
  person: {
    longest: 10_000,
    mayAsk: false,
    heedsRefusals: false,
    reinforcesLike: true,
    isScored: false,
    isTaintable: true,
    mayWait: false,
    isKeyed: true,
  },
  agent: {
    longest: 10_000,
    mayAsk: false,
    heedsRefusals: true,
    reinforcesLike: true,
    isScored: true,
    isTaintable: true,
    mayWait: false,
    isKeyed: true,
  },
  rules: {
    longest: 4000,
    mayAsk: false,
    heedsRefusals: true,
    reinforcesLike: true,
    isScored: true,
    isTaintable: true,
    mayWait: true,
    isKeyed: true,
  },
  note: {
    longest: 10_000,
    mayAsk: true,
    heedsRefusals: false,
    reinforcesLike: false,
    isScored: false,
    isTaintable: true,
    mayWait: true,
    isKeyed: false,
  },
  import: {
    longest: 10_000,
    mayAsk: true,
    heedsRefusals: false,
    reinforcesLike: false,
    isScored: false,
    isTaintable: false,
    mayWait: true,
    isKeyed: true,
  },
};

/** Who says what is simply remembered: a person, unless it says otherwise. */
export const originOf = (source: Source | undefined): Origin =>
  source === undefined || source === 'user_taught' || source === 'user_said' ? 'person' : 'agent';
