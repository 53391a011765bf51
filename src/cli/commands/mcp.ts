import { resolve } from 'node:path';
import { Problem } from '../../base/problem.ts';
import { AGENT_CLIENTS } from '../../clients/clients.ts';
import { mcpConfigOf } from '../../clients/setup/mcp-config.ts';
import { HOOK_CLIENTS } from '../../model/hook-events.ts';
import { argumentsOf, type Options, wordsOf } from '../arguments.ts';
import { EXIT, type Exit } from '../exit.ts';
import { answer, type Task } from '../task.ts';
import { oneOf } from '../usage.ts';
import type { McpControl } from '../world.ts';

export const summary = 'Serve the memory to an agent (MCP over stdio)';
export const help = `
Usage: sqrl mcp [--tools core|all] [--project DIR]
       sqrl mcp --print-config CLIENT [--tools core|all]

  --tools SET            core: recall, get_task_context, remember, correct_memory, code_impact, find_symbol,
                         history, get_session_context (the default); all: also the names agents know from
                         other memories, which cost each session's context more
  --print-config CLIENT  Say what to add to which file of a client, with absolute paths, and change nothing:
                         ${HOOK_CLIENTS.join(', ')}

Clients start it; by hand there is nothing to see. It speaks MCP on standard input and output, ends when its
input does, and complains on standard error. The project is the one a call names, else the one of --project,
else one of the client's roots, else that of the folder it was started in. What an agent has remembered is kept
as an agent's word: it replaces nothing that you taught, and secrets are taken out.

Where it is registered:
${AGENT_CLIENTS.map(({ title, setup }) => `  ${title.padEnd(14)} ${setup.mcp({ node: '', args: [], env: {} }).file}`).join('\n')}

Examples:
  $ sqrl mcp --print-config claude-code
  $ sqrl mcp --print-config codex >> ~/.codex/config.toml
`;
export const options = {
  tools: { type: 'string' },
  'print-config': { type: 'string' },
} as const satisfies Options;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('mcp', task.argv, options);
  wordsOf('mcp', words, { what: 'options', from: 0, to: 0 });
  const all = values.tools !== undefined && oneOf('--tools', values.tools, ['core', 'all']) === 'all';
  const project = values.project === undefined ? undefined : resolve(task.world.cwd, values.project);
  const { mcp } = task.world;
  if (!mcp) throw new Problem('MCP is served by the installed program only.', '', 'usage');
  const wanted = values['print-config'];
  if (wanted !== undefined) return printConfig(task, wanted, { all, project, program: mcp.program });
  if (task.world.stdin.isTTY)
    task.err.line('This speaks MCP to the client that starts it; Ctrl-C ends it. See `sqrl help mcp`.');
  const { noDaemon, signal } = task;
  await mcp.serve({ project, all, noDaemon, signal });
  return EXIT.done;
}

function printConfig(
  task: Task,
  wanted: string,
  { all, project, program }: Pick<McpControl, 'program'> & { all: boolean; project: string | undefined },
): Exit {
  const client = oneOf('--print-config', wanted, HOOK_CLIENTS);
  const { env } = task.world;
  const { file, text, command } = mcpConfigOf(client, {
    node: program.node,
    args: [
      program.script,
      'mcp',
      ...(all ? ['--tools', 'all'] : []),
      ...(project === undefined ? [] : ['--project', project]),
    ],
    env: env.SQRL_HOME ? { SQRL_HOME: resolve(task.world.cwd, env.SQRL_HOME) } : {},
  });
  answer(task, { client, file, text, ...(command !== undefined && { command }) }, () => {
    // Only what belongs into the file goes where `>>` would put it.
    task.err.line(task.err.paint('dim', `For ${file}:`));
    task.out.line(text);
    if (command !== undefined) task.err.line(task.err.paint('dim', `or run: ${command}`));
  });
  return EXIT.done;
}
