import type { Memory } from '../../model/memory.ts';
import { printed } from '../../model/printed.ts';
import { mark } from './marker.ts';
import { clipText } from './sentences.ts';

/** How much of a memory's text the log shows, in characters. */
const MAX_TEXT_CHARS = 200;

/** The heading a day's log begins with. */
export const logHeading = (date: string): string => `# ${date}\n\n`;

/** A memory as one line of the log: when, what kind, what it says, and the mark that names it. */
export const logLine = (time: string, { id, type, text }: Pick<Memory, 'id' | 'type' | 'text'>): string =>
  `- ${time} **${type}** ${oneLine(text)} ${mark(id)}\n`;

/** The date and time that a moment has for a person in a time zone. */
export function zonedTime(at: number, timeZone: string): { date: string; time: string } {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    date: `${part.year}-${part.month}-${part.day}`,
    time: `${part.hour}:${part.minute}:${part.second}`,
  };
}

/** A text that can neither end its line nor open a comment in it. */
const oneLine = (text: string): string =>
  clipText(printed(text), MAX_TEXT_CHARS).replaceAll('<!--', '&lt;!--');
