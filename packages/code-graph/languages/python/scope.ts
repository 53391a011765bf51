import { depthOf } from '../lookup.ts';
import type { PythonExpr } from './detail.ts';

/** What the names of a function, a class body or the module stand for at one place of a walk through it. */
export interface PythonScope {
  kind: 'module' | 'class' | 'function';
  /** Index of the function or class; -1 for the module. */
  symbol: number;
  /** Index of the class whose method it is, or which it lies in; -1 where there is none. */
  owner: number;
  outer: PythonScope | null;
  names: Map<string, PythonExpr>;
  /** Names that `global` gives to the module. */
  globals: Set<string>;
  returns: PythonExpr[];
  yields: PythonExpr[];
}

export const pythonScopeIn = (
  outer: PythonScope | null,
  { kind, symbol, owner }: Pick<PythonScope, 'kind' | 'symbol' | 'owner'>,
): PythonScope => ({
  kind,
  symbol,
  owner,
  outer,
  names: new Map(),
  globals: new Set(),
  returns: [],
  yields: [],
});

/** What a name stands for; names of the module stay names, since their last meaning is known only in the end. */
export function lookUpPython(scope: PythonScope, name: string): PythonExpr {
  for (let at: PythonScope | null = scope; at && at.kind !== 'module'; at = at.outer) {
    // A method does not see the names of the class it lies in.
    if (at.kind === 'class' && at !== scope) continue;
    const known = at.names.get(name);
    if (known !== undefined) return known;
  }
  return ['name', name];
}

/** One of several, each of them once. */
export function pythonAnyOf(exprs: readonly PythonExpr[]): PythonExpr {
  const flat = exprs.flatMap((expr) => (expr?.[0] === 'any' ? expr[1] : [expr]));
  const texts = new Set<string>();
  const known = flat.filter((expr) => {
    const text = JSON.stringify(expr);
    return expr !== null && !texts.has(text) && texts.add(text);
  });
  return known.length > 1 ? ['any', known.slice(0, MAX_WAYS)] : (known[0] ?? null);
}

const MAX_WAYS = 4;

/** The same, or nothing where it has grown too deep to be worth following. */
export const shallow = (expr: PythonExpr): PythonExpr => (1 + depthOf(expr, FLAT) > MAX_DEPTH ? null : expr);

const MAX_DEPTH = 10;
const FLAT: ReadonlySet<string> = new Set();
