import { matchedParts } from './matched-parts.ts';

/** A text with the words marked that it shares with a question. */
export const Marked = ({ text, question }: { text: string; question: string }) =>
  matchedParts(text, question).map((part, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name, and never move
    part.matched ? <mark key={i}>{part.text}</mark> : part.text,
  );
