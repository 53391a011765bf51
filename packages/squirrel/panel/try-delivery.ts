import { type DeliverRequest, deliver } from '../recall/verbs/deliver.ts';
import type { Engine } from '../workspace/workspace.ts';
import { shortTexts } from './short-texts.ts';

/** What is said at a point of a session; where it is only tried, with the texts of the memories that it names. */
export async function tryDelivery(engine: Engine, asked: DeliverRequest) {
  const said = await deliver(engine, asked);
  if (asked.record !== false) return { ...said, texts: {} };
  const named = new Set([...Object.keys(said.reasons), ...said.left.map(({ memory }) => memory)]);
  return { ...said, texts: Object.fromEntries(shortTexts(engine, named)) as Record<string, string> };
}
