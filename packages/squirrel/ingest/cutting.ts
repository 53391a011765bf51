import { transcode } from 'node:buffer';
import { hash } from 'node:crypto';
import type { EventKind, Tool } from '@sqrl/base/model/event.ts';
import type { RawEvent } from '@sqrl/base/model/reader.ts';
import { roughEnd, roughStart } from '@sqrl/base/redact/shorten.ts';
import { commandReach } from './foreign-command.ts';
import { isForeignTool } from './taint.ts';

/** What may be kept of a text, with its secrets still in it. */
export interface TextCut {
  /** The whole text; of a long one its beginning. */
  rough: string;
  /** The end of a long one. */
  end: string | null;
  /** Characters of the whole. */
  length: number;
  /** Of the whole, where only a part is kept. */
  hash: string | null;
}

/** How many characters of a text are kept at its beginning and at its end. */
interface KeptLength {
  head: number;
  tail: number;
}

/** The end of what a tool said tells how it went; of what people say the beginning matters most. */
const ROOM: Partial<Record<EventKind, KeptLength>> = {
  prompt: { head: 6000, tail: 2000 },
  reply: { head: 6000, tail: 2000 },
  commit: { head: 3000, tail: 1000 },
  compaction: { head: 3000, tail: 1000 },
};
const ELSE: KeptLength = { head: 700, tail: 1300 };

/** What stood in a file, a listing or a page is there still, and says little of how the work went. */
const LOOKED_AT: KeptLength = { head: 300, tail: 200 };
const LOOKING = new Set<Tool | null>(['read', 'list', 'search', 'edit', 'write']);

/** What others wrote is held against what agents say later: what is left out of it cannot be. */
const FOREIGN: KeptLength = { head: 6000, tail: 2000 };

/** What decides on how much of a text is kept. */
export type CuttableText = Pick<RawEvent, 'kind' | 'tool' | 'outcome' | 'command' | 'text'>;

/** Cuts out of a text what there is room for, and a little more. */
export function cutOut(said: CuttableText): TextCut {
  const { text } = said;
  const { length } = text;
  const { head, tail } = roomFor(said, length);
  if (length <= head + tail) return { rough: text, end: null, length, hash: null };
  return {
    rough: roughStart(text, head),
    end: roughEnd(text, tail),
    length,
    hash: hashOf(text),
  };
}

/** As `hash` of the text itself, which takes much longer to turn letters beyond Latin into bytes. */
function hashOf(text: string): string {
  if (2 * text.length > letters.length) return hash('sha256', text);
  const written = letters.subarray(0, letters.write(text, 'utf16le'));
  try {
    return hash('sha256', transcode(written, 'utf16le', 'utf8'));
  } catch {
    // Half a letter stands in it, which only the slow way can turn into bytes.
    return hash('sha256', text);
  }
}

const letters = Buffer.allocUnsafeSlow(2 ** 20);

/** How much of a text of some length is kept. */
export function roomFor(
  { kind, tool, outcome, command }: Omit<CuttableText, 'text'>,
  length: number,
): KeptLength {
  if (kind !== 'result' || outcome !== 'ok') return ROOM[kind] ?? ELSE;
  if (LOOKING.has(tool)) return LOOKED_AT;
  // Judging a command takes longer than cutting a text.
  return length > ELSE.head + ELSE.tail && mayBeForeign(tool, command) ? FOREIGN : ELSE;
}

/** As far as can be told before it is known to which project it belongs. */
function mayBeForeign(tool: Tool | null, command: string | null): boolean {
  if (tool !== 'run') return isForeignTool(tool);
  const { isNetwork, unknown } = commandReach((command ?? '').slice(0, MAX_JUDGED_CHARS));
  return isNetwork || unknown.length > 0;
}

const MAX_JUDGED_CHARS = 1000;
