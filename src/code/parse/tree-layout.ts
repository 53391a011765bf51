import type { Language } from 'web-tree-sitter';
import type { ParserHeap } from './tree-memory.ts';

/** What a grammar says of the nodes of its trees, read from the engine's memory once. */
export interface TreeLayout {
  /** The type that each symbol is known by. */
  names: Uint16Array;
  /** By production and place: the symbol that a child is known by there, and the field it stands in; 0 for none. */
  aliases: Uint16Array[];
  fields: Uint16Array[];
}

const layouts = new WeakMap<Language, TreeLayout>();

/** The layout of a grammar. */
export function treeLayoutOf(language: Language, memory: ParserHeap): TreeLayout {
  const known = layouts.get(language);
  if (known) return known;
  const layout = read((language as unknown as { 0: number })[0], memory);
  layouts.set(language, layout);
  return layout;
}

function read(at: number, { u8, u16, u32 }: ParserHeap): TreeLayout {
  const [symbols, others, productions] = [4, 8, 28].map((each) => u32[(at + each) >> 2]!);
  const longest = u16[(at + 36) >> 1]!;
  const [slices, entries] = [64, 68].map((each) => u32[(at + each) >> 2]!);
  const [names, aliases] = [76, 84].map((each) => u32[(at + each) >> 2]!);
  const layout: TreeLayout = {
    names: u16.slice(names! >> 1, (names! >> 1) + symbols! + others!),
    aliases: [],
    fields: [],
  };
  for (let production = 0; production < productions!; production++) {
    const row = (aliases! >> 1) + production * longest;
    layout.aliases.push(production === 0 ? NONE : whereAny(u16.slice(row, row + longest)));
    const first = u16[(slices! + 4 * production) >> 1]!;
    const count = slices === 0 ? 0 : u16[(slices! + 4 * production + 2) >> 1]!;
    const fields = new Uint16Array(longest + 1);
    for (let i = first; i < first + count; i++) {
      const entry = entries! + 4 * i;
      // What is handed down from a hidden child is found there.
      if (u8[entry + 3] === 0 && fields[u8[entry + 2]!] === 0) fields[u8[entry + 2]!] = u16[entry >> 1]!;
    }
    layout.fields.push(whereAny(fields));
  }
  return layout;
}

const NONE = new Uint16Array();

const whereAny = (numbers: Uint16Array): Uint16Array => (numbers.some((each) => each !== 0) ? numbers : NONE);
