import { as, flag, json, raw } from '../query.ts';
import type { Store } from '../store.ts';
import { MESSAGE, type SaidMessage } from './passages.ts';

/** A message of a talk, and the rows of the passages it was cut into. */
export interface MessageOfTalk extends SaidMessage {
  ordinal: number;
  episode: string | null;
  passages: number[];
}

/** The messages of a conversation from one place to another, in the order they were said. */
export const messagesOfTalk = (
  store: Store,
  { session, agent, from, to }: { session: number; agent: string | null; from: number; to: number },
): MessageOfTalk[] =>
  store.rows`select ${raw(MESSAGE)}, passage.ordinal, episode.id as episode,
    json_group_array(passage.row) as passages
     from event join passage on passage.event = event.row left join episode on episode.row = event.episode
    where event.session = ${session} and event.agent is ${agent} and passage.ordinal between ${from} and ${to}
    group by event.row order by passage.ordinal`.map(as({ tainted: flag, passages: json }));
