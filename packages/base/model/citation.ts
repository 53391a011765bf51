/** A memory as agents cite it: `[Memory #7k3f9x2m]` or `[Memory #7k3f9x2m: a few words]`; the beginning of an id will do. */
const CITATION = /\[Memory #([0-9a-z]{6,32})(?::\s?([^\]\n]{0,200}))?\]/gi;

/** A part of a text: plain words, or a citation with what it says of the memory. */
export type CitedPart = { words: string } | { words: string; id: string; brief: string };

/** Cuts a text at the memories that it cites; put together again, the words of its parts are the text. */
export function citedParts(text: string): CitedPart[] {
  const parts: CitedPart[] = [];
  let at = 0;
  for (const { index, 0: words, 1: id, 2: brief = '' } of text.matchAll(CITATION)) {
    if (index > at) parts.push({ words: text.slice(at, index) });
    parts.push({ words, id: id!.toLowerCase(), brief: brief.trim() });
    at = index + words.length;
  }
  if (at < text.length || parts.length === 0) parts.push({ words: text.slice(at) });
  return parts;
}

/** Ids of messages begin so; hex digits of the message's event follow. */
export const SAID_PREFIX = 'said:';

/** Digits of an event's id that tell it from the others of any home. */
const SAID_DIGITS = 12;

export const saidId = (event: string): string => `${SAID_PREFIX}${event.slice(0, SAID_DIGITS)}`;

/** What is taken for such an id: fewer digits will do while only one message begins so, and the prefix may be left out. */
export const SAID_ID = /^(?:said:)?[0-9a-f]{8,32}$/i;

export const isSaidId = (id: string): boolean => id.toLowerCase().startsWith(SAID_PREFIX);

export const digitsOfSaid = (id: string): string => id.toLowerCase().replace(SAID_PREFIX, '');

/** Ids of commits begin so in answers; digits of the commit's hash follow. */
const COMMIT_PREFIX = 'commit:';

/** Digits of a hash that tell a commit from the others of most repositories. */
const COMMIT_DIGITS = 12;

export const commitId = (hash: string): string => `${COMMIT_PREFIX}${hash.slice(0, COMMIT_DIGITS)}`;

/** What is taken for such an id: the prefix may be left out. */
export const COMMIT_ID = /^(?:commit:)?[0-9a-f]{7,64}$/i;

export const isCommitId = (id: string): boolean => id.toLowerCase().startsWith(COMMIT_PREFIX);

export const digitsOfCommit = (id: string): string => id.toLowerCase().replace(COMMIT_PREFIX, '');
