import { rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from '@sqrl/base/foreign-file.ts';
import { oneLine } from '@sqrl/base/plain.ts';
import { refuseAgents } from '@sqrl/base/terminal/agents-shell.ts';
import { flags, oneOf } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import { CLIENT_SETUPS } from '../../../clients/setup/clients.ts';
import { writtenGitTargets } from '../../../clients/setup/git-targets.ts';
import { readInstalled } from '../../../clients/setup/installed.ts';
import { ownTargets } from '../../../clients/setup/launcher.ts';
import { MCP_SETUPS } from '../../../clients/setup/mcp-clients.ts';
import type { SetupContext } from '../../../clients/setup/surroundings.ts';
import { command } from '../../command.ts';
import { askOne, askYes, mustAsk } from '../../setup/asking.ts';
import { hereOf, shortPath, showDiff, showFile } from '../../setup/plan-view.ts';
import { asideOf, type FileRestoration, planReturn, takeBack } from '../../setup/take-back.ts';
import { answer, type CommandRun } from '../../task.ts';

export const uninstall = command('uninstall', {
  help: `
Usage: sqrl uninstall [--yes] [--data keep|erase] [--dry-run]

  --yes         Do not ask; memories are kept unless --data says otherwise
  --data WHAT   keep: keep the memories; erase: delete them with their copies and the settings; your own Markdown in
                notes/ is kept
  --dry-run     Show the changes to each file without making them

Files that have not changed since init get their old contents back; from others only Squirrel's entries are removed. Files
that init created are deleted if nothing else is in them; one that you have changed since is kept as NAME.kept. The daemon is stopped. Remove the package itself with npm.

Examples:
  $ sqrl uninstall --dry-run
  $ sqrl uninstall --yes --data keep
`,
  options: {
    ...flags('yes', 'dry-run'),
    data: oneOf(['keep', 'erase']),
  },
  run: async (task, values) => {
    const here = hereOf(task, { project: values.project });
    const dry = values['dry-run'] === true;
    if (!dry) refuseAgents(task, 'remove the memory');
    const notes = readInstalled(here.memory);
    const returns = planReturn([...CLIENT_SETUPS, ...MCP_SETUPS], here, {
      notes,
      own: [...ownTargets(here), ...writtenGitTargets(here, notes)],
    });
    const mayAsk = !values.yes && !dry;
    if (mayAsk) mustAsk(task);
    const shown = task.json ? [] : returns.filter(isReverted);
    for (const { path, what, before, after } of shown)
      (dry ? showDiff : showFile)(task.out, here, { path, what, before, after });
    if (dry) return tell(task, { returns, dry, data: 'keep' });
    if (mayAsk && returns.some(isReverted) && !(await askYes(task, 'Revert these changes?'))) {
      task.err.line('Nothing was changed.');
      return EXIT.problem;
    }
    const data = values.data ?? (mayAsk ? await askData(task, here) : 'keep');
    // First, so that no hook of a session that still runs is answered half-way through.
    const { stopped } = await task.world.daemon.stop();
    takeBack(returns, here.memory, notes);
    if (data === 'erase') erase(here.memory);
    return tell(task, { returns, dry, data, stopped });
  },
});

const isReverted = ({ did }: FileRestoration): boolean => did !== 'nothing' && did !== 'refused';

const askData = (task: CommandRun, here: SetupContext) =>
  askOne(task, `What about the memories in ${shortPath(here.memory, here)}?`, [
    { value: 'keep', label: 'Keep them' },
    { value: 'erase', label: 'Delete them, with every copy' },
  ]);

/** Deletes our files in the home, and the home itself if it is empty then. */
function erase(memory: string): void {
  for (const name of namesIn(memory))
    if (OWN.test(name)) rmSync(join(memory, name), { recursive: true, force: true });
  rmSync(join(memory, 'notes', 'daily'), { recursive: true, force: true });
  for (const folder of [join(memory, 'notes'), memory]) {
    try {
      rmdirSync(folder);
    } catch {
      // The folder contains files of the user.
    }
  }
}

/** What the program makes in its home. A home may have been put where other things lie. */
const OWN =
  /^(user\.db|projects$|config\.toml$|memory_policy\.toml$|daemon|installed\.json$|before-setup$|backups?$|copies$|logs?$|hook|sqrl-hook|hub\.json$|panel|pauses\.json$|\.sqrl-|.*\.(log|lock|sock|tmp)$)/;

function tell(
  task: CommandRun,
  {
    returns,
    dry,
    data,
    stopped,
  }: { returns: readonly FileRestoration[]; dry: boolean; data: string; stopped?: boolean },
): ExitCode {
  const files = returns.map(({ path, client, what, did, refused }) => ({
    path,
    client,
    what,
    did,
    ...refused,
  }));
  const refused = returns.filter((one) => one.refused);
  answer(task, { dry, files, data, stopped: stopped ?? false }, () => {
    const { out, err } = task;
    const changed = returns.filter(isReverted).length;
    if (dry) return err.quiet('Dry run: nothing was changed.');
    out.line(
      changed === 0
        ? 'No entries of sqrl were found in any file.'
        : `Reverted: ${countNoun(changed, 'file')}.`,
    );
    if (stopped) out.line('The daemon was stopped.');
    out.line(
      data === 'erase'
        ? 'The memories were deleted.'
        : 'The memories were kept; `sqrl init` uses them again.',
    );
    for (const { path, did } of returns)
      if (did === 'set aside') out.line(`You had changed ${path}: it is kept as ${asideOf(path)}.`);
    for (const { path, refused: why } of refused)
      err.warn(`${path}:${why!.line} was not changed: ${oneLine(why!.because)}.`);
  });
  return refused.length > 0 ? EXIT.problem : EXIT.done;
}
