import type { TreeWalk } from '../../parse/tree-walk.ts';
import type { Syntax } from './syntax.ts';

/** Walks what oxc parsed as if it were the tree of a grammar, where words, marks and comments are nodes as well. */
export function syntaxWalk(source: string, root: Syntax): TreeWalk {
  const above: { list: readonly Part[]; nth: number }[] = [];
  let list: readonly Part[] = [root];
  let nth = 0;
  const down = (): boolean => {
    const parts = partsOf(source, list[nth]!);
    if (parts.length === 0) return false;
    above.push({ list, nth });
    list = parts;
    nth = 0;
    return true;
  };
  return {
    type: () => list[nth]!.type,
    start: () => list[nth]!.start,
    end: () => list[nth]!.end,
    down,
    next() {
      if (nth + 1 >= list.length) return false;
      nth++;
      return true;
    },
    up() {
      ({ list, nth } = above.pop() ?? { list, nth });
    },
  };
}

interface Part {
  type: string;
  start: number;
  end: number;
  kids?: readonly Syntax[];
}

/** The parts of a node: its children, and what stands between them. */
function partsOf(source: string, { type, start, end, kids = [] }: Part): Part[] {
  const parts: Part[] = [];
  if (kids.length === 0 && !BRACKETS.has(type)) return parts;
  let at = start;
  for (const kid of kids) {
    // Nodes that were made up may reach into their neighbours.
    if (kid.start > at) pushBetween(parts, type, source, at, kid.start);
    parts.push(kid);
    at = Math.max(at, kid.end);
  }
  if (end > at) pushBetween(parts, type, source, at, end);
  return parts;
}

/** What may have nothing but comments in it. */
const BRACKETS = new Set(['program', 'statement_block', 'class_body', 'object', 'array', 'arguments']);

function pushBetween(parts: Part[], type: string, source: string, from: number, to: number): void {
  if (type === 'template_string') {
    parts.push({ type: 'string_fragment', start: from, end: to });
    return;
  }
  // Between statements there is mostly nothing but space.
  let at = from;
  while (at < to && source.charCodeAt(at) <= BLANK) at++;
  if (at === to) return;
  for (const match of source.slice(at, to).matchAll(PART)) {
    const start = at + match.index;
    parts.push({ type: match[1] ? 'comment' : 'word', start, end: start + match[0].length });
  }
}

const BLANK = 32;

const PART = /(\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|[\w$]+|[^\w\s$]/g;
