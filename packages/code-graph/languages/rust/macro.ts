import type { Node } from 'web-tree-sitter';
import { part } from '../../facts/fields.ts';
import { addSymbol, itemsOf } from './declaration.ts';
import type { RustExpr } from './detail.ts';
import { pathExpr, segmentsOf } from './expression.ts';
import { itemsMade, type MadeItem, makingMacro, typeOfTokens } from './made-items.ts';
import { lookUpRust, type RustScope, rustScopeIn } from './scope.ts';
import type { RustVisitor, RustWalk } from './walk.ts';

/** Takes down the macro that is called, what it makes, and the calls among the tokens that it is given. */
export function macro(node: Node, scope: RustScope, walk: RustWalk): void {
  const name = part(node, 'macro');
  const segments = name ? segmentsOf(name) : [];
  const last = segments.pop();
  if (name && last) walk.mention(name, 'calls', ['path', [...segments, `${last}!`]], scope);
  const tokens = node.namedChildren.find((each) => each?.type === 'token_tree');
  if (!tokens) return;
  const definition =
    segments.length === 0 && isBetweenItems(scope, walk) ? walk.macros.get(last!) : undefined;
  if (definition) for (const item of itemsMade(definition, tokens)) madeItem(node, item, scope, walk);
  calls(tokens, { scope, walk, kind: 'calls' });
}

/** Whether a macro stands where items do: in a module, an impl or a trait. */
const isBetweenItems = ({ symbol, member }: RustScope, { symbols }: RustWalk): boolean =>
  member !== null || symbol === -1 || symbols.all[symbol]?.kind === 'namespace';

/** Takes down a macro and what its rules name: what it expands to uses that. */
export const macroDefinition: RustVisitor = (node, scope, walk) => {
  const nameNode = part(node, 'name');
  if (!nameNode) return;
  const symbol = addSymbol(nameNode, node, { kind: 'function', scope, walk });
  if (!scope.member) itemsOf(scope, walk, `${nameNode.text}!`).push({ symbol });
  const making = makingMacro(node);
  if (making) walk.macros.set(nameNode.text, making);
  const own = rustScopeIn(scope, { symbol, member: null });
  for (const rule of node.namedChildren)
    if (rule?.type === 'macro_rule' && rule.lastNamedChild)
      calls(rule.lastNamedChild, { scope: own, walk, kind: 'uses' });
};

/** Takes down a function or type that the call of a macro makes. */
function madeItem(call: Node, { kind, name, returns }: MadeItem, scope: RustScope, walk: RustWalk): void {
  const { member } = scope;
  const isFunction = kind === 'function';
  const symbol = addSymbol(name, call, {
    kind: member && isFunction ? 'method' : kind,
    scope,
    walk,
    exported: true,
  });
  if (!member) itemsOf(scope, walk, name.text).push({ symbol });
  if (isFunction)
    walk.detail.functions[symbol] = {
      module: scope.module,
      returns: typeOfTokens(returns, scope),
      ...(member?.impl !== undefined && { impl: member.impl }),
      ...(member?.trait !== undefined && { trait: member.trait }),
    };
  else walk.detail.types[symbol] = { module: scope.module, fields: {}, variants: {}, supers: [] };
  const macro = part(call, 'macro');
  if (macro) walk.mention(macro, 'uses', ['path', [`${macro.text}!`]], { ...scope, symbol });
}

interface TokenWalk {
  scope: RustScope;
  walk: RustWalk;
  kind: 'calls' | 'uses';
}

/** Inside of a macro nothing is parsed, but most of what stands there is read like ordinary code. */
function calls(tree: Node, at: TokenWalk): void {
  const tokens = tree.children;
  for (let i = 0; i < tokens.length; ) {
    const token = tokens[i];
    if (token && (STARTS.has(token.type) || token.text === '$crate')) i = chain(tokens, i, at);
    else {
      if (token?.type === 'token_tree' || token?.type === 'token_repetition') calls(token, at);
      i++;
    }
  }
}

const STARTS = new Set(['identifier', 'self', 'crate']);

/** Reads `a::b(…).c.d(…)?` from its first token, and tells where it ends. */
function chain(tokens: readonly (Node | null)[], start: number, walking: TokenWalk): number {
  const { scope, walk, kind } = walking;
  let at = start + 1;
  const segments = [tokens[start]!.text];
  while (tokens[at]?.type === '::' && tokens[at + 1]?.type === 'identifier') {
    segments.push(tokens[at + 1]!.text);
    at += 2;
  }
  const local = segments.length === 1 ? lookUpRust(scope, segments[0]!) : undefined;
  let expr: RustExpr = local === undefined ? pathExpr(segments, scope) : local;
  let named = local === undefined ? tokens[at - 1]! : null;
  for (;;) {
    const token = tokens[at];
    if (token?.type === 'token_tree' && token.firstChild?.type === '(') {
      if (expr?.[0] === 'get') expr = ['method', expr[1], expr[2]];
      if (named) walk.mention(named, kind, expr, scope);
      calls(token, walking);
      expr = ['call', expr];
      named = null;
    } else if (token?.type === 'token_tree' && token.firstChild?.type === '[') {
      calls(token, walking);
      expr = ['item', expr];
    } else if (token?.type === '?') expr = ['inner', expr];
    else if (token?.type === '.' && NAMES.has(tokens[at + 1]?.type ?? '')) {
      named = tokens[++at]!;
      expr = named.text === 'await' ? ['await', expr] : ['get', expr, named.text];
    } else return at;
    at++;
  }
}

// A method may be called like a built-in type.
const NAMES = new Set(['identifier', 'primitive_type', 'integer_literal']);
