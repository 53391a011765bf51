import { EPISODE_STATUSES } from '../../model/episode.ts';
import { argumentsOf, type Options, wordsOf } from '../arguments.ts';
import { showEpisodes } from '../episode-view.ts';
import { EXIT, type Exit } from '../exit.ts';
import { count } from '../size.ts';
import { answer, openMemory, type Task } from '../task.ts';
import { startTime } from '../time.ts';
import { numberOf, oneOf } from '../usage.ts';

export const summary = 'Show what was worked on and how it ended, latest first';
export const help = `
Usage: sqrl episodes [options]

  --session ID     Only of this session; the beginning of its id will do
  --since WHEN     Only those in which something happened since a span (12h, 7d, 2w) or a day (2026-01-31)
  --status STATUS  Only of this status (repeatable): active, completed, failed, paused
  --limit N        At most so many (20)
  --offset N       Leave out so many first (0)

An episode is what happened in a session about one task: the task in your own words, how it ended, the files that
changed, errors, retries, the last word of the tests. With --json everything that is known of each.

Examples:
  $ sqrl episodes --since 7d
  $ sqrl episodes --status paused
  $ sqrl episodes --json | jq -r '.episodes[] | select(.stats.tests == "failed") | .summary'
`;
export const options = {
  session: { type: 'string' },
  since: { type: 'string' },
  status: { type: 'string', multiple: true },
  limit: { type: 'string' },
  offset: { type: 'string' },
} as const satisfies Options;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('episodes', task.argv, options);
  wordsOf('episodes', words, { what: 'options', from: 0, to: 0 });
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
      const rest = `${episodes.length} of ${count(total, 'episode')}; more with --limit or --offset.`;
      task.err.line(task.err.paint('dim', rest));
    }
  });
  return EXIT.done;
}

function showNone({ err }: Task, isNarrow: boolean): void {
  err.line(isNarrow ? 'No episode is like that.' : 'Nothing that was worked on here is known yet.');
  if (!isNarrow) err.line(err.paint('dim', "`sqrl ingest` reads the agents' logs."));
}
