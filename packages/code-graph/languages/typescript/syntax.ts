import type { Language, Tree, TreeCursor } from 'web-tree-sitter';

const WORDS = new Set(
  'async static get set default type typeof export import const let var of in await yield * abstract declare ?? || && = ??= ||= &&= instanceof new'.split(
    ' ',
  ),
);

/** Read as text: what has no parts, or none that are asked for. */
const LEAVES = new Set(
  `identifier property_identifier private_property_identifier type_identifier statement_identifier
  shorthand_property_identifier shorthand_property_identifier_pattern number string string_fragment regex this super true
  false null undefined accessibility_modifier override_modifier hash_bang_line html_comment meta_property predefined_type
  this_type existential_type template_literal_type nested_type_identifier jsx_text html_character_reference`.split(
    /\s+/,
  ),
);

/**
 * A node of the syntax tree as plain data. Each call into the parser costs more than all that is done with a node here,
 * so the tree is copied in one walk. Of brackets and comments only the type is asked; strings are left as text.
 */
export interface Syntax {
  type: string;
  field: string | null;
  start: number;
  end: number;
  kids: Syntax[];
  /** The words and stars that stand in it: 'async', 'static', '*'. */
  words: readonly string[];
}

/** Copies a syntax tree. The way down is kept in a list: a stack overflow inside of the parser would break it. */
export function syntaxOf(tree: Tree): Syntax {
  const grammar = grammarOf(tree.language);
  const cursor = tree.walk();
  try {
    const root = nodeAt(cursor, cursor.nodeTypeId, grammar);
    if (!cursor.gotoFirstChild()) return root;
    const outer: Syntax[] = [];
    let parent = root;
    parent.kids = [];
    for (;;) {
      const type = cursor.nodeTypeId;
      const act = actOf(grammar, type);
      if (act === WORD) parent.words = [...parent.words, grammar.names[type]!];
      else if (act !== SKIP) {
        const node = nodeAt(cursor, type, grammar);
        parent.kids.push(node);
        if (act === NODE && cursor.gotoFirstChild()) {
          if (outer.push(parent) > MAX_DEPTH) throw new RangeError('The code is nested too deeply.');
          parent = node;
          parent.kids = [];
          continue;
        }
      }
      while (!cursor.gotoNextSibling()) {
        const above = outer.pop();
        if (!above) return root;
        cursor.gotoParent();
        parent = above;
      }
    }
  } finally {
    cursor.delete();
  }
}

export function child(node: Syntax, field: string): Syntax | undefined {
  // Asked several times for each node: a search with a function to call takes twice as long.
  for (const kid of node.kids) if (kid.field === field) return kid;
  return undefined;
}

export function childOf(node: Syntax, type: string): Syntax | undefined {
  for (const kid of node.kids) if (kid.type === type) return kid;
  return undefined;
}

/** No real code is nested deeper; it limits the recursion of the reader. */
const MAX_DEPTH = 10_000;

interface Grammar {
  names: string[];
  fields: (string | null)[];
  /** What to do with a node of each type. */
  acts: Uint8Array;
}

const SKIP = 0;
const WORD = 1;
const TEXT = 2;
const NODE = 3;

function nodeAt(cursor: TreeCursor, type: number, grammar: Grammar): Syntax {
  return {
    type: type < grammar.names.length ? grammar.names[type]! : 'ERROR',
    field: grammar.fields[cursor.currentFieldId] ?? null,
    start: cursor.startIndex,
    end: cursor.endIndex,
    kids: NONE as Syntax[],
    words: NONE,
  };
}

/** What could not be parsed has a type beyond the grammar's. */
const actOf = ({ acts }: Grammar, type: number): number => (type < acts.length ? acts[type]! : NODE);

const NONE: never[] = [];

const grammars = new Map<Language, Grammar>();

function grammarOf(language: Language): Grammar {
  const known = grammars.get(language);
  if (known) return known;
  const count = language.nodeTypeCount;
  const names = Array.from({ length: count }, (_, id) => language.nodeTypeForId(id) ?? 'ERROR');
  const acts = Uint8Array.from(names, (name, id) => actOn(name, language.nodeTypeIsNamed(id)));
  const grammar = { names, acts, fields: language.fields };
  grammars.set(language, grammar);
  return grammar;
}

function actOn(name: string, named: boolean): number {
  if (!named) return WORDS.has(name) ? WORD : SKIP;
  if (name === 'comment') return SKIP;
  return LEAVES.has(name) ? TEXT : NODE;
}
