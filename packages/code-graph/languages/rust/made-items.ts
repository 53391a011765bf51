import type { SymbolKind } from '@sqrl/base/model/code.ts';
import type { Node } from 'web-tree-sitter';
import type { RustType } from './detail.ts';
import { parameterNamed, type RustScope } from './scope.ts';

/** A function or type that the call of a macro makes, under a name that the call gives. */
export interface MadeItem {
  kind: SymbolKind;
  name: Node;
  /** The tokens of what a function returns. */
  returns: readonly Node[];
}

const KINDS: Record<string, SymbolKind> = {
  fn: 'function',
  struct: 'class',
  union: 'class',
  enum: 'enum',
  trait: 'interface',
};

/** The rules of a macro that makes functions or types under names that its calls give. */
export interface MakingMacro {
  patterns: readonly (readonly Node[])[];
  templates: readonly MadeTemplate[];
}

/** Reads a `macro_rules!`; undefined where no rule says `fn $name` or the like. */
export function makingMacro(definition: Node): MakingMacro | undefined {
  const rules = definition.namedChildren.filter((each) => each?.type === 'macro_rule') as Node[];
  const templates = rules.flatMap((rule) => templatesIn(tokensOf(rule.lastNamedChild)));
  return templates.length === 0
    ? undefined
    : { patterns: rules.map((rule) => tokensOf(rule.firstNamedChild)), templates };
}

/** What `name!(get, GET)` makes where a rule of the macro says `fn $name`. */
export function itemsMade({ patterns, templates }: MakingMacro, given: Node): MadeItem[] {
  const tokens = tokensOf(given);
  for (const pattern of patterns) {
    const names: Names = new Map();
    // Rules that hand on to other rules of the same macro keep the names of their variables.
    if (matched(pattern, tokens, 0, names) === tokens.length)
      return templates.flatMap(({ kind, variable, returns }) =>
        (names.get(variable) ?? []).map((name) => ({ kind, name, returns })),
      );
  }
  return [];
}

/** The identifiers that a call gives for each variable. */
type Names = Map<string, Node[]>;

interface MadeTemplate {
  kind: SymbolKind;
  variable: string;
  returns: readonly Node[];
}

/** `fn $name(…) -> Type` among the tokens of a rule, outside of what is in braces. */
function templatesIn(tokens: readonly Node[]): MadeTemplate[] {
  return tokens.flatMap((token, at): MadeTemplate[] => {
    if (token.type === 'token_repetition') return templatesIn(tokensOf(token));
    const kind = KINDS[token.type];
    const named = tokens[at + 1];
    if (!kind || named?.type !== 'metavariable') return [];
    return [{ kind, variable: named.text, returns: kind === 'function' ? returnsOf(tokens, at + 2) : [] }];
  });
}

function returnsOf(tokens: readonly Node[], from: number): Node[] {
  const end = tokens.findIndex(
    ({ type, firstChild }, at) =>
      at >= from && (type === 'where' || type === ';' || (type === 'token_tree' && firstChild?.type === '{')),
  );
  const head = tokens.slice(from, end === -1 ? undefined : end);
  const arrow = head.findIndex(({ type }) => type === '->');
  return arrow === -1 ? [] : head.slice(arrow + 1);
}

/** What stands between the brackets of a tree of tokens, without comments and attributes. */
function tokensOf(tree: Node | null): Node[] {
  const children = (tree?.children ?? []).filter((each) => each && !/comment$/.test(each.type)) as Node[];
  const open = children.findIndex(({ type }) => type === '(' || type === '[' || type === '{');
  const close = children.findLastIndex(({ type }) => type === ')' || type === ']' || type === '}');
  const inner = children.slice(open + 1, close);
  return inner.filter(({ type, children: [, , first] }, at) => {
    if (type === '#' || (type === 'token_repetition_pattern' && first?.type === '#')) return false;
    return !(inner[at - 1]?.type === '#' && /^token_tree/.test(type));
  });
}

/** Where tokens end that a pattern fits, from a place on; -1 where it does not. Nothing is tried twice. */
function matched(pattern: readonly Node[], given: readonly Node[], from: number, names: Names): number {
  let at = from;
  for (const [i, each] of pattern.entries()) {
    if (each.type === 'token_binding_pattern') at = bound(each, pattern[i + 1], given, at, names);
    else if (each.type === 'token_repetition_pattern') at = repeated(each, given, at, names);
    else if (each.type === 'token_tree_pattern') {
      const inner = given[at];
      if (inner?.type !== 'token_tree' || inner.firstChild?.type !== each.firstChild?.type) return -1;
      const tokens = tokensOf(inner);
      if (matched(tokensOf(each), tokens, 0, names) !== tokens.length) return -1;
      at++;
    } else at = given[at]?.text === each.text ? at + 1 : -1;
    if (at === -1) return -1;
  }
  return at;
}

/** `$name:ident` takes a name; other fragments go on to what the pattern names next. */
function bound(
  binding: Node,
  next: Node | undefined,
  given: readonly Node[],
  from: number,
  names: Names,
): number {
  const variable = binding.firstNamedChild!.text;
  const fragment = binding.lastNamedChild!.text;
  const token = given[from];
  if (fragment === 'vis') {
    if (token?.type !== 'pub') return from;
    return given[from + 1]?.type === 'token_tree' ? from + 2 : from + 1;
  }
  if (!token) return -1;
  if (fragment === 'ident') {
    if (token.type !== 'identifier') return -1;
    const known = names.get(variable);
    if (known) known.push(token);
    else names.set(variable, [token]);
    return from + 1;
  }
  if (fragment === 'tt' || fragment === 'literal' || fragment === 'block' || fragment === 'lifetime')
    return from + 1;
  let end = from;
  while (end < given.length && given[end]!.text !== next?.text && !SEPARATORS.has(given[end]!.text)) end++;
  return end;
}

/** `$( … ),*`, as often as it fits. */
function repeated(repetition: Node, given: readonly Node[], from: number, names: Names): number {
  const pattern = tokensOf(repetition);
  // The grammar has no node for what stands between the bracket and the sign at the end.
  const separator = /([^)\s]*)\s*[*+?]$/.exec(repetition.text)?.[1];
  for (let at = from, first = true; ; first = false) {
    const start = first || !separator ? at : given[at]?.text === separator ? at + 1 : -1;
    const end = start === -1 || start >= given.length ? -1 : matched(pattern, given, start, names);
    if (end === -1 || end <= at) return at;
    at = end;
  }
}

const SEPARATORS = new Set([',', ';', '=>']);

/** The type that tokens spell, as far as it is a path with types in brackets. */
export function typeOfTokens(tokens: readonly Node[], scope: RustScope): RustType {
  const [first, ...rest] = tokens.filter(({ type }) => !SKIPPED.has(type));
  if (first?.type !== 'identifier' && first?.type !== 'self' && first?.type !== 'crate') return null;
  if (rest.length === 0 && first.text === 'Self') return scope.self;
  if (rest.length === 0 && parameterNamed(scope, first.text) !== undefined)
    return parameterNamed(scope, first.text)!;
  const path = [first.text];
  let at = 0;
  for (; rest[at]?.type === '::' && rest[at + 1]?.type === 'identifier'; at += 2)
    path.push(rest[at + 1]!.text);
  if (rest[at]?.type !== '<') return ['path', path, []];
  const given: Node[][] = [[]];
  let depth = 0;
  for (const token of rest.slice(at + 1)) {
    if (token.type === '>' && depth-- === 0) break;
    if (token.type === '<') depth++;
    if (token.type === ',' && depth === 0) given.push([]);
    else given.at(-1)!.push(token);
  }
  return ['path', path, given.map((each) => typeOfTokens(each, scope))];
}

const SKIPPED = new Set(['&', 'mut', 'dyn', 'impl', 'lifetime', "'"]);
