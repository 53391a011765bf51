import { depthOf } from '../lookup.ts';
import type { RustExpr, RustType } from './detail.ts';

/** The names of a block, and those around it. */
export interface RustScope {
  symbol: number;
  /** Index of the module it lies in. */
  module: number;
  names: Map<string, RustExpr>;
  /** Type parameters, by what they are bound by. */
  types: Map<string, RustType>;
  /** What `Self` stands for. */
  self: RustType;
  /** Where methods belong: the impl or trait around them. */
  member: { impl?: number; trait?: number; parent: number } | null;
  outer: RustScope | null;
}

export const rustScopeIn = (outer: RustScope, change: Partial<RustScope> = {}): RustScope => ({
  ...outer,
  names: new Map(),
  types: new Map(),
  outer,
  ...change,
});

/** What a local name was bound to; undefined for one that is not local. */
export function lookUpRust(scope: RustScope, name: string): RustExpr | undefined {
  for (let at: RustScope | null = scope; at; at = at.outer) {
    const known = at.names.get(name);
    if (known !== undefined) return known;
  }
  return undefined;
}

/** What a type parameter is bound by; undefined where the name is that of a type. */
export function parameterNamed(scope: RustScope, name: string): RustType | undefined {
  for (let at: RustScope | null = scope; at; at = at.outer) {
    const known = at.types.get(name);
    if (known !== undefined) return known;
  }
  return undefined;
}

export function declareRust(scope: RustScope, name: string, value: RustExpr): void {
  scope.names.set(name, depthOf(value, FLAT) > MAX_DEPTH ? null : value);
}

const MAX_DEPTH = 12;
const FLAT = new Set(['of', 'self', 'path', 'field']);
