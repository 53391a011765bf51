import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENTS } from '@sqrl/base/model/event.ts';
import type { Log } from '@sqrl/base/model/reader.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { readersIn } from '@sqrl/squirrel/clients/readers.ts';
import { fixturesOf } from '@sqrl/squirrel/clients/reading/testing/fixtures.ts';
import { findLogs } from '@sqrl/squirrel/ingest/work/find-logs.ts';
import { openLogStores } from '@sqrl/squirrel/ingest/work/log-stores.ts';
import { type ReadResult, readLogs } from '@sqrl/squirrel/ingest/work/read-logs.ts';
import { settling } from '@sqrl/squirrel/learn/verbs/settle.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import { checkStore } from '@sqrl/squirrel/store/testing/check-store.ts';
import { homeOf } from '@sqrl/squirrel/workspace/home.ts';

const readers = await readersIn({ PATH: process.env.PATH });

/** Every log that a real run of a client left. */
export const everyLog = (): Log[] =>
  CLIENTS.flatMap((client) =>
    fixturesOf(client).flatMap(({ folders }) => findLogs(readers, folders, { clients: [client] })),
  );

/** Reads logs into a home, in this thread. */
export async function readInto(
  home: string,
  logs: readonly Log[],
  { again = false, stopped = (): boolean => false, now = Date.now() } = {},
): Promise<ReadResult> {
  using logStores = openLogStores(homeOf(home), () => now, settling);
  return await readLogs(logStores, logs, { readers, now, again, stopped });
}

/** Everything a home holds of what was read, without the numbers that tell only in which order it came. */
export function contentOf(home: string): Record<string, unknown[]> {
  const projects = existsSync(join(home, 'projects')) ? readdirSync(join(home, 'projects')).sort() : [];
  const paths = ['user.db', ...projects.map((name) => join('projects', name, 'project.db'))];
  return Object.fromEntries(
    paths.flatMap((path) => {
      using store = openStore(join(home, path), { now: Date.now });
      return [
        ...Object.entries(TABLES).map(([name, sql]) => [`${path} ${name}`, rows(store, sql)]),
        [`${path} damage`, checkStore(store).problems],
      ];
    }),
  );
}

const rows = (store: Store, sql: string): unknown[] =>
  store
    .sql(sql)
    .all()
    .map((row) => ({ ...row }));

const EVENT_COLUMNS =
  'agent, at, part, kind, tool, tool_name, call, command, outcome, exit_code, text, length, hash, tokens_input, ' +
  'tokens_output, tokens_cached, duration, tainted, offset, bytes';

const TABLES = {
  sessions: `select client, id, began_at, forked_from, cwd, branch, version, title, model, unsettled
    from session order by client, id`,
  logs: `select s.id, log.path, l.began_at, l.forked_from, l.cwd, l.branch, l.version, l.title, l.model
    from session_log l join session s on s.row = l.session join log on log.row = l.log order by s.client, s.id, path`,
  events: `select hex(e.id) as id, s.client, s.id as session, log.path, e.model, e.branch, episode.id as episode,
      ${EVENT_COLUMNS.split(', ')
        .map((name) => `e.${name}`)
        .join(', ')}
    from event e join session s on s.row = e.session join log on log.row = e.log
      left join episode on episode.row = e.episode order by e.id`,
  touches: `select hex(e.id) as event, path, outside, t.at, way, from_line, to_line
    from touch t join event e on e.row = t.event join file on file.row = t.file order by e.id, path, outside, way`,
  files: 'select path, outside from file order by path, outside',
  passages: `select hex(e.id) as event, ordinal, p.text, words
    from passage p join event e on e.row = p.event order by e.id, p.row`,
  episodes: `select e.id, s.id as session, ordinal, hex(first) as first, started_at, ended_at, events, begun_by, task,
      summary, phase, importance, errors, retry_loops, tests, frustration, status, outcome, files_changed, files_read,
      tools, tainted
    from episode e join session s on s.row = e.session order by e.id`,
};
