import { type Message, message } from '../../../base/messages.ts';
import { hashOf } from '../../../base/text/clean.ts';
import type { DraftCandidate } from '../../../model/sighting.ts';

/** What the gate has to know besides the drafts. */
export interface ValidationContext {
  /** Matters and texts, by their hash, that a person has refused. */
  refused: { matters: ReadonlySet<string>; hashes: ReadonlySet<string> };
  /** When the memory of a draft was pruned for good; null where it never was. */
  prunedAt(id: string): number | null;
  /** How an episode ended, where it is known. */
  statusOf(episode: string): string | undefined;
}

/** Why a draft cannot be a memory at all; undefined where it can. */
export function validation(
  id: string,
  { matter, proposal, signal, lastAt }: DraftCandidate,
  { refused, prunedAt, statusOf }: ValidationContext,
): Message | undefined {
  const { text, evidence = [], type } = proposal;
  if (refused.matters.has(matter) || refused.hashes.has(hashOf(text))) return message('drop.rejected');
  const pruned = prunedAt(id);
  if (pruned !== null && lastAt <= pruned) return message('drop.pruned');
  if (evidence.length === 0) return message('drop.noEvidence');
  const trimmed = text.trim();
  if (trimmed.length < MIN_TEXT_CHARS || !/\s/.test(trimmed)) return message('drop.short');
  if (trimmed.split('\n').length > MAX_LINES) return message('drop.lines', { n: MAX_LINES });
  if (/\?\s*$/.test(trimmed)) return message('drop.question');
  if (type !== undefined && MAY_FAIL.has(type)) return undefined;
  const ends = evidence.flatMap(({ episode }) => (episode === null ? [] : [statusOf(episode)]));
  if (SAID.has(signal) || ends.length === 0 || ends.some((end) => end !== 'failed')) return undefined;
  return message('drop.failedWork');
}

const MIN_TEXT_CHARS = 12;
const MAX_LINES = 8;

/** What is learned from failure, or holds whatever became of the work. */
const MAY_FAIL: ReadonlySet<string> = new Set(['dead_end', 'gotcha', 'error_pattern']);
const SAID: ReadonlySet<string> = new Set(['wish', 'correction', 'decision', 'requirement', 'fact', 'said']);
