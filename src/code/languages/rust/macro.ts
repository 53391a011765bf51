import type { Node } from 'web-tree-sitter';
import { part } from '../../facts/fields.ts';
import type { RustExpr } from './detail.ts';
import { pathExpr } from './expression.ts';
import { lookUpRust, type RustScope } from './scope.ts';
import { mentionRust, type RustWalk } from './walk.ts';

/** Takes down the macro that is called, and the calls among the tokens that it is given. */
export function macro(node: Node, scope: RustScope, walk: RustWalk): void {
  const name = part(node, 'macro');
  if (name?.type === 'identifier')
    mentionRust(name, 'calls', { expr: ['path', [`${name.text}!`]], scope, walk });
  const tokens = node.namedChildren.find((each) => each?.type === 'token_tree');
  if (tokens) calls(tokens, scope, walk);
}

/** Inside of a macro nothing is parsed, but most of what stands there is read like ordinary code. */
function calls(tree: Node, scope: RustScope, walk: RustWalk): void {
  const tokens = tree.children;
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (token?.type === 'identifier' || token?.type === 'self' || token?.type === 'crate')
      at = chain(tokens, at, { scope, walk });
    else {
      if (token?.type === 'token_tree') calls(token, scope, walk);
      at++;
    }
  }
}

/** Reads `a::b(…).c.d(…)?` from its first token, and tells where it ends. */
function chain(
  tokens: readonly (Node | null)[],
  start: number,
  { scope, walk }: { scope: RustScope; walk: RustWalk },
): number {
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
      if (named) mentionRust(named, 'calls', { expr, scope, walk });
      calls(token, scope, walk);
      expr = ['call', expr];
      named = null;
    } else if (token?.type === 'token_tree' && token.firstChild?.type === '[') {
      calls(token, scope, walk);
      expr = ['item', expr];
    } else if (token?.type === '?') expr = ['inner', expr];
    else if (token?.type === '.' && NAMES.has(tokens[at + 1]?.type ?? '')) {
      named = tokens[++at]!;
      if (named.text !== 'await') expr = ['get', expr, named.text];
    } else return at;
    at++;
  }
}

// A method may be called like a built-in type.
const NAMES = new Set(['identifier', 'primitive_type', 'integer_literal']);
