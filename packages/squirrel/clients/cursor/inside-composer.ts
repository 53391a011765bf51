import type { PieceResult } from '@sqrl/base/model/reader.ts';
import { parseColumn } from '../reading/json.ts';
import { isRecord, listOrEmpty, textOrEmpty } from '../reading/record.ts';
import { takeBubble } from './bubble.ts';
import { type Composer, composerFacts } from './composer.ts';

/** Older versions kept all messages in the row of the conversation itself. */
export function takeComposer(value: unknown, composer: Composer | null): PieceResult[] {
  const data = parseColumn(value);
  if (!isRecord(data) || !composer)
    return [{ events: [], type: 'composerData', version: null, fate: 'broken' }];
  const own: PieceResult = {
    events: [],
    type: 'composerData',
    version: composer.version,
    fate: 'passed',
    session: composerFacts(composer),
  };
  const inside = listOrEmpty(data.conversation).filter(isRecord);
  if (composer.generating || inside.length === 0) return [own];
  const order = inside.map((bubble) => textOrEmpty(bubble.bubbleId));
  return [own, ...inside.flatMap((bubble) => takeBubble(bubble, { ...composer, order }))];
}
