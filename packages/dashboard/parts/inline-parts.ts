/** A part of a text by what its Markdown makes of it. */
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

/** What a memory says, and below it what was asked, or the headings it stood under in its file. */
export function saidFirst(text: string): { said: string; below?: string } {
  const { said, below } = (DECISION.exec(text) ?? UNDER_HEADINGS.exec(text))?.groups ?? {};
  return said === undefined ? { said: text } : { said, below: below! };
}

const DECISION = /^(?<below>.{1,400}?\?) Decided: (?<said>.+)$/s;

/** A rule of a file, which begins with the path of its headings; the last may be the sentence before a list. */
const UNDER_HEADINGS = /^(?<below>[^:\n]{1,200} > (?:[^:\n]|:(?! )){1,200}): (?<said>.+)$/s;
