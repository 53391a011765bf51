import { remembered } from '../memo.ts';
import { planTitle, typedWords } from './own-words.ts';
import { withoutBlocks } from './tagged.ts';

export interface PromptLine {
  /** As it was sent. */
  raw: string;
  /** What the person may have typed of it, with what they quote and name; empty for a blank one and for logs and code. */
  said: string;
  /** What it stands below that makes it probably another author's: a heading, or a line that announces a text. */
  below: 'heading' | 'announcement' | null;
}

/**
 * The lines of a prompt, of a long one its beginning and end; none of a plan that is handed back. Blocks of code and of
 * clients are left out. Who wrote a line is for the reader to judge: people go on after what they pasted.
 */
export const promptLines: (prompt: string) => readonly PromptLine[] = remembered((prompt) => {
  if (planTitle(prompt) !== undefined || isHandedOver(prompt)) return [];
  let below: PromptLine['below'] = null;
  const lines = withoutShown(prompt)
    .split('\n')
    .map((raw): PromptLine => {
      if (isHeading(raw)) below = 'heading';
      const line = { raw, said: (raw.length > CUT ? raw : typedWords(raw)).trim(), below };
      if (below === null && announces(raw)) below = 'announcement';
      return line;
    });
  const head = countWithin(lines, HEAD_CHARS) + 1;
  const tail = countWithin(lines.slice(head).reverse(), TAIL_CHARS);
  return head + tail >= lines.length
    ? lines
    : [...lines.slice(0, head), { raw: '', said: '', below }, ...lines.slice(lines.length - tail)];
}, 50);

/** How many lines have no more characters together that may have been typed. */
function countWithin(lines: readonly PromptLine[], chars: number): number {
  let left = chars;
  let count = 0;
  for (const { said } of lines) {
    left -= said.length;
    if (left < 0) break;
    count++;
  }
  return count;
}

/** The lines of a prompt that the person surely typed, as far as its form tells: none below a heading or an announcement. */
export const saidLines = (prompt: string): string[] =>
  promptLines(prompt).flatMap(({ said, below }) => (said === '' || below !== null ? [] : [said]));

/** A dictated line may be longer than what `typedWords` takes. */
const CUT = 1200;
/** Who types more than this pastes most of it. */
const HEAD_CHARS = 2000;
const TAIL_CHARS = 1000;

/** Words that a client, an agent or a program writes in the person's name; a program begins by saying whom it speaks to. */
const isHandedOver = (prompt: string): boolean =>
  /^\s*(?:This session is being continued from|Caveat: The messages below|Please continue the conversation from where|\/[a-z][\w:-]*(?:\s|$)|# Plan\b|## (?:Context|Summary|Plan|Goal)\b|Base directory for this skill|You are (?:now |[\w-]+, )?(?:an?|the) )/i.test(
    prompt,
  );

const withoutShown = (prompt: string): string =>
  withoutBlocks(prompt, BLOCK)
    .replace(/"""[\s\S]*?("""|$)/g, BLOCK)
    .replace(/\[(?:image|document|pasted text|request interrupted)[^\][]*\]/gi, ' ');

/** What is left of a block: nothing that was typed. */
const BLOCK = '\n\n```\n\n';

/** A document begins: people do not type headings at an agent, but paste texts that have them. */
const isHeading = (line: string): boolean =>
  /^\s{0,3}#{1,6}\s+\S|^\s*(?:From|To|Subject|Date): \S/.test(line);

/** A line that ends by announcing a text, and not what the person wants: "here is what I want:". */
const announces = (line: string): boolean => {
  const end = line.trim().slice(-MAX_ANNOUNCEMENT_CHARS);
  return ANNOUNCES.test(end) && !OWN_ANNOUNCED.test(end);
};

const ANNOUNCES =
  /(?:\b(?:here(?:'s| is| are)|this is|these are|got|get|see|(?:look at|check(?: out)?|read) (?:this|these)|says?|said|wrote|below|following|voici|voilà|suivante?s?|hier ist|hier sind|folgende[nrms]?|aquí está|siguientes?)\b[^.?!]{0,80}|\b(?:error|log|logs|output|trace|stack ?trace|message|e-?mail|mail|ticket|issue|review|comments?|docs?|readme|spec|transcript|response|answer|feedback)\s*):\s*$/i;
const OWN_ANNOUNCED =
  /\b(?:(?:what|how|where|as|all|things) (?:i|we)|my|our|je veux|ich will|quiero)\b[^.?!:]*:$/i;

const MAX_ANNOUNCEMENT_CHARS = 200;
