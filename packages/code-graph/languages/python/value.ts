import type { LinkMethod } from '@sqrl/base/model/code.ts';
import type { FileFacts } from '../../facts/facts.ts';
import type { LinkTarget, LinkWorld } from '../../facts/linker.ts';
import type { PythonDetail, PythonExpr } from './detail.ts';

/** What an expression may stand for. */
export type PythonValue =
  | ({ is: 'class' | 'instance' } & LinkTarget)
  /** `self` is what it was taken from. */
  | ({ is: 'function'; self?: PythonValue } & LinkTarget)
  | ({ is: 'super'; self?: PythonValue } & LinkTarget)
  | { is: 'module'; path: string }
  /** Of a built-in type with types inside: a list of elements, a dict of keys and values, a tuple of parts. */
  | { is: 'made'; of: 'list' | 'dict' | 'tuple' | 'other'; types: readonly (readonly PythonValue[])[] }
  /** Something that gives these when it is called. */
  | { is: 'gives'; values: readonly PythonValue[] }
  /** It comes from outside of the repository; its last name is known. */
  | { is: 'outside'; name: string };

/** Where an expression stands. */
export interface PythonSite {
  path: string;
  /** What `self` is, where a method is looked at from outside. */
  self?: PythonValue | undefined;
  depth: number;
}

/** What a name leads to. */
export interface PythonResolution {
  to?: LinkTarget;
  how: LinkMethod;
  values: () => readonly PythonValue[];
  /** How a variable was made, for one that names a type. */
  made?: { expr: PythonExpr; at: PythonSite };
}

/** One file's linking: what it looks at, and how much longer it may. */
export interface PythonLinking {
  world: LinkWorld;
  /** Steps that are left for the expression at hand. */
  steps: number;
  /** Everything that an expression may stand for; nothing, where that is not known. */
  evaluate(expr: PythonExpr, place: PythonSite): PythonValue[];
  /** What an expression leads to, where it is a name or an attribute. */
  resolve(expr: PythonExpr, place: PythonSite): PythonResolution[];
}

export const pythonDetailOf = (path: string, { world }: PythonLinking): PythonDetail | undefined =>
  (world.facts(path) as FileFacts<PythonDetail> | undefined)?.detail;

/** One step further; undefined where enough were taken. */
export function deeperPython(place: PythonSite, looking: PythonLinking): PythonSite | undefined {
  if (place.depth >= MAX_DEPTH || looking.steps <= 0) return undefined;
  looking.steps--;
  return { ...place, depth: place.depth + 1 };
}

const MAX_DEPTH = 24;

export const outside = (name: string): PythonValue => ({ is: 'outside', name });

/** A function or class as a value. */
export function symbolValue(
  { path, symbol }: LinkTarget,
  looking: PythonLinking,
  self?: PythonValue,
): PythonValue[] {
  const detail = pythonDetailOf(path, looking);
  if (detail?.classes[symbol]) return [{ is: 'class', path, symbol }];
  return [{ is: 'function', path, symbol, ...(self && { self }) }];
}
