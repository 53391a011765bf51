import { CLIENTS, TOOLS } from '@sqrl/base/model/event.ts';
import { BEGINNINGS, MOMENTS } from '@sqrl/base/model/moment.ts';
import { oneLine, visible } from '@sqrl/base/plain.ts';
import { flag, takes, text, texts, type Values } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { readText } from '@sqrl/base/terminal/reading.ts';
import { optionChoice, optionNumber, usage } from '@sqrl/base/terminal/usage.ts';
import type { Input, Output } from '../../../protocol/verbs.ts';
import { command } from '../../command.ts';
import { answer, type CommandRun, filePath, openMemory } from '../../task.ts';

const help = `
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
`;
const options = {
  point: text,
  because: text,
  prompt: text,
  tool: text,
  command: text,
  file: texts,
  symbol: texts,
  failed: flag,
  output: text,
  'exit-code': text,
  session: text,
  client: text,
  record: flag,
  why: flag,
};

export const deliver = command('deliver', {
  help,
  options,
  words: takes('options, or - for a moment as JSON', 0, 1),
  run,
});

type Given = Values<typeof options>;
type Moment = Input<'deliver'>['moment'];

/** Larger than nearly every tool output. */
const MAX_MOMENT_BYTES = 16 * 2 ** 20;

async function run(task: CommandRun, values: Values<typeof options>, [source]: string[]): Promise<ExitCode> {
  if (source !== undefined && source !== '-')
    throw usage(`deliver: unexpected argument "${source}".`, 'Run `sqrl help deliver`.');
  const moment = source === '-' ? await readMoment(task) : momentOf(task, values);
  await using client = await openMemory(task, values);
  const output = await client.call('deliver', {
    client: values.client === undefined ? 'claude-code' : optionChoice('--client', values.client, CLIENTS),
    session: values.session ?? 'try',
    moment,
    record: values.record === true,
    ...(values.project === undefined && { cwd: task.world.cwd }),
  });
  answer(task, output, () => show(task, output, values.why === true));
  return EXIT.done;
}

async function readMoment({ world, signal }: CommandRun): Promise<Moment> {
  const text = await readText(world.stdin, { limit: MAX_MOMENT_BYTES, name: 'Standard input', signal });
  try {
    return JSON.parse(text) as Moment;
  } catch {
    throw usage('Standard input is not JSON.', 'Pass a moment: {"point": "session start"}.');
  }
}

function momentOf(task: CommandRun, values: Given): Moment {
  if (values.point === undefined)
    throw usage('deliver needs --point.', `Choose one of: ${MOMENTS.join(', ')}.`);
  const point = optionChoice('--point', values.point, MOMENTS);
  const files = (values.file ?? []).map((file) => filePath(task, values, file));
  if (point === 'session start')
    return {
      point,
      ...(values.because !== undefined && { because: optionChoice('--because', values.because, BEGINNINGS) }),
    };
  if (point === 'prompt') {
    if (values.prompt === undefined) throw usage('--point prompt needs --prompt TEXT.');
    return { point, text: values.prompt, files };
  }
  const command = values.command ?? null;
  const tool = optionChoice('--tool', values.tool ?? (command === null ? 'edit' : 'run'), TOOLS);
  const step = { tool, command, files, symbols: values.symbol ?? [] };
  if (point === 'before') return { point, ...step };
  return {
    point,
    ...step,
    outcome: values.failed ? 'failed' : 'ok',
    text: values.output ?? '',
    exitCode:
      optionNumber('--exit-code', values['exit-code'], { from: -1000, to: 1000, whole: true }) ?? null,
  };
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
