import { resolve } from 'node:path';
import { oneOf } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { AGENT_CLIENTS } from '../../../clients/clients.ts';
import { CONFIG_NAMES, mcpConfigOf } from '../../../clients/setup/mcp-clients.ts';
import { command } from '../../command.ts';
import { answer, type CommandRun } from '../../task.ts';
import type { McpControl } from '../../world.ts';

export const mcp = command('mcp', {
  help: `
Usage: sqrl mcp [--tools core|all] [--project DIR]
       sqrl mcp --print-config CLIENT [--tools core|all]

  --tools SET            core (default): recall, get_task_context, remember, correct_memory, code_impact,
                         find_symbol, history, get_session_context; all: also get_dependencies, get_recent_work,
                         memory_get and the names of the specifications (memory_search, get_pitfalls_view, …), which
                         use more of each session's context
  --print-config CLIENT  Print the entry to add and the file it belongs in, with absolute paths, without changing
                         anything:
                         ${CONFIG_NAMES.join(', ')} (any other)

Clients start this command. It speaks MCP on standard input and output, exits when its input ends, and reports errors
on standard error. The project is the one named in a call, or --project, or one of the client's roots, or the
folder it was started in. A memory from an agent counts as the agent's: it does not replace anything you taught, and
secrets are redacted.

How to register it:
${AGENT_CLIENTS.map(({ title, setup }) => `  ${title.padEnd(14)} ${setup.server.file}`).join('\n')}

Examples:
  $ sqrl mcp --print-config claude-code
  $ sqrl mcp --print-config codex >> ~/.codex/config.toml
`,
  options: {
    tools: oneOf(['core', 'all']),
    'print-config': oneOf(CONFIG_NAMES),
  },
  run: async (task, values) => {
    const all = values.tools === 'all';
    const project = values.project === undefined ? undefined : resolve(task.world.cwd, values.project);
    const { mcp } = task.world;
    const wanted = values['print-config'];
    if (wanted !== undefined) return printConfig(task, wanted, { all, project, program: mcp.program });
    if (task.world.stdin.isTTY)
      task.err.line('Waiting for an MCP client on standard input; stop with Ctrl-C. See `sqrl help mcp`.');
    const { noDaemon, signal } = task;
    await mcp.serve({ project, all, noDaemon, signal });
  },
});

function printConfig(
  task: CommandRun,
  client: (typeof CONFIG_NAMES)[number],
  { all, project, program }: Pick<McpControl, 'program'> & { all: boolean; project: string | undefined },
): ExitCode {
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
    // Standard output is only the entry, so that `>>` can append it.
    task.err.quiet(`For ${file}:`);
    task.out.line(text);
    if (command !== undefined) task.err.quiet(`or run: ${command}`);
  });
  return EXIT.done;
}
