import { leansBack } from './leaning.ts';
import { markerOf } from './markers.ts';

/**
 * A sentence of a prompt as a text that reads alone: without chat before it, with the sentence before it where it points
 * back at that, and with what follows where it announces something ("commit messages look like this:").
 */
export function wholeText(prompt: string, sentences: readonly string[], number: number): string {
  const sentence = sentences[number]!;
  const said = correctionInQuestion(sentence) ?? withoutChat(markerOf(sentence)?.text ?? sentence);
  const before = number > 0 && leansBack(said) ? sentences[number - 1]! : '';
  const after = /:\s*$/.test(said) ? following(prompt, sentence) : '';
  const lead = before === '' || isTooLong(before, said) ? '' : `${asSentence(withoutChat(before))} `;
  return after === '' ? `${lead}${asSentence(said)}` : `${lead}${begun(said)} ${after}`;
}

/** What a question wants that corrects: "why aren't we using table-driven tests?"; undefined where it only asks. */
export function correctionInQuestion(sentence: string): string | undefined {
  const asked = withoutChat(sentence.slice(0, MAX_JOINED_CHARS).replace(/[’‘]/g, "'"));
  for (const [question, wanted] of CORRECTING) {
    const found = question.exec(asked);
    if (found) return asked.replace(question, wanted).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  }
  return undefined;
}

const CORRECTING: readonly [RegExp, string][] = [
  [
    /^(?:why|how come) (?:aren't|are not|arent) (we|you|they) (\w+ing) (.+?)[\s?!.]*$/i,
    '$1 should be $2 $3.',
  ],
  [
    /^(?:why|how come) (?:don't|didn't|do not|did not|dont|didnt) (we|you|they) (\w+) (.+?)[\s?!.]*$/i,
    '$1 should $2 $3.',
  ],
  [
    /^why (?:isn't|is not|isnt|doesn't|does not|doesnt) (the .{2,40}?) (use|have|run|follow|using|following) (.+?)[\s?!.]*$/i,
    '$1 should $2 $3.',
  ],
  [
    /^(?:why|how come) (?:are|were) (we|you) (?:still |now )?(\w+ing) (.+?)[\s?!.]*$/i,
    '$1 should not be $2 $3.',
  ],
  [
    /^(?:shouldn't|should not) (we|you|this|the .{2,40}?) (be|use|have|run|go|live) (.+?)[\s?!.]*$/i,
    '$1 should $2 $3.',
  ],
  [
    /^(?:i thought|didn't we agree(?: that)?|didn't i (?:say|tell you)(?: that| to)?) (we .+?)[\s?!.]*$/i,
    '$1.',
  ],
];

/** A text without what only opens a message, as a sentence. */
export const asStatement = (text: string): string => asSentence(withoutChat(text));

const withoutChat = (text: string): string => {
  const rest = text.trim().replace(CHAT, '').trim();
  return rest.split(/\s+/).length < 2 ? text.trim() : rest;
};

/** Words that open a message and say nothing of the matter; a bare "no" may be part of what is said. */
const CHAT =
  /^(?:(?:ok(?:ay)?|so|well|hey|hi|hello|also|and|but|then|now|please|pls|btw|by the way|fyi|actually|again|yes|yeah|yep|great|nice|perfect|cool|thanks|thank you|hmm+|ah|oh|sorry|wait|alright|additionally|finally|i think|i said|as i said|like i said)(?:[,.:!–—-]+\s*|\s+)|(?:no|nope|nah|stop|wrong)[,.:!–—-]+\s*){1,4}/i;

const isTooLong = (before: string, said: string): boolean => before.length + said.length > MAX_JOINED_CHARS;
const MAX_JOINED_CHARS = 320;

/** What stands after a sentence in its prompt, in or out of a code block: a few lines at most. */
function following(prompt: string, sentence: string): string {
  const at = prompt.indexOf(sentence);
  if (at < 0) return '';
  const lines = prompt
    .slice(at + sentence.length, at + sentence.length + MAX_FOLLOWING_CHARS * 2)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:```|~~~)/.test(line));
  return lines.slice(0, MAX_FOLLOWING_LINES).join(' ').slice(0, MAX_FOLLOWING_CHARS);
}

const MAX_FOLLOWING_LINES = 3;
const MAX_FOLLOWING_CHARS = 240;

const begun = (text: string): string => {
  const line = text
    .replace(/(^|[\s"(])@(?=[\w.-]+[/.])/g, '$1')
    .replace(/\bi\b(?=['\s])/g, 'I')
    .replace(/\s{2,}/g, ' ')
    .trim();
  // A name of a tool, a path or a symbol keeps its small letter.
  return /^[a-zà-ɏ][\p{L}'’]*(?=[\s,]|$)/u.test(line) && !/^(?:npm|pnpm|yarn|npx|git|uv|pip|bun)\b/.test(line)
    ? `${line[0]!.toUpperCase()}${line.slice(1)}`
    : line;
};

const asSentence = (text: string): string => {
  const line = begun(text.replace(/[\s,;–—-]+$/, ''));
  return /[.!?:)`"”。！？]$/.test(line) ? line : `${line}.`;
};
