import { indexFrom, type NoteLine } from './lines.ts';

/** What stands above a note. */
export interface FrontMatter {
  title: string | undefined;
  tags: string[];
  /** The files that a rule file is only for: `src/**`. */
  paths: string[];
}

/** Reads what stands above a note, and says at which line the note itself begins. */
export function readFrontMatter(lines: readonly NoteLine[]): { front: FrontMatter; next: number } {
  const none = { front: { title: undefined, tags: [], paths: [] }, next: 0 };
  if (lines[0]?.text.trimEnd() !== '---') return none;
  const end = indexFrom(lines, 1, (text) => /^(---|\.\.\.)\s*$/.test(text));
  if (end === lines.length) return none;
  const head = lines.slice(1, end).map(({ text }) => text);
  const front = {
    title: fieldOf(head, 'title'),
    tags: listOf(head, 'tags').map((tag) => tag.replace(/^#/, '')),
    paths: ['paths', 'globs', 'applyTo'].flatMap((name) => listOf(head, name)),
  };
  return { front, next: end + 1 };
}

function fieldOf(head: readonly string[], name: string): string | undefined {
  const line = head.find((each) => each.startsWith(`${name}:`));
  return bare(line?.slice(name.length + 1) ?? '') || undefined;
}

/** A list stands behind its name, `[a, b]` or `a, b`, or below it, one a line. */
function listOf(head: readonly string[], name: string): string[] {
  const behind = fieldOf(head, name)
    ?.replace(/^\[|\]$/g, '')
    .split(',');
  const below: string[] = [];
  const from = head.findIndex((each) => each.startsWith(`${name}:`)) + 1 || head.length;
  for (const line of head.slice(from)) {
    const item = /^\s*-\s+(.*)$/.exec(line)?.[1];
    if (item === undefined) break;
    below.push(item);
  }
  return [...new Set((behind ?? below).map(bare))].filter((item) => item !== '');
}

const bare = (value: string): string =>
  value
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim();
