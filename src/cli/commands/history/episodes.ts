import { EPISODE_STATUSES } from '../../../model/episode.ts';
import { argumentsOf, type Options, wordsOf } from '../../arguments.ts';
import { showEpisodes } from '../../episode-view.ts';
import { EXIT, type Exit } from '../../exit.ts';
import { count } from '../../size.ts';
import { answer, openMemory, type Task } from '../../task.ts';
import { startTime } from '../../time.ts';
import { numberOf, oneOf } from '../../usage.ts';

export const summary = 'List tasks and how they ended, latest first';
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

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('history episodes', task.argv, options);
  wordsOf('history episodes', words, { what: 'options', from: 0, to: 0 });
  const limit = numberOf('--limit', values.limit, { from: 1, to: 100_000, whole: true });
  const offset = numberOf('--offset', values.offset, { from: 0, to: 1_000_000_000, whole: true });
  const statuses = values.status?.map((status) => oneOf('--status', status, EPISODE_STATUSES));
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
      const rest = `${episodes.length} of ${count(total, 'episode')}; use --limit or --offset for more.`;
      task.err.line(task.err.paint('dim', rest));
    }
  });
  return EXIT.done;
}

function showNone({ err }: Task, isNarrow: boolean): void {
  err.line(isNarrow ? 'No matching episodes.' : 'No tasks of this project yet.');
  if (!isNarrow) err.line(err.paint('dim', "Run `sqrl ingest` to read the agents' logs."));
}
