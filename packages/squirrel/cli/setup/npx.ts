import { type StdioOptions, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { findProgram, type SetupContext } from '../../clients/setup/surroundings.ts';
import type { CommandRun } from '../task.ts';
import { askOne } from './asking.ts';

/** Whether this program runs from npx's cache, which npm may empty at any time. */
export const isInNpxCache = ({ script }: Pick<SetupContext, 'script'>): boolean =>
  /[\\/]_npx[\\/]/.test(script);

const INSTALL = ['install', '--global', 'squirrel-memory'];

/**
 * Warns that hooks would point into npx's cache, and offers the global install, which then does the work; undefined where
 * this program is to go on.
 */
export async function offerInstall(
  task: CommandRun,
  here: SetupContext,
  mayAsk: boolean,
): Promise<ExitCode | undefined> {
  task.err.warn('This runs from the cache of npx, which npm may empty: the hooks would then do nothing.');
  task.err.line(`Install it first: npm ${INSTALL.join(' ')}`);
  if (!mayAsk) return undefined;
  const choice = await askOne(task, 'How do you want to go on?', [
    { value: 'install', label: 'Install it globally now, then set up' },
    { value: 'here', label: 'Set up with the copy in the cache' },
    { value: 'stop', label: 'Stop' },
  ]);
  if (choice === 'here') return undefined;
  if (choice === 'stop') return EXIT.problem;
  if (run(task, [...npmOf(here), ...INSTALL]).status !== 0) return EXIT.problem;
  const asked = run(task, [...npmOf(here), 'prefix', '--global'], ['ignore', 'pipe', 'ignore']);
  return (run(task, [...installedIn(asked.stdout.trim(), here), 'init', ...task.argv]).status ??
    1) as ExitCode;
}

/** npm as a shell would find it, or that of the Node that runs this program. Node starts no `npm.cmd`, so on Windows its script. */
export function npmOf(here: SetupContext): string[] {
  const npm = findProgram('npm', here) ?? join(dirname(here.node), 'npm');
  return here.platform === 'win32'
    ? [here.node, join(dirname(npm), 'node_modules', 'npm', 'bin', 'npm-cli.js')]
    : [npm];
}

/** This program in npm's global folder. */
export const installedIn = (folder: string, { node, platform }: SetupContext): string[] =>
  platform === 'win32'
    ? [node, join(folder, 'node_modules', 'squirrel-memory', 'bin', 'sqrl.mjs')]
    : [join(folder, 'bin', 'sqrl')];

/** Runs a program in this terminal. */
function run({ world, err }: CommandRun, [program = '', ...args]: readonly string[], stdio?: StdioOptions) {
  const ended = spawnSync(program, args, { stdio: stdio ?? 'inherit', env: world.env, encoding: 'utf8' });
  if (ended.error) err.line(`${program} could not be started: ${ended.error.message}.`);
  return ended;
}
