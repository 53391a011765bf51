import type { Expr, Type } from './detail.ts';

/** The names of a block, and those around it. Names of the package and of imports are in none. */
export interface Scope {
  /** Index of the function or type it belongs to; -1 for the file. */
  symbol: number;
  names: Map<string, Expr>;
  /** Types that have no meaning outside: parameters of types, types declared in a function. */
  types: Map<string, Type>;
  outer: Scope | null;
}

export const scopeIn = (outer: Scope | null, symbol: number): Scope => ({
  symbol,
  names: new Map(),
  types: new Map(),
  outer,
});

/** What a name stands for; one of the package stays a name. */
export function lookUp(scope: Scope, name: string): Expr {
  for (let at: Scope | null = scope; at; at = at.outer) {
    const known = at.names.get(name);
    if (known !== undefined) return known;
    const type = at.types.get(name);
    if (type?.[0] === 'symbol') return type;
  }
  return ['name', name];
}

/** What the name of a type stands for. */
export function typeNamed(scope: Scope, name: string): Type {
  for (let at: Scope | null = scope; at; at = at.outer) {
    const known = at.types.get(name);
    if (known !== undefined) return known;
  }
  return ['name', name];
}

/** Declares a name; the blank one is none. */
export function declare(scope: Scope, name: string, value: Expr): void {
  if (name !== '_') scope.names.set(name, depthOf(value) > DEEPEST ? null : value);
}

const DEEPEST = 10;

function depthOf(expr: Expr): number {
  const inner = expr?.[1];
  return expr === null || expr[0] === 'of' || expr[0] === 'receiver' || !Array.isArray(inner)
    ? 0
    : 1 + depthOf(inner as Expr);
}
