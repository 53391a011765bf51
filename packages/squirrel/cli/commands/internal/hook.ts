import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { HOOK_CLIENTS } from '@sqrl/base/model/hook-events.ts';
import { visible } from '@sqrl/base/plain.ts';
import { takes, type Values } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { readText } from '@sqrl/base/terminal/reading.ts';
import { optionChoice } from '@sqrl/base/terminal/usage.ts';
import { HOOK_EVENTS } from '../../../clients/hook-events.ts';
import { command } from '../../command.ts';
import { answer, type CommandRun } from '../../task.ts';

const help = `
Usage: sqrl hook CLIENT EVENT < input.json
       sqrl hook CLIENT

  CLIENT    ${HOOK_CLIENTS.join(', ')}
  EVENT     Event name used by the client; without one, the supported events are listed

For debugging. Clients run dist/squirrel/hooks/hook.js with the same arguments: it asks the daemon, starts it if necessary, and
exits within 500 ms, or within a second at a session start or a prompt; later if the machine is busy. On an error it prints nothing and adds a line to
hook.log in the home folder.

Examples:
  $ sqrl hook claude-code
  $ echo '{"session_id": "try", "cwd": "'$PWD'", "source": "startup"}' | sqrl hook claude-code SessionStart
`;
const options = {};

export const hook = command('hook', {
  help,
  options,
  words: takes('a client and one of its events', 1, 2),
  run,
});

/** Larger than the input of any client. */
const MAX_INPUT_BYTES = 8 * 2 ** 20;

async function run(task: CommandRun, _: Values<typeof options>, [name, event]: string[]): Promise<ExitCode> {
  const client = optionChoice('CLIENT', name!, HOOK_CLIENTS);
  const events = HOOK_EVENTS[client];
  if (event === undefined) {
    answer(task, { client, events }, () => {
      for (const { event: each, matcher, limitMs } of events)
        task.out.line(`${each.padEnd(32)} ${limitMs} ms${matcher === undefined ? '' : `  ${matcher}`}`);
    });
    return EXIT.done;
  }
  optionChoice(
    'EVENT',
    event,
    events.map((each) => each.event),
  );
  const { stdin } = task.world;
  if (stdin.isTTY) task.err.quiet('Type the hook input; end with Ctrl-D.');
  const input = await readText(stdin, {
    limit: MAX_INPUT_BYTES,
    name: 'Standard input',
    signal: task.signal,
  });
  const printed = await called(task, [client, event], input);
  answer(task, { client, event, printed }, () => {
    if (printed !== '') task.out.line(visible(printed));
    else task.err.line('No output. See hook.log in the home folder if you expected some.');
  });
  return EXIT.done;
}

/** Runs the program that clients run, in a process of its own as they do. */
function called({ world, signal }: CommandRun, args: string[], input: string): Promise<string> {
  const node = world.mcp?.program.node ?? process.execPath;
  return new Promise((resolve, reject) => {
    const child = spawn(node, [PROGRAM, ...args], {
      cwd: world.cwd,
      env: world.env,
      stdio: ['pipe', 'pipe', 'ignore'],
      signal,
    });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      printed += part;
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.on('error', reject);
    child.on('close', () => resolve(printed));
  });
}

// The compiled program has a compiled hook; from source, Node runs the TypeScript file.
const PROGRAM = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? '../../../hooks/hook.ts' : '../../../hooks/hook.js',
    import.meta.url,
  ),
);
