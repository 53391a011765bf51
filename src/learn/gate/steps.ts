import { type Message, message } from '../../base/messages.ts';
import { hashOf } from '../../base/text/clean.ts';
import type { Origin } from '../../model/draft-report.ts';
import type { Memory } from '../../model/memory.ts';
import type { DraftCandidate, StepName } from '../../model/sighting.ts';
import { ORIGIN_POLICIES } from './origins.ts';
import { scoring } from './scoring.ts';
import { mistrust } from './trust.ts';

/** The step at which a draft was dropped, and why. */
export interface DraftDrop {
  step: StepName;
  reason: Message;
}

/** A draft at the steps that judge it by itself. */
export interface GateInput {
  memory: Memory;
  origin: Origin | 'learned';
  /** Whether a person has rejected its text, by the hash, or its matter. */
  isRefused(hash: string): boolean;
  /** Why its session may bring no more. */
  full?: Message | undefined;
  /** What was seen, of a draft that was learned. */
  seen?: SeenDraft;
}

/** What the steps need to know of a learned draft. */
export interface SeenDraft {
  candidate: DraftCandidate;
  /** When its memory was pruned for good; null if never. */
  prunedAt: number | null;
  /** How an episode ended, if that is known. */
  statusOf(episode: string): string | undefined;
  /** Why it has to be embedded before it can be judged, and was not. */
  unembedded?: Message | undefined;
}

/** The first step that a draft fails; undefined if it passes. Novelty is judged among all drafts, and commit is the caller's. */
export function failedStep(input: GateInput): DraftDrop | undefined {
  for (const [step, judge] of STEPS) {
    const reason = judge(input);
    if (reason) return { step, reason };
  }
  return undefined;
}

const STEPS: readonly [StepName, (input: GateInput) => Message | undefined][] = [
  ['validation', validation],
  ['frequency', ({ seen }) => seen && frequency(seen.candidate)],
  ['trust', ({ memory, origin }) => (ORIGIN_POLICIES[origin].mayWait ? undefined : mistrust(memory))],
  [
    'scoring',
    // A person's words in a session were weighed when they were read.
    ({ memory, origin }) =>
      ORIGIN_POLICIES[origin].isScored && memory.source !== 'user_said'
        ? scoring(memory.confidence)
        : undefined,
  ],
  ['scoring', ({ full }) => full],
  ['wording', wording],
  ['embedding', ({ seen }) => seen?.unembedded],
];

function validation({ memory, origin, isRefused, seen }: GateInput): Message | undefined {
  const { maxChars, mayAsk, heedsRefusals } = ORIGIN_POLICIES[origin];
  const text = seen?.candidate.proposal.text ?? memory.text;
  if (heedsRefusals && isRefused(hashOf(text))) return message('drop.rejected');
  if (seen) return seenValidation(text.trim(), seen);
  if (text.length > maxChars) return message('drop.long', { n: maxChars });
  return !mayAsk && isQuestion(text) ? message('drop.question') : undefined;
}

function seenValidation(text: string, { candidate, prunedAt, statusOf }: SeenDraft): Message | undefined {
  const { proposal, signal, lastAt } = candidate;
  const { evidence = [], type } = proposal;
  if (prunedAt !== null && lastAt <= prunedAt) return message('drop.pruned');
  if (evidence.length === 0) return message('drop.noEvidence');
  if (text.length < MIN_TEXT_CHARS || !/\s/.test(text)) return message('drop.short');
  if (text.split('\n').length > MAX_LINES) return message('drop.lines', { n: MAX_LINES });
  if (/\?\s*$/.test(text)) return message('drop.question');
  if (signal === 'said' || (type !== undefined && MAY_FAIL.has(type))) return undefined;
  const ends = evidence.flatMap(({ episode }) => (episode === null ? [] : [statusOf(episode)]));
  return ends.length > 0 && ends.every((end) => end === 'failed') ? message('drop.failedWork') : undefined;
}

const MIN_TEXT_CHARS = 12;
const MAX_LINES = 8;

/** Types that are learned from failure. */
const MAY_FAIL: ReadonlySet<string> = new Set(['dead_end', 'gotcha', 'error_pattern']);

/** Nothing but questions: a text that asks and answers says something. */
const isQuestion = (text: string): boolean => /\?\s*$/.test(text) && !/[.!:;]\s/.test(text);

/** Why a draft has not been seen often enough. */
export const frequency = ({ sessions, minSessions, quorum }: DraftCandidate): Message | undefined =>
  quorum || sessions >= minSessions
    ? undefined
    : message('drop.sessions', { seen: sessions, needed: minSessions });

function wording({ memory: { text }, origin }: GateInput): Message | undefined {
  if (isEmptied(text)) return message('drop.emptied');
  const { maxChars } = ORIGIN_POLICIES[origin];
  return text.length > maxChars ? message('drop.longForMemory', { n: maxChars }) : undefined;
}

/** Whether a text has no letter and no digit besides the marks of redacted secrets. */
const isEmptied = (text: string): boolean =>
  !/[\p{L}\p{N}]/u.test(text.replace(/\[redacted: [^\][]*\]/g, ''));
