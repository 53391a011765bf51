import { depthOf } from '../lookup.ts';
import type { GoExpr, GoType } from './detail.ts';

/** The names of a block, and those around it. Names of the package and of imports are in none. */
export interface GoScope {
  /** Index of the function or type it belongs to; -1 for the file. */
  symbol: number;
  names: Map<string, GoExpr>;
  /** Types that have no meaning outside: parameters of types, types declared in a function. */
  types: Map<string, GoType>;
  outer: GoScope | null;
}

export const goScopeIn = (outer: GoScope | null, symbol: number): GoScope => ({
  symbol,
  names: new Map(),
  types: new Map(),
  outer,
});

/** What a name stands for; one of the package stays a name. */
export function lookUpGo(scope: GoScope, name: string): GoExpr {
  for (let at: GoScope | null = scope; at; at = at.outer) {
    const known = at.names.get(name);
    if (known !== undefined) return known;
    const type = at.types.get(name);
    if (type?.[0] === 'symbol') return type;
  }
  return ['name', name];
}

/** What the name of a type stands for. */
export function typeNamed(scope: GoScope, name: string): GoType {
  for (let at: GoScope | null = scope; at; at = at.outer) {
    const known = at.types.get(name);
    if (known !== undefined) return known;
  }
  return ['name', name];
}

/** Declares a name; the blank one is none. */
export function declareGo(scope: GoScope, name: string, value: GoExpr): void {
  if (name !== '_') scope.names.set(name, depthOf(value, FLAT) > MAX_DEPTH ? null : value);
}

const MAX_DEPTH = 10;
const FLAT = new Set(['of', 'receiver']);
