import { remembered } from '../memo.ts';
import { planTitle, typedWords } from './own-words.ts';
import { withoutTagBlocks, withoutTagged } from './tagged.ts';

/** A line of a prompt. */
export interface PromptLine {
  /** As it was sent. */
  raw: string;
  /** What the person may have typed of it, with what they quote and name; empty for a blank one and for logs and code. */
  said: string;
}

/**
 * The lines of a prompt, however long, up to where pasted text certainly begins: a plan that is handed
 * back, a document, a letter. Blocks of code and of clients are left out.
 */
export const promptLines: (prompt: string) => readonly PromptLine[] = remembered((prompt) => {
  if (planTitle(prompt) !== undefined || isHandedOver(prompt)) return [];
  const lines: PromptLine[] = [];
  let length = 0;
  for (const raw of withoutBlocks(prompt).split('\n')) {
    if (isHeading(raw)) break;
    const said = (raw.length > CUT ? raw : typedWords(raw)).trim();
    length += said.length;
    if (length > MAX_TEXT_CHARS) break;
    lines.push({ raw, said });
    // What comes after it is what it announces.
    if (announces(raw)) break;
  }
  return isDocument(lines.flatMap(({ said }) => (said === '' ? [] : [said])))
    ? lines.slice(0, lines.findIndex(({ said }) => said !== '') + 1)
    : lines;
}, 50);

/** The lines of a prompt that the person may have typed. */
export const saidLines = (prompt: string): string[] =>
  promptLines(prompt).flatMap(({ said }) => (said === '' ? [] : [said]));

/** Beyond this many characters the beginning and end of a text are all that is taken of it; a dictated line may be longer. */
const CUT = 1200;
const MAX_TEXT_CHARS = 6000;

/** Words that a client, an agent or a program writes in the person's name; a program begins by saying whom it speaks to. */
const isHandedOver = (prompt: string): boolean =>
  /^\s*(?:This session is being continued from|Caveat: The messages below|Please continue the conversation from where|\/[a-z][\w:-]*(?:\s|$)|# Plan\b|## (?:Context|Summary|Plan|Goal)\b|Base directory for this skill|You are (?:now |[\w-]+, )?(?:an?|the) )/i.test(
    prompt,
  );

const withoutBlocks = (prompt: string): string =>
  withoutTagged(withoutTagBlocks(prompt).replace(/(```|~~~)[\s\S]*?(\1|$)/g, '\n'))
    .replace(/"""[\s\S]*?("""|$)/g, '\n')
    .replace(/\[(?:image|document|pasted text|request interrupted)[^\][]*\]/gi, ' ');

/** A document begins: people do not type headings at an agent, but paste texts that have them. */
const isHeading = (line: string): boolean =>
  /^\s{0,3}#{1,6}\s+\S|^\s*(?:From|To|Subject|Date): \S/.test(line);

/** A line that ends by announcing a quoted text. */
const announces = (line: string): boolean =>
  /(?:\b(?:here(?:'s| is| are)|this is|these are|got|get|see|(?:look at|check(?: out)?|read) (?:this|these)|says?|said|wrote|below|following|voici|voilà|suivante?s?|hier ist|hier sind|folgende[nrms]?|aquí está|siguientes?)\b[^.?!]{0,80}|\b(?:error|log|logs|output|trace|stack ?trace|message|e-?mail|mail|ticket|issue|review|comments?|docs?|readme|spec|transcript|response|answer|feedback)\s*):\s*$/i.test(
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
