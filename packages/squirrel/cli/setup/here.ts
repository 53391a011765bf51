import { resolve } from 'node:path';
import { Problem } from '@sqrl/base/problem.ts';
import { projectAround, type SetupContext } from '../../clients/setup/surroundings.ts';
import type { CommandRun } from '../task.ts';

/** The machine a task runs on; with `alone` only the project of a folder is set up. */
export function hereOf({ world }: CommandRun, alone?: { project: string | undefined }): SetupContext {
  const { machine, mcp, env, cwd } = world;
  if (!machine || !mcp) throw new Problem('Only the installed program can set up clients.', '', 'usage');
  const { node, script } = mcp.program;
  const { person, platform, memory } = machine;
  const project = alone && projectAround(resolve(cwd, alone.project ?? '.'));
  return { person, platform, env, memory, node, script, project };
}
