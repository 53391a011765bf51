import { oneLine } from '@sqrl/base/plain.ts';
import { countNoun, formatBytes } from '@sqrl/base/terminal/size.ts';
import { grouped } from '@sqrl/base/text/digits.ts';
import type { Output } from '../protocol/verbs.ts';

/** What can be searched of what was said in sessions, in a line; none where nothing was. */
export function conversationsLine({
  passages,
  embedded,
  vectorBytes,
  maxVectorBytes,
  waiting,
  because,
}: Output<'stats'>['conversations']): string | undefined {
  if (passages === 0) return undefined;
  const vectors =
    embedded > 0 ? ` (${formatBytes(vectorBytes)} of at most ${formatBytes(maxVectorBytes)})` : '';
  const parts = [
    `${countNoun(passages, 'passage')} searchable, ${grouped(embedded)} by meaning${vectors}`,
    ...(waiting > 0 ? [`${grouped(waiting)} not embedded yet`] : []),
  ];
  return `${parts.join(', ')}${because ? `: ${oneLine(because)}` : ''}`;
}
