import { contentWords } from '@sqrl/base/text/content-words.ts';

interface InlinePart {
  kind: 'plain' | 'code' | 'strong';
  text: string;
}

/** A text in parts: `code`, **strong words**, and the rest. Links stay as they are: where one leads is to be seen. */
export function inlineParts(text: string): InlinePart[] {
  const parts: InlinePart[] = [];
  for (const [i, part] of text.split(INLINE).entries())
    if (part) parts.push({ kind: KINDS[i % KINDS.length]!, text: part });
  return parts;
}

const INLINE = /`([^`\n]+)`|\*\*([^*\n]+)\*\*/;
/** What stands between the matches, and what each group of a match is. */
const KINDS = ['plain', 'code', 'strong'] as const;

export function saidFirst(text: string): { said: string; below?: string } {
  const { said, below } = (DECISION.exec(text) ?? UNDER_HEADINGS.exec(text))?.groups ?? {};
  return said === undefined ? { said: text } : { said, below: below! };
}

const DECISION = /^(?<below>.{1,400}?\?) Decided: (?<said>.+)$/s;

/** A rule of a file, which begins with the path of its headings; the last may be the sentence before a list. */
const UNDER_HEADINGS = /^(?<below>[^:\n]{1,200} > (?:[^:\n]|:(?! )){1,200}): (?<said>.+)$/s;

/** A part of a text; `matched` where it is a word of the question, in whatever form. */
export interface TextPart {
  text: string;
  matched: boolean;
}

/** A text in parts, so that the words it shares with a question can be marked. Joined they are the text again. */
export function matchedParts(text: string, question: string): TextPart[] {
  const wanted = contentWords(question);
  const parts: TextPart[] = [];
  for (const piece of text.split(WORD)) {
    const matched = [...contentWords(piece)].some((word) => wanted.has(word));
    const last = parts.at(-1);
    if (last?.matched === matched) last.text += piece;
    else if (piece !== '') parts.push({ text: piece, matched });
  }
  return parts;
}

/** Words with their separators: an identifier is one word here, since its parts are compared anyway. */
const WORD = /([\p{L}\p{M}\p{N}_]+)/u;

/** A figure of the ranking, as `cosine 0.52` or `source ×0.85`: for people who look into the ranking. */
const FIGURE = /\bcosine \d|\bbm25 \d|×\d|#\d|\bwords? in common/;
/** `kept under command.test` */
const KEPT_UNDER = /^kept under (\w+)\.(\w+)/;
const keptAs = (_: string, kind: string, what: string): string =>
  `kept as the ${what.replaceAll('_', ' ')} ${kind}`;
const NEAR_COSINE = /cosine (?:0\.[4-9]|1)/;
const MAX_WORDS = 4;

/** Why a memory was found or told: one reason in plain words, and the figures behind it. */
export function plainWhy(
  why: readonly string[],
  { text, question }: { text: string; question: string },
): { reason: string; figures: string[] } {
  const pieces = why.flatMap((each) => each.split('; '));
  const figures = pieces.filter((piece) => FIGURE.test(piece));
  const said = pieces.find((piece) => !FIGURE.test(piece)) ?? pieces.map(beforeFigures).find(Boolean);
  if (said) return { reason: sentence(said.replace(KEPT_UNDER, keptAs)), figures };
  const words = new Set(
    matchedParts(text, question).flatMap((part) => (part.matched ? part.text.toLowerCase() : [])),
  );
  const shared = [...words].slice(0, MAX_WORDS).map((word) => `“${word}”`);
  // Of what is past, the question may not be known any more.
  const many = Number(/([1-9]\d*) words? in common/.exec(figures.join())?.[1] ?? 0);
  const isNear = figures.some((figure) => NEAR_COSINE.test(figure));
  const same =
    shared.length > 0 ? shared.join(', ') : many === 1 ? 'a word' : many > 1 ? `${many} words` : '';
  const reason = same
    ? `Shares ${same}${isNear ? ' and is close in meaning' : ''}.`
    : isNear
      ? 'Close in meaning.'
      : 'Related in meaning.';
  return { reason, figures };
}

/** What stands before the figures: `not relevant enough: cosine 0.43` is `not relevant enough`. */
const beforeFigures = (piece: string): string => /^([^:]*[^\s:]): /.exec(piece)?.[1] ?? '';

const sentence = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
