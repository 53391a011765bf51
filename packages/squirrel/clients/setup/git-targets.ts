import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { foreignText } from '@sqrl/base/foreign-file.ts';
import { SHARED_FILE } from '@sqrl/base/model/sync/lines.ts';
import type { SetupTarget } from './client.ts';
import type { SetupRecord } from './installed.ts';
import { isUsualMemory, quoted, type SetupContext } from './surroundings.ts';

/** What git is told where memories are shared: the merge driver, and in the project a check before each commit. */
export const gitTargets = (here: SetupContext): SetupTarget[] => [
  driverTarget(here),
  ...(here.project !== undefined && runsHooks(here.project) ? [hookTarget(here, here.project)] : []),
];

/** The same as it may have been written: in every project that was set up, whatever became of it. */
export const writtenGitTargets = (here: SetupContext, notes: SetupRecord | undefined): SetupTarget[] => [
  driverTarget(here),
  ...[...new Set([here.project, ...(notes?.files ?? []).map(({ project }) => project)])].flatMap((project) =>
    project ? [hookTarget(here, project)] : [],
  ),
];

export const sharesMemories = (project: string): boolean => existsSync(join(project, SHARED_FILE));

const driverTarget = (here: SetupContext): SetupTarget => ({
  kind: 'block',
  path: settingsOf(here),
  what: 'the merge driver for shared memories',
  mark: '#',
  // Where the program is gone or refuses, git merges lines as it does without a driver.
  text: `[merge "sqrl"]
\tname = Squirrel's shared memories
\tdriver = ${inConfig(`${program(here)} merge-driver %O %A %B 2>/dev/null || git merge-file %A %O %B`)}
`,
});

/** A value as git's settings take it. */
const inConfig = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** Whether git runs hooks of the repository's own folder. In a linked worktree `.git` is a file; the main one has them. */
const runsHooks = (project: string): boolean =>
  statSync(join(project, '.git'), { throwIfNoEntry: false })?.isDirectory() === true &&
  !/^\s*hooksPath\s*=/im.test(
    foreignText(join(project, '.git', 'config'), { maxBytes: MAX_CONFIG_BYTES }) ?? '',
  );

const MAX_CONFIG_BYTES = 2 ** 20;

const hookTarget = (here: SetupContext, project: string): SetupTarget => ({
  kind: 'block',
  path: join(project, '.git', 'hooks', 'pre-commit'),
  what: 'the check for secrets in shared memories',
  mark: '#',
  script: true,
  text: `if [ -f ${quoted(here.script)} ] && ! git diff --cached --quiet -- ${SHARED_FILE}; then
  git show :${SHARED_FILE} 2>/dev/null | ${program(here)} check-shared
  # Other failures than a refusal, such as an older program, do not stop a commit.
  [ $? -ne 1 ] || exit 1
fi
`,
});

const program = (here: SetupContext): string =>
  [
    ...(isUsualMemory(here) ? [] : [`SQRL_HOME=${quoted(here.memory)}`]),
    quoted(here.node),
    quoted(here.script),
  ].join(' ');

function settingsOf({ person, env }: SetupContext): string {
  if (env.GIT_CONFIG_GLOBAL) return env.GIT_CONFIG_GLOBAL;
  const usual = join(person, '.gitconfig');
  const other = join(env.XDG_CONFIG_HOME || join(person, '.config'), 'git', 'config');
  return !existsSync(usual) && existsSync(other) ? other : usual;
}
