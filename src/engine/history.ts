import { type Fix, fixesOf } from '../episodes/fixes.ts';
import type { Episode } from '../model/episode.ts';
import { Problem } from '../model/problem.ts';
import {
  type FailurePattern,
  type FailureSeen,
  type FileStep,
  failurePatterns,
  failurePatternsLike,
  failureSeen,
  filesTogether as filesTogetherWith,
  stepsOnFile,
  stepsOnFilesLike,
  type ToolUse,
  toolUse as toolUseSince,
  useOfFile,
} from '../store/history.ts';
import type { Engine } from './engine.ts';
import { episodes } from './episodes.ts';

/** What was I working on before? What is unfinished, latest first; where nothing is, what was done last. */
export function tasks(engine: Engine, { limit }: { limit: number }): { tasks: Episode[] } {
  const unfinished = episodes(engine, { statuses: ['active', 'paused'], limit, offset: 0 }).episodes;
  return { tasks: unfinished.length > 0 ? unfinished : episodes(engine, { limit, offset: 0 }).episodes };
}

/** Have I worked on this file? */
export function fileHistory(
  { own }: Engine,
  { path, limit }: { path: string; limit: number },
): { path: string; use: NonNullable<ReturnType<typeof useOfFile>> | null; steps: FileStep[] } {
  return { path, use: useOfFile(own.store, path) ?? null, steps: stepsOnFile(own.store, path, limit) };
}

/** What is changed, or looked at, together with this file? */
export function filesTogether(
  { own }: Engine,
  { path, ...how }: { path: string; way: 'changed' | 'looked'; times: number; limit: number },
): { path: string; together: { path: string; times: number }[] } {
  return { path, together: filesTogetherWith(own.store, path, how) };
}

/** What did I last do with files whose paths hold these letters? */
export const lastWorkOn = (
  { own }: Engine,
  { letters, limit }: { letters: string; limit: number },
): { steps: FileStep[] } => ({ steps: stepsOnFilesLike(own.store, letters, limit) });

/** How often does each tool succeed? */
export const toolUse = ({ own }: Engine, since = 0): { tools: ToolUse[] } => ({
  tools: toolUseSince(own.store, Math.floor(since / DAY)),
});

/** Which failures come back? */
export const failures = (
  { own }: Engine,
  which: { sessions: number; limit: number },
): { failures: FailurePattern[] } => ({ failures: failurePatterns(own.store, which) });

/** One failure: when it was seen and what resolved it. */
export function failure(
  { own }: Engine,
  { fingerprint, limit }: { fingerprint: string; limit: number },
): { failure: FailurePattern; fixes: Fix[]; seen: FailureSeen[] } {
  const [found, another] = failurePatternsLike(own.store, fingerprint);
  if (!found)
    throw new Problem(
      `No failure here has a fingerprint that begins with ${fingerprint}.`,
      '`sqrl history errors` lists them.',
      'not_found',
    );
  if (another)
    throw new Problem(`Several fingerprints begin with ${fingerprint}.`, 'Write more of it.', 'usage');
  const seen = failureSeen(own.store, found.fingerprint, MOST_SEEN);
  return { failure: found, fixes: fixesOf(seen), seen: seen.slice(0, limit) };
}

const DAY = 24 * 60 * 60 * 1000;

/** Enough to tell what usually helps. */
const MOST_SEEN = 500;
