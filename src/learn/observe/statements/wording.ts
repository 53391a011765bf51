import type { Cues } from './cues/cues.ts';

/** A statement as it reads to somebody who was not there: what the person said, without chat, as a sentence. */
export function statementWording(said: string, cues: Cues): string {
  let text = said.trim();
  for (let again = true; again; ) {
    again = false;
    for (const [pattern, to] of cues.reworded) {
      const next = text.replace(pattern, to).trim();
      if (next !== text && next !== '') {
        text = next;
        again = true;
      }
    }
    const next = text.replace(cues.lead, '').trim();
    if (next !== text && next !== '') {
      text = next;
      again = true;
    }
  }
  const line = text
    .replace(/(^|[\s"(])@(?=[\w.-]+[/.])/g, '$1')
    .replace(/\bi\b(?=['\s])/g, 'I')
    .replace(/\s+([,.;:])(?=\s|$)/g, '$1')
    .replace(/\s{2,}/g, ' ')
    .replace(/[\s,:;–—-]+$/, '');
  const first = /^[a-zäöüéèà][\p{L}'’]*(?=[\s,]|$)/u.exec(line)?.[0];
  // Names of tools and symbols keep their small letter.
  const begun = first && !isName(first, line) ? line[0]!.toUpperCase() + line.slice(1) : line;
  return /[.!?)`"”]$/.test(begun) ? begun : `${begun}.`;
}

/** "Use pnpm, not npm": said whole where the sentence itself could not stand alone. */
export const asUse = (value: string, against: string | null): string =>
  against ? `Use ${value}, not ${against}.` : `Use ${value}.`;

/** "Use pnpm" is little to go by: what it is used as belongs to it. */
export function explained(text: string, called: string): string {
  if (text.length > SHORT_TEXT_CHARS) return text;
  return /\buse \S+\.$/i.test(text)
    ? text.replace(/\.$/, ` as the ${called}.`)
    : text.replace(/\.$/, ` (${called}).`);
}

const SHORT_TEXT_CHARS = 13;

const isName = (word: string, line: string): boolean =>
  /^(?:npm|pnpm|yarn|npx|bun|pip|uv|git|eslint|vitest|jest|pytest|tsc|make|docker)$/.test(word) &&
  / (?:is|must|runs|needs|only) ?/.test(line);
