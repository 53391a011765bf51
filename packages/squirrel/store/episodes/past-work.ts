import type { Episode } from '@sqrl/base/model/episode.ts';
import { as, flag, json } from '@sqrl/base/sqlite/query.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';

/** What was once worked on: an episode or a commit, with what was said of it and the files in it. */
export interface PastWork {
  id: string;
  session: string;
  /** Unknown for a commit. */
  isCommit: boolean;
  startedAt: number;
  endedAt: number;
  status: Episode['status'];
  /** The task and the prompts it was told in, or the message. */
  said: string;
  /** Repository-relative, as all paths here. */
  changed: string[];
  read: string[];
}

/** The work that was over at a time, newest first. A session that was still running then tells nothing yet. */
export const pastWork = (store: Store, { before, most }: { before: number; most: number }): PastWork[] =>
  [...episodes(store, before, most), ...commits(store, before, most)].sort(
    (a, b) => b.endedAt - a.endedAt || (a.id < b.id ? -1 : 1),
  );

const episodes = (store: Store, before: number, most: number): PastWork[] =>
  store.rows`select e.id, s.id as session, 0 as isCommit, e.started_at, e.ended_at, e.status,
          e.task || char(10) || ifnull((select group_concat(text, char(10)) from
            (select substr(text, 1, ${SAID}) as text from event
            where session = e.session and at between e.started_at and e.ended_at and episode = e.row
            and kind = 'prompt' and agent is null
            order by at, offset, part limit ${MAX_PROMPTS})), '') as said,
          e.files_changed as changed, e.files_read as read
     from episode e join session s on s.row = e.session
    where e.ended_at <= ${before} and s.client not in ('git', 'ci')
      and (select max(at) from event where session = s.row) <= ${before}
    order by e.ended_at desc, e.id limit ${most}`.map(toWork);

// What is wanted stands at the beginning; the rest of a long text names much that was never touched.
const SAID = 4000;
const MAX_PROMPTS = 4;

const commits = (store: Store, before: number, most: number): PastWork[] =>
  store.rows`select lower(hex(event.id)) as id, session.id as session, 1 as isCommit, at as startedAt,
          at as endedAt, 'completed' as status, substr(text, 1, ${SAID}) as said,
          (select json_group_array(path) from touch join file on file.row = touch.file
            where touch.event = event.row and outside = 0) as changed, '[]' as read
     from session join event on event.session = session.row
    where session.client = 'git' and event.at <= ${before} and event.kind = 'commit'
    order by event.at desc, event.offset desc limit ${most}`.map(toWork);

const toWork = as<PastWork>({ isCommit: flag, changed: json, read: json });
