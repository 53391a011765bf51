import { indexFrom, type NoteLine } from './lines.ts';

/** What stands above a note. */
export interface FrontMatter {
  title: string | undefined;
  tags: string[];
}

/** Reads the title and the tags above a note, and says at which line the note itself begins. */
export function readFrontMatter(lines: readonly NoteLine[]): { front: FrontMatter; next: number } {
  const none = { front: { title: undefined, tags: [] }, next: 0 };
  if (lines[0]?.text.trimEnd() !== '---') return none;
  const end = indexFrom(lines, 1, (text) => /^(---|\.\.\.)\s*$/.test(text));
  if (end === lines.length) return none;
  const head = lines.slice(1, end).map(({ text }) => text);
  return { front: { title: fieldOf(head, 'title'), tags: tagsIn(head) }, next: end + 1 };
}

function fieldOf(head: readonly string[], name: string): string | undefined {
  const line = head.find((each) => each.startsWith(`${name}:`));
  return bare(line?.slice(name.length + 1) ?? '') || undefined;
}

/** Tags stand behind their name, `[a, b]` or `a, b`, or below it, one a line. */
function tagsIn(head: readonly string[]): string[] {
  const behind = fieldOf(head, 'tags')
    ?.replace(/^\[|\]$/g, '')
    .split(',');
  const below: string[] = [];
  for (const line of head.slice(head.findIndex((each) => /^tags:\s*$/.test(each)) + 1 || head.length)) {
    const tag = /^\s*-\s+(.*)$/.exec(line)?.[1];
    if (tag === undefined) break;
    below.push(tag);
  }
  return [...new Set((behind ?? below).map((tag) => bare(tag).replace(/^#/, '')))].filter(
    (tag) => tag !== '',
  );
}

const bare = (value: string): string =>
  value
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim();
