import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CLIENTS, TOOLS } from '@sqrl/base/model/event.ts';
import { HOOK_CLIENTS } from '@sqrl/base/model/hook-events.ts';
import { BEGINNINGS, MOMENTS } from '@sqrl/base/model/moment.ts';
import { oneLine, visible } from '@sqrl/base/plain.ts';
import { flags, oneOf, takes, text, texts, type Values, whole } from '@sqrl/base/terminal/arguments.ts';
import { EXIT } from '@sqrl/base/terminal/exit.ts';
import { readText } from '@sqrl/base/terminal/reading.ts';
import { optionChoice, usage } from '@sqrl/base/terminal/usage.ts';
import { HOOK_EVENTS } from '../../../clients/hook-events.ts';
import type { Input, Output } from '../../../protocol/verbs.ts';
import { command } from '../../command.ts';
import { answer, type CommandRun, filePath, openMemory } from '../../task.ts';

const options = {
  ...flags('failed', 'record', 'why'),
  point: oneOf(MOMENTS),
  because: oneOf(BEGINNINGS),
  prompt: text,
  tool: oneOf(TOOLS),
  command: text,
  file: texts,
  symbol: texts,
  output: text,
  'exit-code': whole(-1000, 1000),
  session: text,
  client: oneOf(CLIENTS),
};

export const deliver = command('deliver', {
  help: `
Usage: sqrl deliver --point POINT [options]
       sqrl deliver - < moment.json

  --point POINT     ${MOMENTS.join(', ')}
  --because WHY     Why the session started: ${BEGINNINGS.join(', ')}
  --prompt TEXT     The user's prompt
  --tool TOOL       Tool of the step, before or after: run, edit, write, read, search…
  --command TEXT    Command that is run, or search term
  --file PATH       File of the step (repeatable)
  --symbol NAME     Function, class or other symbol it changes (repeatable)
  --failed          The step failed; see --output
  --output TEXT     Output of the tool
  --exit-code N     Exit status of the command
  --session ID      Session id (try)
  --client CLIENT   Client (claude-code)
  --record          Record the delivery, as for an agent: the session is not reminded twice
  --why             Show the reasons, and what was left out

A moment as JSON: {"point": "before", "tool": "run", "command": "npm test"}. Empty output is normal: most moments need no
reminder.

Examples:
  $ sqrl deliver --point "session start"
  $ sqrl deliver --point before --tool run --command "npm test" --why
`,
  options,
  words: takes('options, or - for a moment as JSON', 0, 1),
  run: async (task, values, [source]) => {
    if (source !== undefined && source !== '-')
      throw usage(`deliver: unexpected argument "${source}".`, 'Run `sqrl help deliver`.');
    const moment = source === '-' ? await readMoment(task) : momentOf(task, values);
    await using client = await openMemory(task, values);
    const output = await client.call('deliver', {
      client: values.client ?? 'claude-code',
      session: values.session ?? 'try',
      moment,
      record: values.record === true,
      ...(values.project === undefined && { cwd: task.world.cwd }),
    });
    answer(task, output, () => show(task, output, values.why === true));
  },
});

type Given = Values<typeof options>;
type Moment = Input<'deliver'>['moment'];

/** Larger than nearly every tool output. */
const MAX_MOMENT_BYTES = 16 * 2 ** 20;

async function readMoment({ world, signal }: CommandRun): Promise<Moment> {
  const text = await readText(world.stdin, { limit: MAX_MOMENT_BYTES, name: 'Standard input', signal });
  try {
    return JSON.parse(text) as Moment;
  } catch {
    throw usage('Standard input is not JSON.', 'Pass a moment: {"point": "session start"}.');
  }
}

function momentOf(task: CommandRun, values: Given): Moment {
  const { point, because, prompt, command = null, file = [], symbol: symbols = [] } = values;
  if (point === undefined) throw usage('deliver needs --point.', `Choose one of: ${MOMENTS.join(', ')}.`);
  const files = file.map((path) => filePath(task, values, path));
  if (point === 'session start') return { point, ...(because && { because }) };
  if (point === 'prompt') {
    if (prompt === undefined) throw usage('--point prompt needs --prompt TEXT.');
    return { point, text: prompt, files };
  }
  const tool = values.tool ?? (command === null ? 'edit' : 'run');
  const step = { tool, command, files, symbols };
  if (point === 'before') return { point, ...step };
  const { failed, output: text = '', 'exit-code': exitCode = null } = values;
  return { point, ...step, outcome: failed ? 'failed' : 'ok', text, exitCode };
}

function show({ out, err }: CommandRun, said: Output<'deliver'>, why: boolean): void {
  const { text, withheld, holdout, tokens, spent, left } = said;
  if (text !== '') out.line(visible(text));
  else if (withheld !== null) {
    err.line(`This session is in the ${holdout} group and gets no reminder here. It would have been:`);
    out.quiet(visible(withheld));
  } else err.line('No reminder at this point.');
  if (!why) return;
  for (const reason of said.why) err.quiet(oneLine(reason));
  for (const { memory, because } of left) err.quiet(`left out ${memory}: ${oneLine(because)}`);
  err.quiet(`${tokens} tokens; ${spent.tokens} of ${spent.cap} in this session.`);
}

export const hook = command('hook', {
  help: `
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
`,
  options: {},
  words: takes('a client and one of its events', 1, 2),
  run: async (task, _, [name, event]) => {
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
    // In a process of its own, as clients run it.
    const { stdout: printed } = spawnSync(task.world.mcp.program.node, [PROGRAM, client, event], {
      ...{ cwd: task.world.cwd, env: task.world.env, input, encoding: 'utf8' },
    });
    answer(task, { client, event, printed }, () => {
      if (printed !== '') task.out.line(visible(printed));
      else task.err.line('No output. See hook.log in the home folder if you expected some.');
    });
  },
});

/** Larger than the input of any client. */
const MAX_INPUT_BYTES = 8 * 2 ** 20;

// The compiled program has a compiled hook; from source, Node runs the TypeScript file.
const PROGRAM = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? '../../../hooks/hook.ts' : '../../../hooks/hook.js',
    import.meta.url,
  ),
);
