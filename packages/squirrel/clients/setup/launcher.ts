import { join } from 'node:path';
import type { SetupTarget } from './client.ts';
import { findProgram, MARK, packageOf, quoted, type SetupContext } from './surroundings.ts';

/** The file in the home that clients' hooks call; the package may move or go, and they stay as they are. */
export const launcherPath = ({ memory, platform }: SetupContext): string =>
  join(memory, platform === 'win32' ? 'sqrl-hook.cjs' : 'sqrl-hook');

export const hookProgram = (here: SetupContext): string =>
  join(packageOf(here), 'dist', 'squirrel', 'hooks', 'hook.js');

/** Our own files on a machine that is set up: the hooks' launcher, and the setting by which any command starts the daemon. */
export const ownTargets = (here: SetupContext): SetupTarget[] => [
  launcherTarget(here),
  {
    kind: 'setting',
    path: join(here.memory, 'config.toml'),
    what: 'starts the daemon on demand',
    at: ['daemon', 'start'],
    value: true,
  },
];

export const launcherTarget = (here: SetupContext): SetupTarget => ({
  kind: 'whole',
  path: launcherPath(here),
  what: 'starts the hooks, and is silent if the package is gone',
  text: here.platform === 'win32' ? scriptFor(here) : shellScriptFor(here),
  ours: (text) => text.includes(MARK),
});

export const launcherWords = (here: SetupContext): string[] => [
  here.platform === 'win32' ? here.node : '/bin/sh',
  launcherPath(here),
];

/** The words as one line for a shell, which does nothing where the launcher is gone too. */
export function launcherLine(words: readonly string[], here: SetupContext): string {
  const line = (some: readonly string[]) => some.map((word) => quoted(word, here.platform)).join(' ');
  if (here.platform !== 'win32') return `test ! -r ${quoted(launcherPath(here))} || ${line(words)}`;
  // The client starts Git Bash, PowerShell or cmd, and PowerShell does not call what stands in quotes.
  const isOnPath = findProgram('node', here)?.toLowerCase() === here.node.toLowerCase();
  return line(isOnPath ? ['node', ...words.slice(1)] : words);
}

const shellScriptFor = (
  here: SetupContext,
): string => `# ${MARK}: starts the hook program of the package. \`sqrl init\` writes this file, \`sqrl uninstall\` removes it.
node=${quoted(here.node)}
hook=${quoted(hookProgram(here))}
# Where the package or its Node was moved or removed, the agent goes on as if nothing had been asked.
[ -x "$node" ] && [ -r "$hook" ] || exit 0
exec "$node" "$hook" "$@"
`;

const scriptFor = (
  here: SetupContext,
): string => `// ${MARK}: starts the hook program of the package. \`sqrl init\` writes this file, \`sqrl uninstall\` removes it.
const hook = ${JSON.stringify(hookProgram(here))};
// Where the package was moved or removed, the agent goes on as if nothing had been asked.
if (require('node:fs').existsSync(hook)) {
  const { argv } = process;
  argv[1] = hook;
  require(hook);
}
`;
