import type { TreeWalk } from '../tree-walk.ts';
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
    if (kid.start >= at) pushBetween(parts, type, source.slice(at, kid.start), at);
    parts.push(kid);
    at = Math.max(at, kid.end);
  }
  if (end > at) pushBetween(parts, type, source.slice(at, end), at);
  return parts;
}

/** What may have nothing but comments in it. */
const BRACKETS = new Set(['program', 'statement_block', 'class_body', 'object', 'array', 'arguments']);

function pushBetween(parts: Part[], type: string, text: string, from: number): void {
  if (type === 'template_string') {
    if (text !== '') parts.push({ type: 'string_fragment', start: from, end: from + text.length });
    return;
  }
  for (const match of text.matchAll(PART)) {
    const start = from + match.index;
    parts.push({ type: match[1] ? 'comment' : 'word', start, end: start + match[0].length });
  }
}

const PART = /(\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|[\w$]+|[^\w\s$]/g;
