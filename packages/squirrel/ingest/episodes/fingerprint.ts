import { createHash } from 'node:crypto';
import type { Event } from '@sqrl/base/model/event.ts';
import { coreOf } from '@sqrl/base/shell/command.ts';

/** What a failure is known by: the same trouble tomorrow, elsewhere and on other lines has the same one. */
export interface Fingerprint {
  id: string;
  /** The line that says what went wrong, without paths, numbers, hashes and times. */
  line: string;
}

/** The fingerprint of a failed step, from the line of its text that says most. */
export function fingerprintOf(event: Pick<Event, 'tool' | 'text' | 'command' | 'exitCode'>): Fingerprint {
  const said = normalised(tellingLine(event.text));
  const line =
    said === '' ? `exit ${event.exitCode ?? '?'} of ${normalised(coreOf(event.command ?? ''))}` : said;
  const hash = createHash('sha256').update(`${event.tool}\n${line.toLowerCase()}`).digest('hex');
  return { id: hash.slice(0, 16), line };
}

/** Lines that name a trouble, most specific kind first. */
const TELLING: readonly RegExp[] = [
  /^\s*(?:\S+:\s*)?(?:error|fatal|fatal error|panic|exception|fehler|erreur)\b\s*(?:\[\w+\])?\s*:/i,
  /\b[A-Z]\w*(?:Error|Exception|Panic)\b/,
  /^thread '.*' panicked/,
  /\berror (?:TS|CS|E|C|LNK)\d+\b/,
  /^E\s{2,}\S/,
  /command not found|not recognized|no such file|permission denied|cannot find|could not|unable to|unknown (?:option|command|skill)|unrecognized|undefined reference|segmentation fault|timed out|not found|refused|out of memory/i,
  /^\s*(?:FAIL|FAILED|not ok|--- FAIL|\(fail\)|✗|✘|×|✖|●)(?!\w)\s*\S/,
  /\b(?:failed|failure|error)\b/i,
];

/** Counts of nothing, and what a runner says of every command that failed below it. */
const UNTELLING =
  /\b0 (?:failed|errors?|failures?)\b|exited with (?:code|status|exit)|command failed with|ELIFECYCLE|^npm (?:ERR!|error)\s*(?:code|path|command|errno|A complete log)/i;

/** The line of a text that says what went wrong, as it stands there. */
export const tellingLine = (text: string): string =>
  telling(text).slice(0, MAX_LINE_CHARS).replace(/\s+/g, ' ');

function telling(text: string): string {
  const lines = withoutColour(text)
    .split('\n')
    .map((line) => line.replace(/<\/?tool_use_error>/g, '').trim())
    .filter((line) => /\p{L}/u.test(line) && !/^(?:exit code \d+|\$ .*|> .*)$/i.test(line));
  for (const pattern of TELLING) {
    const found = lines.find((line) => pattern.test(line) && !UNTELLING.test(line));
    if (found !== undefined) return found;
  }
  return lines[0] ?? '';
}

function normalised(line: string): string {
  return line
    .slice(0, 2000)
    .replace(/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>')
    .replace(/\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b/g, '<time>')
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>')
    .replace(/\bhttps?:\/\/[^\s'")\]]+/g, '<url>')
    .replace(/\b[A-Za-z]:\\[^\s:'"`)\]]+/g, '<path>')
    .replace(/(?<![\w<])(?:~|\.{1,2})?(?:\/[\w.@+-]+)+\/?/g, '<path>')
    .replace(/(?<![\w/<])[\w.@+-]+(?:\/[\w.@+-]+)+/g, '<path>')
    .replace(/\b0x[0-9a-f]+\b/gi, '<hash>')
    .replace(/\b(?=[a-f]*\d)[0-9a-f]{7,}\b/gi, '<hash>')
    .replace(/\b\d+(?:[.,]\d+)*\s?(?:ns|µs|us|ms|s|sec|seconds?|min|minutes?|m|h)\b/g, '<time>')
    .replace(/\d+(?:[.,]\d+)*/g, '<n>')
    .replace(/[\u2500-\u257f]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_LINE_CHARS);
}

const MAX_LINE_CHARS = 300;

const withoutColour = (text: string): string =>
  text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '').replace(/\r/g, '');
