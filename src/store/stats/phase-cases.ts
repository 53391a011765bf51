import type { Phase } from '../../model/episode.ts';
import { as, json } from '../query.ts';
import type { Store } from '../store.ts';

/** Every command that was run in an episode, in order, with what its agent had been told by its end. */
export const runsInEpisodes = (
  store: Store,
): { episode: number; session: number; phase: Phase; command: string; outcome: string; told: string[] }[] =>
  store.rows`select episode.row as episode, episode.session, phase, command, event.outcome,
          (select json_group_array(distinct m.memory) from injection
            join injection_memory m on m.injection = injection.row
            where injection.client = session.client and injection.session = session.id and shown = 1
            and injection.at <= episode.ended_at) as told
     from episode join session on session.row = episode.session
       join event on event.episode = episode.row and event.session = episode.session
    where event.kind = 'result' and tool = 'run' and command is not null and event.outcome in ('ok', 'failed')
      and episode.session in (select s.row from session s
            join injection i on i.client = s.client and i.session = s.id where i.shown = 1)
    order by episode.row, event.at, event.offset, event.part`.map(as({ told: json })) as never;
