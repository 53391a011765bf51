import type { DeliveryPoint, Holdout } from '@sqrl/base/model/moment.ts';
import { isShownTo } from '@sqrl/squirrel/recall/deliver/deliver.ts';
import { addInjection } from '@sqrl/squirrel/store/delivery/receipts.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';
import type { Random } from './random.ts';

/** A session as far as it was told something. */
export interface ToldSession {
  client: string;
  id: string;
  startedAt: number;
  /** The group it belongs to. */
  holdout: Holdout;
}

/** Notes what sessions of a project were told, or would have been if the lot had not fallen otherwise. */
export function tellSessions(
  { own: { store } }: Engine,
  sessions: readonly ToldSession[],
  {
    random,
    memories,
    guards,
    command,
  }: { random: Random; memories: readonly string[]; guards: readonly string[]; command: string },
): void {
  const tell = (
    session: ToldSession,
    point: DeliveryPoint,
    told: { about: string | null; many: number; after: number; of?: readonly string[] },
  ) => {
    const { holdout } = session;
    const why =
      point === 'before command'
        ? `its trigger is met: ${`command ${told.about}`}`
        : `preference, confidence 0.82`;
    const [id, tokens] = [random.hex(24), told.many * random.int(18, 40)];
    const chosen = random.some(told.of ?? memories, told.many);
    const other = memories.find((memory) => !chosen.includes(memory));
    addInjection(store, {
      id,
      client: session.client,
      session: session.id,
      at: session.startedAt + told.after,
      point,
      about: told.about,
      tokens,
      holdout,
      shown: isShownTo(holdout, point),
      memories: chosen,
      passages: [],
      why: Object.fromEntries(chosen.map((memory) => [memory, why])),
      left: other === undefined ? [] : [{ memory: other, because: 'over the token limit' }],
    });
  };
  store.transaction(() => {
    for (const session of sessions) {
      tell(session, 'session start', { about: null, many: random.int(3, 8), after: 1 });
      if (random.chance(0.6))
        tell(session, 'first prompt', { about: null, many: random.int(1, 4), after: 1000 });
      if (guards.length > 0 && random.chance(0.7))
        tell(session, 'before command', { about: command, many: 1, after: 2000, of: guards });
    }
  });
}
