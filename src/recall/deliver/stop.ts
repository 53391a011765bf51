import { message } from '../../base/messages.ts';
import { estimateTokens } from '../../base/text/tokens.ts';
import { STOPPED } from '../../model/guards.ts';
import type { Memory } from '../../model/memory.ts';
import { type DeliveryText, SILENCE, surestFirst } from './delivery-text.ts';
import { inFewLines, MAX_GUARD_TOKENS } from './line.ts';

/** Why a call is stopped, what to do instead, and that it may be made all the same. */
export function stopText(certain: readonly Memory[], tokens: number): DeliveryText {
  const why = (memory: Memory) =>
    message('deliver.stopped', { what: memory.trigger?.command ?? memory.trigger?.file ?? '' });
  const items = certain.map((memory) => ({ memory, why: why(memory) })).toSorted(surestFirst);
  const said = inFewLines(items.slice(0, 1), { lines: 1, each: 2 * MAX_GUARD_TOKENS, tokens });
  if (said.lines.length === 0) return { ...SILENCE, left: said.left };
  const text = `${STOPPED}, because it failed every time before:\n${said.text}\n${AGAIN}`;
  const size = estimateTokens(text);
  return size > tokens ? { ...SILENCE, left: said.left } : { ...said, text, tokens: size };
}

const AGAIN = 'To run it all the same, make the same call again; it will not be stopped twice.';
