import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { visible } from '../../base/plain.ts';
import { HOOK_EVENTS } from '../../clients/hook-events.ts';
import { HOOK_CLIENTS } from '../../model/hook-events.ts';
import { argumentsOf, type Options, wordsOf } from '../arguments.ts';
import { EXIT, type Exit } from '../exit.ts';
import { readText } from '../reading.ts';
import { answer, type Task } from '../task.ts';
import { oneOf } from '../usage.ts';

export const summary = 'Do what a client’s hook does, and print what the client is told';
export const help = `
Usage: sqrl hook CLIENT EVENT < input.json
       sqrl hook CLIENT

  CLIENT    ${HOOK_CLIENTS.join(', ')}
  EVENT     An event as the client calls it; without one, the events it calls us at are listed

Clients do not call this but the small program behind it, dist/hooks/hook.js, which takes the same words: it asks the
daemon, starts it where that is due, and is gone within 300 ms, or a second where a session or a prompt begins. On any
trouble it prints nothing and leaves a line in hook.log of the home.

Examples:
  $ sqrl hook claude-code
  $ echo '{"session_id": "try", "cwd": "'$PWD'", "source": "startup"}' | sqrl hook claude-code SessionStart
`;
export const options = {} as const satisfies Options;

/** No client hands in more. */
const MAX_INPUT = 8 * 2 ** 20;

export async function run(task: Task): Promise<Exit> {
  const { words } = argumentsOf('hook', task.argv, options);
  const [name, event] = wordsOf('hook', words, { what: 'a client and one of its events', from: 1, to: 2 });
  const client = oneOf('CLIENT', name!, HOOK_CLIENTS);
  const events = HOOK_EVENTS[client];
  if (event === undefined) {
    answer(task, { client, events }, () => {
      for (const { event: each, matcher, limitMs } of events)
        task.out.line(`${each.padEnd(32)} ${limitMs} ms${matcher === undefined ? '' : `  ${matcher}`}`);
    });
    return EXIT.done;
  }
  oneOf(
    'EVENT',
    event,
    events.map((each) => each.event),
  );
  const { stdin } = task.world;
  if (stdin.isTTY) task.err.line(task.err.paint('dim', 'Type what the client hands in; end with Ctrl-D.'));
  const input = await readText(stdin, { limit: MAX_INPUT, name: 'Standard input', signal: task.signal });
  const printed = await called(task, [client, event], input);
  answer(task, { client, event, printed }, () => {
    if (printed !== '') task.out.line(visible(printed));
    else task.err.line('Nothing is printed here; where that is a surprise, hook.log of the home tells why.');
  });
  return EXIT.done;
}

/** Runs the program that clients run, in a process of its own as they do. */
function called({ world, signal }: Task, args: string[], input: string): Promise<string> {
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

// Compiled, this file has a compiled neighbour; from source, Node runs the neighbour as it is.
const PROGRAM = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../hooks/hook.ts' : '../../hooks/hook.js', import.meta.url),
);
