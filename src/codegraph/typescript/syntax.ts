import type { Language, Tree } from 'web-tree-sitter';
import { type TreeWalk, walkTree } from '../tree-walk.ts';

/**
 * A node of the syntax tree as plain data. Crossing into the parser's memory costs more than all that is done with a
 * node here, so the tree is copied in one walk, and types, comments and strings are left as text.
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

/** Copies a syntax tree. */
export function syntaxOf(tree: Tree): Syntax {
  const grammar = grammarOf(tree.language);
  return walkTree(tree, (walk) => copy(walk, walk.type(), grammar));
}

/** The child of a node in a field of the grammar. */
export const child = (node: Syntax, field: string): Syntax | undefined =>
  node.kids.find((kid) => kid.field === field);

/** The first child of a node of a type. */
export const childOf = (node: Syntax, type: string): Syntax | undefined =>
  node.kids.find((kid) => kid.type === type);

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

function copy(walk: TreeWalk, type: number, grammar: Grammar, fields = true): Syntax {
  const node: Syntax = {
    // What could not be parsed has a type beyond the grammar's.
    type: grammar.names[type] ?? 'ERROR',
    field: fields ? (grammar.fields[walk.field()] ?? null) : null,
    start: walk.start(),
    end: walk.end(),
    kids: NONE as Syntax[],
    words: NONE,
  };
  if ((grammar.acts[type] ?? NODE) !== NODE || !walk.down()) return node;
  node.kids = [];
  const inFields = !LISTS.has(node.type);
  do {
    const kid = walk.type();
    const act = grammar.acts[kid] ?? NODE;
    if (act === WORD) node.words = [...node.words, grammar.names[kid]!];
    else if (act !== SKIP) node.kids.push(copy(walk, kid, grammar, inFields));
  } while (walk.next());
  walk.up();
  return node;
}

/** Nodes whose children are all alike: nobody asks in which field they stand. */
const LISTS = new Set(
  `program statement_block arguments array object class_body expression_statement parenthesized_expression
  formal_parameters template_string template_substitution lexical_declaration variable_declaration return_statement
  await_expression spread_element non_null_expression named_imports object_pattern array_pattern rest_pattern export_clause
  switch_body unary_expression throw_statement`.split(/\s+/),
);

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

const WORDS = new Set(
  'async static get set default type typeof export import const let var of in await yield * abstract declare ?? || && = ??= ||= &&= instanceof new'.split(
    ' ',
  ),
);

/** Read as text: what has no parts, and types, which are parsed from their text. */
const LEAVES = new Set(
  `identifier property_identifier private_property_identifier type_identifier statement_identifier
  shorthand_property_identifier shorthand_property_identifier_pattern number string string_fragment regex this super true
  false null undefined accessibility_modifier override_modifier hash_bang_line html_comment meta_property
  type_annotation type_arguments type_parameters interface_body extends_type_clause implements_clause
  type_predicate_annotation asserts_annotation asserts type_predicate object_type generic_type union_type intersection_type
  function_type constructor_type conditional_type array_type tuple_type lookup_type literal_type index_type_query
  type_query parenthesized_type template_literal_type readonly_type infer_type predefined_type this_type
  existential_type flow_maybe_type nested_type_identifier jsx_text html_character_reference`.split(/\s+/),
);
