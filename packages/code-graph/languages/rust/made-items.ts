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

/**
 * What `name!(get, GET)` makes where a rule of the macro says `fn $name`: the name stands where `$name:ident` does between
 * commas and the like. Rules that hand on to other rules of the same macro keep the names of their variables.
 */
export function itemsMade({ patterns, templates }: MakingMacro, given: Node): MadeItem[] {
  const pieces = piecesOf(tokensOf(given));
  for (const pattern of patterns) {
    const [first, ...others] = pattern;
    const isList = first?.type === 'token_repetition_pattern' && others.length === 0;
    const wanted = piecesOf(isList ? tokensOf(first) : pattern);
    if (isList ? pieces.length % wanted.length !== 0 : pieces.length !== wanted.length) continue;
    return templates.flatMap(({ kind, variable, returns }) =>
      pieces.flatMap((piece, i): MadeItem[] => {
        const bound = wanted[i % wanted.length]!.filter((token) => token.lastNamedChild?.text === 'ident');
        const at = bound.findIndex((token) => token.firstNamedChild!.text === variable);
        const name = piece.filter(({ type }) => type === 'identifier')[at];
        return name ? [{ kind, name, returns }] : [];
      }),
    );
  }
  return [];
}

/** Tokens between commas, semicolons and arrows. */
function piecesOf(tokens: readonly Node[]): Node[][] {
  const pieces: Node[][] = [[]];
  for (const token of tokens) {
    if (SEPARATORS.has(token.text)) pieces.push([]);
    else pieces.at(-1)!.push(token);
  }
  return pieces.filter((piece) => piece.length > 0);
}

const SEPARATORS = new Set([',', ';', '=>']);

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
