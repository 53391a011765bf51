import { personsPart } from '@sqrl/base/text/persons-part.ts';

/** What the person typed of a message; Codex in an editor puts what is open there, files with their text, before it. */
export function codexPrompt(message: string): string {
  if (!EDITORS_CONTEXT.test(message)) return personsPart(message);
  const at = message.indexOf(REQUEST);
  // A file that is open may have the same heading in it. Where there are two, no one can tell which is the client's.
  if (at < 0 || message.indexOf(REQUEST, at + 1) >= 0) return '';
  return personsPart(message.slice(at + REQUEST.length));
}

const REQUEST = '## My request for Codex:';

/** How such a message begins. Elsewhere the heading is part of something pasted. */
const EDITORS_CONTEXT =
  /^\s*(?:# Context from my IDE setup:|# Files mentioned by the user:|## My request for Codex:)/;
