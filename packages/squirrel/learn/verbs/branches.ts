import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { escaped } from '@sqrl/base/text/escaped.ts';
import { branchTip, setBranchTip } from '../../store/marks.ts';
import { askGit, contains, type HistoryRepository, isSameChange } from '../../workspace/branch-history.ts';
import type { BranchState } from '../lifecycle/next-step.ts';

export interface BranchRefs {
  local: ReadonlyMap<string, string>;
  remote: ReadonlyMap<string, string>;
  /** Null where nobody can tell. */
  default: string | null;
}

export async function refsOf(repository: HistoryRepository): Promise<BranchRefs | undefined> {
  const format = '--format=%(refname)%09%(objectname)%09%(symref)';
  const said = await askGit(repository, ['for-each-ref', format, 'refs/heads', 'refs/remotes']);
  if (said === undefined) return undefined;
  const local = new Map<string, string>();
  const remote = new Map<string, string>();
  let head: string | undefined;
  for (const line of said.split('\n')) {
    const [ref = '', tip = '', symbolic = ''] = line.split('\t');
    const [, mine] = /^refs\/heads\/(.+)$/.exec(ref) ?? [];
    const [, theirs] = /^refs\/remotes\/[^/]+\/(.+)$/.exec(ref) ?? [];
    if (mine !== undefined) local.set(mine, tip);
    else if (theirs === 'HEAD') head ??= /^refs\/remotes\/[^/]+\/(.+)$/.exec(symbolic)?.[1];
    else if (theirs !== undefined && !remote.has(theirs)) remote.set(theirs, tip);
  }
  const usual = USUAL.find((name) => local.has(name) || remote.has(name));
  const only = local.size === 1 ? [...local.keys()][0] : undefined;
  return { local, remote, default: head ?? usual ?? only ?? null };
}

const USUAL = ['main', 'master', 'trunk'];

/** The branch that something learned on it is to be staged on; null where it holds for the whole project at once. */
export function stagedOn(
  branch: string | null,
  refs: Pick<BranchRefs, 'default'> | undefined,
): string | null {
  // Where nothing is checked out but a commit, clients call that HEAD.
  if (!branch || branch === 'HEAD' || !refs || refs.default === null) return null;
  return branch === refs.default ? null : branch;
}

/** Says of the branches of a repository whether what is learned on them waits there. */
export async function stagingIn({
  root,
  env,
}: Pick<HistoryRepository, 'env'> & { root: string | undefined }): Promise<(branch: string) => boolean> {
  const refs = root !== undefined && existsSync(root) ? await refsOf({ root, env }) : undefined;
  return (branch) => stagedOn(branch, refs) !== null;
}

/** What became of some branches; where they stand is noted, so that one that is deleted later can still be judged. */
export async function branchStates(
  store: Store,
  repository: HistoryRepository,
  { names, now }: { names: readonly string[]; now: number },
): Promise<Map<string, BranchState>> {
  if (names.length === 0) return new Map();
  const all = (state: BranchState) => new Map(names.map((name) => [name, state]));
  if (!existsSync(repository.root)) return all('unknown');
  const inside = await askGit(repository, ['rev-parse', '--git-dir']);
  // A repository that git will not look into, or no git to do so, is no reason to let go of anything.
  if (inside === undefined)
    return all(MARKS.some((name) => existsSync(join(repository.root, name))) ? 'unknown' : 'none');
  const refs = await refsOf(repository);
  if (!refs) return all('unknown');
  const states = new Map<string, BranchState>();
  for (const name of names) states.set(name, await stateOf(store, repository, { name, refs, now }));
  return states;
}

const MARKS = ['.git', 'HEAD'];

async function stateOf(
  store: Store,
  repository: HistoryRepository,
  { name, refs, now }: { name: string; refs: BranchRefs; now: number },
): Promise<BranchState> {
  if (stagedOn(name, refs) === null) return refs.default === null && name !== 'HEAD' ? 'unknown' : 'default';
  const trunks = [refs.local, refs.remote].flatMap((some) => some.get(refs.default!) ?? []);
  const here = refs.local.get(name) ?? refs.remote.get(name);
  const noted = branchTip(store, name);
  const tip = here ?? noted?.tip;
  if (tip === undefined) return (await isNamedInMerge(repository, name, trunks)) ? 'merged' : 'gone';
  const within = await howWithin(repository, tip, trunks);
  if (here !== undefined) setBranchTip(store, { name, tip, ahead: within !== 'commits', at: now });
  if (within === 'no') return here === undefined ? 'gone' : 'open';
  // What stands on the trunk and was never seen ahead of it may have nothing of its own yet.
  return within === 'changes' || here === undefined || noted?.ahead ? 'merged' : 'open';
}

/** Whether the commits of a branch are in one of the trunks, or the same changes in others, rebased or squashed. */
async function howWithin(
  repository: HistoryRepository,
  tip: string,
  trunks: readonly string[],
): Promise<'commits' | 'changes' | 'no'> {
  for (const trunk of trunks) if (await contains(repository, trunk, tip)) return 'commits';
  for (const trunk of trunks) if (await isSameChange(repository, { tip, trunk })) return 'changes';
  return 'no';
}

async function isNamedInMerge(
  repository: HistoryRepository,
  name: string,
  trunks: readonly string[],
): Promise<boolean> {
  if (trunks.length === 0) return false;
  const wanted = ['--merges', '--max-count=5000', '--format=%s', ...trunks];
  const said = await askGit(repository, ['log', ...wanted, '--']);
  const quoted = escaped(name);
  return new RegExp(
    `^Merge (?:(?:remote-tracking )?branch '(?:\\w+/)?${quoted}'|pull request #\\d+ from [^/\\s]+/${quoted}$)`,
    'm',
  ).test(said ?? '');
}
