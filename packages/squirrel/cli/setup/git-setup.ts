import { applySetup } from '../../clients/setup/carry-out.ts';
import { gitTargets } from '../../clients/setup/git-targets.ts';
import { readInstalled } from '../../clients/setup/installed.ts';
import { isNeeded, planFile } from '../../clients/setup/plan.ts';
import type { CommandRun } from '../task.ts';
import { askYes } from './asking.ts';
import { hereOf } from './here.ts';
import { showDiff } from './show.ts';

/**
 * Offers what makes sharing through git smooth: the merge driver in git's settings, and the check for secrets before a commit
 * of this repository. Shown first, undone by `sqrl uninstall`. Not offered without a terminal to ask on and without --yes.
 */
export async function offerGitSetup(
  task: CommandRun,
  { project, yes }: { project: string | undefined; yes: boolean },
): Promise<void> {
  const { world, err } = task;
  if (!world.machine || !world.mcp) return;
  const here = hereOf(task, { project });
  const notes = readInstalled(here.memory);
  const changes = gitTargets(here).map((target) => planFile({ client: null, target }));
  for (const { target, refused } of changes)
    if (refused && !task.json) err.quiet(`${target.path} is left as it is: ${refused.because}.`);
  const needed = changes.filter(isNeeded);
  const canAsk = world.stdin.isTTY && world.stderr.isTTY && !task.json;
  if (needed.length === 0 || !(yes || canAsk)) return;
  if (!task.json) {
    err.line('For git on this machine:');
    for (const { target, before, after } of needed)
      showDiff(err, here, { path: target.path, what: target.what, before, after });
  }
  if (!yes && !(await askYes(task, 'Write these changes?'))) return;
  applySetup(needed, { here, notes, now: world.now(), version: world.version });
}
