import { message } from '../../base/messages.ts';
import type { Memory } from '../../model/memory.ts';
import { type LifecycleStep, RESTORE_WINDOW_MS } from './next-step.ts';

/**
 * What became of a branch. `default`: it is the one that others are merged into. `open`: it is still worked on.
 * `gone`: it was deleted and nothing of it is in the default branch. `none`: there are no branches here. `unknown`:
 * nobody can tell now.
 */
export type BranchState = 'default' | 'open' | 'merged' | 'gone' | 'none' | 'unknown';

/** What follows for a memory from what became of the branch it was learned on. */
export function branchStep(
  { branch, pinned, verified, status, tier, needsReview }: Memory,
  state: BranchState,
  { goneSince, now }: { goneSince: number | null; now: number },
): LifecycleStep | undefined {
  if (branch === null) return undefined;
  if (state === 'merged')
    return { did: 'joined', why: message('why.branchMerged', { branch }), to: { branch: null } };
  if (state === 'default')
    return { did: 'joined', why: message('why.branchDefault', { branch }), to: { branch: null } };
  if (state === 'none') return { did: 'joined', why: message('why.noBranches'), to: { branch: null } };
  if (status === 'deprecated') return undefined;
  if (state === 'gone' && goneSince === null)
    return { did: 'branch gone', why: message('why.branchGone', { branch }), to: {} };
  if (state === 'open' && goneSince !== null)
    return { did: 'branch back', why: message('why.branchBack', { branch }), to: {} };
  if (state !== 'gone' || goneSince === null || now - goneSince <= RESTORE_WINDOW_MS || pinned || verified)
    return undefined;
  const why = message('wait.branchDeleted', { branch });
  if (tier === 'emergency')
    return needsReview ? undefined : { did: 'sent to review', why, to: { needsReview: true } };
  return { did: 'deprecated', why, to: { status: 'deprecated', updatedAt: now } };
}
