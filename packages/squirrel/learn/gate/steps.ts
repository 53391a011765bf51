import type { Memory, MemoryType, Source } from '@sqrl/base/model/memory.ts';
import { recordSentences } from '@sqrl/base/model/record.ts';
import type { DraftCandidate, Origin, StepName } from '@sqrl/base/model/sighting.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import { isPlainFact } from '@sqrl/base/text/plain-fact.ts';
import { mistrust } from './trust.ts';

/** Why a draft is dropped that a person rejected; callers tell such drafts apart. */
export const REJECTED = 'a person rejected it';

interface OriginPolicy {
  maxChars: number;
  /** It stands for its own words, as a note and an export do: it may ask, and reinforces no memory that says the same. */
  isOfItself: boolean;
  /** A rejected text stays out, and one without the least confidence. A person's word is not weighed. */
  isWeighed: boolean;
  /** Foreign text in it costs confidence, and it waits for a person. An export was judged where it came from. */
  isTaintable: boolean;
  /** Foreign orders in it wait for a person, since they stand in a file of theirs; an agent's are dropped. */
  mayWait: boolean;
  /** Gets the key of its words if it has none. A note goes by its place in its file. */
  isKeyed: boolean;
}

const PERSON: OriginPolicy = {
  ...{ maxChars: 10_000, isOfItself: false, isWeighed: false },
  ...{ isTaintable: true, mayWait: false, isKeyed: true },
};

/** The policy of each origin, by what differs from a person's own words. `learned`: seen in sessions. */
export const ORIGIN_POLICIES: Record<Origin | 'learned', OriginPolicy> = {
  person: PERSON,
  agent: { ...PERSON, isWeighed: true },
  rules: { ...PERSON, maxChars: 4000, isWeighed: true, mayWait: true },
  note: { ...PERSON, isOfItself: true, mayWait: true, isKeyed: false },
  import: { ...PERSON, isOfItself: true, mayWait: true, isTaintable: false },
  learned: { ...PERSON, maxChars: 600, isWeighed: true },
};

export const originOf = (source: Source | undefined): Origin =>
  source === undefined || source === 'user_taught' || source === 'user_said' ? 'person' : 'agent';

export interface DraftDrop {
  step: StepName;
  reason: string;
}

interface GateInput {
  memory: Memory;
  origin: Origin | 'learned';
  isRefused(hash: string): boolean;
  full?: string | undefined;
  seen?: SeenDraft;
}

export interface SeenDraft {
  candidate: DraftCandidate;
  prunedAt: number | null;
  statusOf(episode: string): string | undefined;
  unembedded?: string | undefined;
}

/** The first step that a draft fails; undefined if it passes. Novelty is judged among all drafts, and commit is the caller's. */
export function failedStep(input: GateInput): DraftDrop | undefined {
  for (const [step, judge] of STEPS) {
    const reason = judge(input);
    if (reason) return { step, reason };
  }
  return undefined;
}

const STEPS: readonly [StepName, (input: GateInput) => string | undefined][] = [
  ['validation', validation],
  ['frequency', ({ seen }) => seen && frequency(seen.candidate)],
  ['trust', ({ memory, origin }) => (ORIGIN_POLICIES[origin].mayWait ? undefined : mistrust(memory))],
  ['scoring', scoring],
  ['scoring', ({ full }) => full],
  ['wording', wording],
  ['embedding', ({ seen }) => seen?.unembedded],
];

function validation({ memory, origin, isRefused, seen }: GateInput): string | undefined {
  const { maxChars, isOfItself, isWeighed } = ORIGIN_POLICIES[origin];
  const text = seen?.candidate.proposal.text ?? memory.text;
  if (isWeighed && isRefused(hashOf(text))) return REJECTED;
  if (seen) return seenValidation(text.trim(), seen);
  if (text.length > maxChars) return `longer than ${maxChars} characters`;
  // Nothing but questions: a text that asks and answers says something.
  const isQuestion = /\?\s*$/.test(text) && !/[.!:;]\s/.test(text);
  return isQuestion && !isOfItself ? 'a question, not a statement' : undefined;
}

function seenValidation(text: string, { candidate, prunedAt, statusOf }: SeenDraft): string | undefined {
  const { proposal, signal, lastAt } = candidate;
  const { evidence = [], type } = proposal;
  if (prunedAt !== null && lastAt <= prunedAt) return 'pruned and not seen since';
  if (evidence.length === 0) return 'no evidence';
  if (isTooShort(text)) return 'too short';
  if (text.split('\n').length > MAX_LINES) return `more than ${MAX_LINES} lines`;
  if (/\?\s*$/.test(text)) return 'a question, not a statement';
  // What a person says holds whatever became of the work.
  if (signal === 'said' || (type !== undefined && MAY_FAIL.has(type))) return undefined;
  const ends = evidence.flatMap(({ episode }) => (episode === null ? [] : [statusOf(episode)]));
  return ends.length > 0 && ends.every((end) => end === 'failed') ? 'seen only in failed work' : undefined;
}

/** A text in Chinese has no blanks, and says more with a letter. */
const isTooShort = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? text.length < MIN_TEXT_CHARS / 2
    : text.length < MIN_TEXT_CHARS || !/\s/.test(text);

const MIN_TEXT_CHARS = 12;
const MAX_LINES = 8;

const MAY_FAIL: ReadonlySet<string> = new Set(['dead_end', 'gotcha', 'error_pattern']);

export const frequency = (candidate: DraftCandidate): string | undefined =>
  isSeenOften(candidate)
    ? undefined
    : `seen in ${candidate.sessions} of the ${candidate.minSessions} sessions it needs`;

export const isSeenOften = ({ sessions, minSessions, quorum }: DraftCandidate): boolean =>
  quorum || sessions >= minSessions;

/** Less sure than this is not worth a place. */
const MIN_CONFIDENCE = 0.4;

function scoring({ memory: { confidence, source }, origin }: GateInput): string | undefined {
  // How often a sentence of a person was said has decided by then.
  if (!ORIGIN_POLICIES[origin].isWeighed || source === 'user_said' || confidence >= MIN_CONFIDENCE)
    return undefined;
  return `its confidence of ${confidence.toFixed(2)} is below ${MIN_CONFIDENCE}`;
}

function wording({ memory: { text }, origin }: GateInput): string | undefined {
  const isEmptied = !/[\p{L}\p{N}]/u.test(text.replace(/\[redacted: [^\][]*\]/g, ''));
  if (isEmptied) return 'nothing is left after redaction';
  const { maxChars } = ORIGIN_POLICIES[origin];
  return text.length > maxChars
    ? `longer than ${maxChars} characters: a memory is a sentence or two`
    : undefined;
}

/**
 * Why an agent's word waits for the person, whatever the agent has read; undefined for a plain fact about the project.
 * A text that orders would be obeyed by every agent to come, and nobody can tell who put it into the agent's mouth.
 * `declared`: the type the agent gave it, if any.
 */
export function needsPerson(memory: Memory, declared: MemoryType | undefined): string | undefined {
  const { scope, type, key, tier, record } = memory;
  const text = `${memory.text}\n${recordSentences(record)}`.trim();
  if (scope === 'global') return 'an agent wants it to apply to every project';
  if (type === 'preference' || (declared !== undefined && RULE_TYPES.has(declared)))
    return `an agent stated a ${type.replaceAll('_', ' ')}; only a person can make it a rule`;
  if (key?.startsWith('command.') || tier === 'emergency') return 'an agent stated a standing rule';
  if ((text.match(ADDRESS) ?? []).some((address) => !LOOPBACK.test(address)))
    return 'an agent stated it, and it links to an external address';
  return isPlainFact(text)
    ? undefined
    : 'an agent stated it, and it reads like an instruction to other agents';
}

const RULE_TYPES: ReadonlySet<MemoryType> = new Set(['preference', 'requirement', 'workflow_recipe']);

/** Narrower than what the Memory Writer looks for: `build.sh` and `socket.io` are names of files and libraries. */
const ADDRESS =
  /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s`'"<>)]+|\b[\w.+-]{1,64}@[\w-]+\.[\w.]+|\b(?:[a-z0-9-]{1,63}\.)+(?:com|net|org|xyz|ru|cn|info|biz|site|online|top|tk)\b|\b(?:[a-z0-9-]{1,63}\.)+[a-z]{2,10}\/\w/gi;

const LOOPBACK = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^@/]*@)?(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/i;
