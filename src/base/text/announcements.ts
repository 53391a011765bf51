import { remembered } from '../memo.ts';
import { planTitle, typedWords } from './own-words.ts';
import { withoutTagged } from './tagged.ts';

/**
 * The lines of a prompt that the person typed, with what they quote and name, however long: a plan that is handed back,
 * a document, a letter, a log or code in it are another person's words.
 */
export const saidLines: (prompt: string) => string[] = remembered((prompt) => {
  if (planTitle(prompt) !== undefined || isHandedOver(prompt)) return [];
  const lines: string[] = [];
  let length = 0;
  for (const raw of withoutBlocks(prompt).split('\n')) {
    if (isHeading(raw)) break;
    const line = raw.length > CUT ? raw : typedWords(raw);
    length += line.length;
    if (length > MAX_TEXT_CHARS) break;
    if (line.trim() !== '') lines.push(line.trim());
    // What comes after it is what it announces.
    if (announces(raw)) break;
  }
  return isDocument(lines) ? lines.slice(0, 1) : lines;
}, 50);

/** Beyond this many characters the beginning and end of a text are all that is taken of it; a dictated line may be longer. */
const CUT = 1200;
const MAX_TEXT_CHARS = 6000;

/** Words that a client, an agent or a program writes in the person's name; a program begins by saying whom it speaks to. */
const isHandedOver = (prompt: string): boolean =>
  /^\s*(?:This session is being continued from|Caveat: The messages below|Please continue the conversation from where|\/[a-z][\w:-]*(?:\s|$)|# Plan\b|## (?:Context|Summary|Plan|Goal)\b|Base directory for this skill|You are (?:now )?(?:an?|the) )/i.test(
    prompt,
  );

const withoutBlocks = (prompt: string): string =>
  withoutTagged(prompt.replace(/(```|~~~)[\s\S]*?(\1|$)/g, '\n'))
    .replace(/"""[\s\S]*?("""|$)/g, '\n')
    .replace(/\[(?:image|document|pasted text|request interrupted)[^\][]*\]/gi, ' ');

/** A document begins: people do not type headings at an agent, but paste texts that have them. */
const isHeading = (line: string): boolean =>
  /^\s{0,3}#{1,6}\s+\S|^\s*(?:From|To|Subject|Date): \S/.test(line);

/** A line that ends by announcing a quoted text. */
const announces = (line: string): boolean =>
  /(?:\b(?:here(?:'s| is| are)|this is|these are|got|get|see|says?|said|wrote|below|following|voici|voilà|suivante?s?|hier ist|hier sind|folgende[nrms]?|aquí está|siguientes?)\b[^.?!]{0,80}|\b(?:error|log|logs|output|trace|stack ?trace|message|e-?mail|mail|ticket|issue|review|comments?|docs?|readme|spec|transcript|response|answer|feedback)\s*):\s*$/i.test(
    line.trim().slice(-MAX_ANNOUNCEMENT_CHARS),
  );

const MAX_ANNOUNCEMENT_CHARS = 200;

/** Many points one below the other, and sentences cut to the width of a page, were written for reading, not said. */
const isDocument = (lines: readonly string[]): boolean =>
  lines.filter((line) => /^(?:[-*•]|\d+[.)])\s/.test(line)).length > 9 ||
  lines.filter((line, i) => isWrapped(line, lines[i + 1])).length > 2;

/** A line that breaks off near the right edge of a page, and the next goes on in small letters. */
const isWrapped = (line: string, next: string | undefined): boolean =>
  line.length >= 55 && line.length <= 110 && !/[.!?:;]$/.test(line) && /^\p{Ll}/u.test(next ?? '');
