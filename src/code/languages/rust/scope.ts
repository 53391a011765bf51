import type { Expr, Type } from './detail.ts';

/** The names of a block, and those around it. */
export interface Scope {
  symbol: number;
  /** Index of the module it lies in. */
  module: number;
  names: Map<string, Expr>;
  /** Type parameters, by what they are bound by. */
  types: Map<string, Type>;
  /** What `Self` stands for. */
  self: Type;
  /** Where methods belong: the impl or trait around them. */
  member: { impl?: number; trait?: number; parent: number } | null;
  outer: Scope | null;
}

/** Begins a block inside of another. */
export const scopeIn = (outer: Scope, change: Partial<Scope> = {}): Scope => ({
  ...outer,
  names: new Map(),
  types: new Map(),
  outer,
  ...change,
});

/** What a local name was bound to; undefined for one that is not local. */
export function lookUp(scope: Scope, name: string): Expr | undefined {
  for (let at: Scope | null = scope; at; at = at.outer) {
    const known = at.names.get(name);
    if (known !== undefined) return known;
  }
  return undefined;
}

/** What a type parameter is bound by; undefined where the name is that of a type. */
export function parameterNamed(scope: Scope, name: string): Type | undefined {
  for (let at: Scope | null = scope; at; at = at.outer) {
    const known = at.types.get(name);
    if (known !== undefined) return known;
  }
  return undefined;
}

export function declare(scope: Scope, name: string, value: Expr): void {
  scope.names.set(name, depthOf(value) > DEEPEST ? null : value);
}

const DEEPEST = 12;

function depthOf(expr: Expr): number {
  const inner = expr?.[1];
  if (
    expr === null ||
    !Array.isArray(inner) ||
    expr[0] === 'of' ||
    expr[0] === 'self' ||
    expr[0] === 'path' ||
    expr[0] === 'field'
  )
    return 0;
  return 1 + depthOf(inner as Expr);
}
