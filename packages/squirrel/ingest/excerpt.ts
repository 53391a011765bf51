import { transcode } from 'node:buffer';
import { hash } from 'node:crypto';
import type { EventKind, Tool } from '@sqrl/base/model/event.ts';
import type { RawEvent } from '@sqrl/base/model/reader.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { keptEnd, keptStart, redactedStart, roughEnd, roughStart } from '@sqrl/base/redact/shorten.ts';
import { commandReach } from './foreign-command.ts';
import { isForeignTool } from './taint.ts';

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

export type CuttableText = Pick<RawEvent, 'kind' | 'tool' | 'outcome' | 'command' | 'text'>;

/** What is kept of a text, without its secrets; the length of the whole, and its hash where only a part is kept. */
export function excerptOf(said: CuttableText): { text: string; length: number; hash: string | null } {
  const { text } = said;
  const { length } = text;
  const { head, tail } = roomFor(said);
  if (length <= head + tail) return { text: withoutSecrets(text), length, hash: null };
  const first = keptStart(withoutSecrets(roughStart(text, head)), head);
  const last = keptEnd(withoutSecrets(roughEnd(text, tail)), tail);
  const left = length - first.length - last.length;
  return { text: `${first}\n… ${left} characters left out …\n${last}`, length, hash: hashOf(text) };
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

function roomFor({ kind, tool, outcome, command, text }: CuttableText): KeptLength {
  if (kind !== 'result' || outcome !== 'ok') return ROOM[kind] ?? ELSE;
  if (LOOKING.has(tool)) return LOOKED_AT;
  // Judging a command takes longer than cutting a text.
  return text.length > ELSE.head + ELSE.tail && mayBeForeign(tool, command) ? FOREIGN : ELSE;
}

/** As far as can be told before it is known to which project it belongs. */
function mayBeForeign(tool: Tool | null, command: string | null): boolean {
  if (tool !== 'run') return isForeignTool(tool);
  const { isNetwork, unknown } = commandReach((command ?? '').slice(0, MAX_JUDGED_CHARS));
  return isNetwork || unknown.length > 0;
}

const MAX_JUDGED_CHARS = 1000;

/** A line such as a command or a title, without its secrets and not longer than `most`. */
export const redactedLine = (text: string, most = 2000): string => withoutNul(redactedStart(text, most));

export const withoutSecrets = (text: string): string => withoutNul(redactSync(text).text);

/** SQLite ends a text at a NUL. */
const withoutNul = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '␀') : text);
