import { EVENT_KINDS } from '../../../model/event.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { showEvents } from '../../session-view.ts';
import { countNoun } from '../../size.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';
import { optionChoice, optionNumber } from '../../usage.ts';

export const help = `
Usage: sqrl history events SESSION [options]

  --kind KIND      Only steps of this kind (repeatable): prompt, reply, reasoning, call, result, compaction,
                   commit, check, notice
  --limit N        At most N (200)
  --offset N       Skip the first N (0)

A prefix of the session's id is enough. --json includes each step's files, tokens and position in the log.

Examples:
  $ sqrl history events 0fccf939
  $ sqrl history events 0fccf939 --kind prompt
`;
export const options = {
  kind: { type: 'string', multiple: true },
  limit: { type: 'string' },
  offset: { type: 'string' },
} as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('history events', task.argv, options);
  const [session] = positionalsOf('history events', words, { what: 'the id of one session', from: 1, to: 1 });
  const limit = optionNumber('--limit', values.limit, { from: 1, to: 1_000_000, whole: true });
  const offset = optionNumber('--offset', values.offset, { from: 0, to: 1_000_000_000, whole: true });
  const kinds = values.kind?.map((kind) => optionChoice('--kind', kind, EVENT_KINDS));
  await using client = await openMemory(task, values);
  const output = await client.call('events', {
    session: session!,
    ...(kinds && { kinds }),
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
  });
  answer(task, output, () => {
    const { events, total } = output;
    if (events.length === 0) return task.err.line('No matching steps in this session.');
    showEvents(task.out, output.session, events);
    if (events.length < total) {
      const rest = `${events.length} of ${countNoun(total, 'step')}; use --limit or --offset for more.`;
      task.err.line(task.err.paint('dim', rest));
    }
  });
  return EXIT.done;
}
