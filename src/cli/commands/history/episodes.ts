import { EPISODE_STATUSES } from '../../../model/episode.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { showEpisodes } from '../../episode-view.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { countNoun } from '../../size.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';
import { startTime } from '../../time.ts';
import { optionChoice, optionNumber } from '../../usage.ts';

export const help = `
Usage: sqrl history episodes [options]

  --session ID     Only this session; a prefix of its id is enough
  --since WHEN     Only episodes active since a duration (12h, 7d, 2w) or date (2026-01-31)
  --status STATUS  Only this status (repeatable): active, completed, failed, paused
  --limit N        At most N (20)
  --offset N       Skip the first N (0)

An episode is the part of a session about one task: the task in your words, how it ended, the changed files, errors,
retries, the last test result. --json includes every field.

Examples:
  $ sqrl history episodes --since 7d
  $ sqrl history episodes --status paused
  $ sqrl history episodes --json | jq -r '.episodes[] | select(.stats.tests == "failed") | .summary'
`;
export const options = {
  session: { type: 'string' },
  since: { type: 'string' },
  status: { type: 'string', multiple: true },
  limit: { type: 'string' },
  offset: { type: 'string' },
} as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('history episodes', task.argv, options);
  positionalsOf('history episodes', words, { what: 'options', from: 0, to: 0 });
  const limit = optionNumber('--limit', values.limit, { from: 1, to: 100_000, whole: true });
  const offset = optionNumber('--offset', values.offset, { from: 0, to: 1_000_000_000, whole: true });
  const statuses = values.status?.map((status) => optionChoice('--status', status, EPISODE_STATUSES));
  await using client = await openMemory(task, values);
  const output = await client.call('episodes', {
    ...(values.session !== undefined && { session: values.session }),
    ...(values.since !== undefined && { since: startTime('--since', values.since, task.world.now()) }),
    ...(statuses && { statuses }),
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
  });
  answer(task, output, () => {
    const { episodes, total } = output;
    if (total === 0) return showNone(task, statuses !== undefined || values.since !== undefined);
    showEpisodes(task.out, episodes, task.world.now());
    if (episodes.length < total) {
      const rest = `${episodes.length} of ${countNoun(total, 'episode')}; use --limit or --offset for more.`;
      task.err.line(task.err.paint('dim', rest));
    }
  });
  return EXIT.done;
}

function showNone({ err }: CommandRun, isNarrow: boolean): void {
  err.line(isNarrow ? 'No matching episodes.' : 'No tasks of this project yet.');
  if (!isNarrow) err.line(err.paint('dim', "Run `sqrl ingest` to read the agents' logs."));
}
