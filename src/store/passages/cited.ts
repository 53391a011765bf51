import type { Client } from '../../model/event.ts';
import { eventRange } from '../events/event-places.ts';
import { raw } from '../query.ts';
import type { Store } from '../store.ts';
import { IS_SAID, MESSAGE, type SaidMessage, toMessage } from './passages.ts';

/** A message and where it was said. */
export interface CitedMessage extends SaidMessage {
  eventRow: number;
  client: Client;
  session: string;
  /** The subagent that said or was told it. */
  agent: string | null;
  episode: string | null;
  branch: string | null;
}

/** Messages whose event's id begins with some hex digits, by that id. */
export function messagesByDigits(store: Store, digits: string, limit: number): CitedMessage[] {
  const [low, high] = eventRange(digits);
  return store.rows`select ${raw(MESSAGE)}, event.row as eventRow, session.client, session.id as session,
    event.agent,
      episode.id as episode, coalesce(event.branch, session.branch) as branch
    from event join session on session.row = event.session left join episode on episode.row = event.episode
    where event.id between unhex(${low}) and unhex(${high}) and ${raw(IS_SAID)} and event.text <> ''
    order by event.id limit ${limit}`.map(toMessage<CitedMessage>);
}
