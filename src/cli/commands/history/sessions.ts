import { CLIENTS } from '../../../model/event.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { showSessions } from '../../session-view.ts';
import { countNoun } from '../../size.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';
import { startTime } from '../../time.ts';
import { optionChoice, optionNumber } from '../../usage.ts';

export const help = `
Usage: sqrl history sessions [options]

  --client CLIENT  Only this client (repeatable):
                   ${CLIENTS.join(', ')}
  --since WHEN     Only sessions active since a duration (12h, 7d, 2w) or date (2026-01-31)
  --limit N        At most N (20)
  --offset N       Skip the first N (0)

Examples:
  $ sqrl history sessions --since 7d
  $ sqrl history sessions --json | jq -r '.sessions[].id'
`;
export const options = {
  client: { type: 'string', multiple: true },
  since: { type: 'string' },
  limit: { type: 'string' },
  offset: { type: 'string' },
} as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('history sessions', task.argv, options);
  positionalsOf('history sessions', words, { what: 'options', from: 0, to: 0 });
  const limit = optionNumber('--limit', values.limit, { from: 1, to: 100_000, whole: true });
  const offset = optionNumber('--offset', values.offset, { from: 0, to: 1_000_000_000, whole: true });
  const clients = values.client?.map((client) => optionChoice('--client', client, CLIENTS));
  await using client = await openMemory(task, values);
  const output = await client.call('sessions', {
    ...(clients && { clients }),
    ...(values.since !== undefined && { since: startTime('--since', values.since, task.world.now()) }),
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
  });
  answer(task, output, () => {
    const { sessions, total } = output;
    if (total === 0 && (clients !== undefined || values.since !== undefined))
      return task.err.line('No matching sessions.');
    if (total === 0) {
      task.err.line('No sessions of this project yet.');
      return task.err.line(task.err.paint('dim', "Run `sqrl ingest` to read the agents' logs."));
    }
    showSessions(task.out, sessions, task.world.now());
    if (sessions.length < total) {
      const rest = `${sessions.length} of ${countNoun(total, 'session')}; use --limit or --offset for more.`;
      task.err.line(task.err.paint('dim', rest));
    }
  });
  return EXIT.done;
}
