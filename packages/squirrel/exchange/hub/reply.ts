import {
  HUB_KINDS,
  type HubRecord,
  type HubReply,
  hubReplies,
  recordFacts,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import { lineOf } from '@sqrl/base/model/sync/lines.ts';
import { HubProblem } from './ask-hub.ts';

/** Reads what a hub said; a reply that has not its form is not a hub's. */
export function readReply<K extends keyof typeof hubReplies>(kind: K, said: unknown): HubReply<K> {
  const read = hubReplies[kind].safeParse(said);
  if (read.success) return read.data as HubReply<K>;
  const where = read.error.issues[0]!.path.join('.');
  throw new HubProblem(
    `The hub's reply is not understood${where ? ` (${where})` : ''}.`,
    'Check the address, and that both programs are up to date.',
    { status: 200, code: 'provider' },
  );
}

/** A record of a reply; undefined where it is not one that this program understands. It costs that record only. */
export function recordIn(said: unknown): HubRecord | undefined {
  if (!Array.isArray(said)) return undefined;
  const line = lineOf(said[1], said[0], said[2]);
  const known = recordFacts.safeParse(said[3]);
  if (!line || !known.success || !(HUB_KINDS as readonly string[]).includes(line.kind)) return undefined;
  return [line.kind as HubRecord[0], line.id, line.state, known.data];
}
