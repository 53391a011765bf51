import { episodesOfEvents, eventsOf } from '@sqrl/squirrel/store/events/events.ts';
import { sessionsWhere } from '@sqrl/squirrel/store/events/sessions.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';

/** A step of a session that was really read. */
export interface Proof {
  event: string;
  episode: string;
  quote: string;
}

/** Steps of a project's sessions that memories can point at. */
export function proofsIn({ own: { store } }: Engine): Proof[] {
  return sessionsWhere(store).flatMap(({ row, client }) => {
    if (client === 'git') return [];
    const events = eventsOf(store, row, { kinds: ['prompt', 'reply', 'result'] });
    const episodes = episodesOfEvents(
      store,
      events.map((event) => event.row),
    );
    return events.flatMap(({ row: at, id, text }) => {
      const episode = episodes.get(at);
      return episode && text.length > 10 ? [{ event: id, episode, quote: text.slice(0, 200) }] : [];
    });
  });
}
