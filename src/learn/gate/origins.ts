import type { Origin } from '../../model/draft-report.ts';
import type { Source } from '../../model/memory.ts';

/** What the steps ask of a draft by its origin. */
export interface OriginPolicy {
  maxChars: number;
  /** A question may be worth keeping: in a note, and in an export. */
  mayAsk: boolean;
  /** A rejected text stays out, unless a person says it again. */
  heedsRefusals: boolean;
  /** Reinforces a memory that says the same. A note and an export stand for their own words. */
  reinforcesLike: boolean;
  /** Needs the least confidence. A person's word is not weighed. */
  isScored: boolean;
  /** Foreign text in it costs confidence, and it waits for a person. An export was judged where it came from. */
  isTaintable: boolean;
  /** Foreign orders in it wait for a person, since they stand in a file of theirs; an agent's are dropped. */
  mayWait: boolean;
  /** Gets the key of its words if it has none. A note goes by its place in its file. */
  isKeyed: boolean;
}

const PERSON: OriginPolicy = {
  maxChars: 10_000,
  mayAsk: false,
  heedsRefusals: false,
  reinforcesLike: true,
  isScored: false,
  isTaintable: true,
  mayWait: false,
  isKeyed: true,
};

/** The policy of each origin, by what differs from a person's own words. `learned`: seen in sessions. */
export const ORIGIN_POLICIES: Record<Origin | 'learned', OriginPolicy> = {
  person: PERSON,
  agent: { ...PERSON, heedsRefusals: true, isScored: true },
  rules: { ...PERSON, maxChars: 4000, heedsRefusals: true, isScored: true, mayWait: true },
  note: { ...PERSON, mayAsk: true, reinforcesLike: false, mayWait: true, isKeyed: false },
  import: { ...PERSON, mayAsk: true, reinforcesLike: false, mayWait: true, isTaintable: false },
  learned: { ...PERSON, maxChars: 600, heedsRefusals: true, isScored: true },
};

/** The origin of a remembered text: a person, unless its source says otherwise. */
export const originOf = (source: Source | undefined): Origin =>
  source === undefined || source === 'user_taught' || source === 'user_said' ? 'person' : 'agent';
