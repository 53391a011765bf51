import type { Expr } from './detail.ts';

/** What the names of a function, a class body or the module stand for at one place of a walk through it. */
export interface Scope {
  kind: 'module' | 'class' | 'function';
  /** Index of the function or class; -1 for the module. */
  symbol: number;
  /** Index of the class whose method it is, or which it lies in; -1 where there is none. */
  owner: number;
  outer: Scope | null;
  names: Map<string, Expr>;
  /** Names that `global` gives to the module. */
  globals: Set<string>;
  returns: Expr[];
  yields: Expr[];
}

/** Begins a scope inside of another. */
export const scopeIn = (
  outer: Scope | null,
  { kind, symbol, owner }: Pick<Scope, 'kind' | 'symbol' | 'owner'>,
): Scope => ({ kind, symbol, owner, outer, names: new Map(), globals: new Set(), returns: [], yields: [] });

/** What a name stands for; names of the module stay names, since their last meaning is known only in the end. */
export function lookUp(scope: Scope, name: string): Expr {
  for (let at: Scope | null = scope; at && at.kind !== 'module'; at = at.outer) {
    // A method does not see the names of the class it lies in.
    if (at.kind === 'class' && at !== scope) continue;
    const known = at.names.get(name);
    if (known !== undefined) return known;
  }
  return ['name', name];
}

/** Walks several ways of which one is taken, each from the same start, and joins what they make of the names. */
export function joinWays(
  scope: Scope,
  ways: readonly (() => 'goes on' | 'leaves')[],
  mayTakeNone: boolean,
): void {
  const before = scope.names;
  const after: Map<string, Expr>[] = mayTakeNone ? [before] : [];
  for (const way of ways) {
    scope.names = new Map(before);
    if (way() === 'goes on') after.push(scope.names);
  }
  scope.names = after.length === 0 ? new Map(before) : joined(after);
}

function joined(ways: readonly Map<string, Expr>[]): Map<string, Expr> {
  const [first, ...others] = ways;
  const all = new Map(first);
  for (const way of others)
    for (const [name, value] of way) {
      const known = all.get(name);
      if (known === undefined) all.set(name, value);
      else if (known !== value) all.set(name, anyOf([known, value]));
    }
  return all;
}

/** One of several, each of them once. */
export function anyOf(exprs: readonly Expr[]): Expr {
  const flat = exprs.flatMap((expr) => (expr?.[0] === 'any' ? expr[1] : [expr]));
  const texts = new Set<string>();
  const known = flat.filter((expr) => {
    const text = JSON.stringify(expr);
    return expr !== null && !texts.has(text) && texts.add(text);
  });
  return known.length > 1 ? ['any', known.slice(0, MOST_WAYS)] : (known[0] ?? null);
}

const MOST_WAYS = 4;

/** The same, or nothing where it has grown too deep to be worth following. */
export const shallow = (expr: Expr): Expr => (depthOf(expr) > DEEPEST ? null : expr);

const DEEPEST = 10;

function depthOf(expr: Expr): number {
  if (expr === null) return 0;
  let most = 0;
  for (const part of expr) {
    if (!Array.isArray(part)) continue;
    if (typeof part[0] === 'string') most = Math.max(most, depthOf(part as Expr));
    else for (const one of part) most = Math.max(most, depthOf(one as Expr));
  }
  return most + 1;
}
