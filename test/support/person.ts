import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AS_PERSON } from '@sqrl/base/testing/as-person.ts';
import { ended, launcher, type ProcessResult } from '@sqrl/squirrel/cli/testing/process.ts';
import { clientFolders } from '@sqrl/squirrel/clients/folders.ts';
import { stopDaemonOf } from '@sqrl/squirrel/daemon/control.ts';
import { TOOL_COST } from '@sqrl/squirrel/mcp/cost.ts';
import { locateProject } from '@sqrl/squirrel/workspace/locate.ts';
import { parse } from 'jsonc-parser';
import { onTestFinished } from 'vitest';
import { anew, settingsIn, typing } from './typing.ts';

/** A person's machine on which clients have left their files, and no client of whoever runs the tests is found. */
export function person(files: Record<string, string> = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sqrl-setup-')));
  const [home, project] = [join(root, 'ann ünï'), join(root, 'shop')];
  for (const folder of [home, project]) mkdirSync(folder);
  const { NODE_COMPILE_CACHE = '' } = process.env;
  const env = { HOME: home, PATH: '/usr/bin:/bin', TMPDIR: root, NODE_COMPILE_CACHE };
  const run = (
    argv: string[],
    how: { cwd?: string; script?: string; node?: string[]; env?: Record<string, string> } = {},
  ): Promise<ProcessResult> =>
    ended(
      spawn(process.execPath, [...(how.node ?? []), AS_PERSON, how.script ?? launcher, ...argv], {
        cwd: how.cwd ?? project,
        env: { ...env, ...how.env },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
  onTestFinished(async () => {
    if (existsSync(join(home, '.sqrl/daemon.json'))) await run(['stop']);
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });
  const at = (path: string) => join(home, path);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const memory = join(home, '.sqrl');
  const noDaemon = () => Promise.reject(new Error('A daemon is started by a process: use sqrl().'));
  const { platform } = process;
  const type = typing(
    project,
    anew(memory, project, clientFolders({ person: home, platform, env })),
    Date.now,
    {
      env,
      machine: { person: home, platform, memory },
      projectAt: async (folder) => locateProject(folder),
      mcp: { program: { node: process.execPath, script: launcher }, serve: noDaemon, cost: TOOL_COST },
      daemon: { run: noDaemon, start: noDaemon, launch: noDaemon, stop: () => stopDaemonOf(memory) },
      settings: settingsIn(join(memory, 'config.toml')),
    },
  );
  return {
    root,
    home,
    project,
    at,
    write,
    run,
    sqrl: (...argv: string[]) => run(argv),
    /** A command in this process: for one that neither starts nor asks a daemon. */
    type: (...argv: string[]) => type(argv),
    read: (path: string) => readFileSync(at(path), 'utf8'),
    data: (path: string) => parse(readFileSync(at(path), 'utf8'), [], { allowTrailingComma: true }),
    /** Every file and folder but those of the memory, to the byte. */
    all: () =>
      Object.fromEntries(
        readdirSync(home, { recursive: true, encoding: 'utf8' })
          .filter((path) => !path.startsWith('.sqrl'))
          .toSorted()
          .map((path) => {
            const { mode } = statSync(at(path));
            return [path, statSync(at(path)).isFile() ? `${mode} ${readFileSync(at(path), 'latin1')}` : ''];
          }),
      ),
  };
}
