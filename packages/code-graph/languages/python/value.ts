import type { LinkMethod } from '@sqrl/base/model/code.ts';
import type { LinkTarget } from '../../facts/linker.ts';
import { deeper, detailOf, type Lookup } from '../lookup.ts';
import type { PythonDetail, PythonExpr } from './detail.ts';

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

export interface PythonSite extends Lookup {
  /** What `self` is, where a method is looked at from outside. */
  self?: PythonValue | undefined;
  /** Everything that an expression may stand for; nothing, where that is not known. */
  evaluate(expr: PythonExpr, place: PythonSite): PythonValue[];
  /** What an expression leads to, where it is a name or an attribute. */
  resolve(expr: PythonExpr, place: PythonSite): PythonResolution[];
}

export interface PythonResolution {
  to?: LinkTarget;
  how: LinkMethod;
  values: () => readonly PythonValue[];
  /** How a variable was made, for one that names a type. */
  made?: { expr: PythonExpr; at: PythonSite };
}

export const pythonDetailOf = (path: string, { world }: PythonSite): PythonDetail | undefined =>
  detailOf<PythonDetail>(path, world);

export const inFile = (place: PythonSite, path: string): PythonSite => ({ ...place, path, self: undefined });

/** One step further; undefined where enough were taken. */
export const deeperPython = (place: PythonSite): PythonSite | undefined => deeper(place, MAX_DEPTH);

const MAX_DEPTH = 24;

export const outside = (name: string): PythonValue => ({ is: 'outside', name });

export function symbolValue(
  { path, symbol }: LinkTarget,
  place: PythonSite,
  self?: PythonValue,
): PythonValue[] {
  const detail = pythonDetailOf(path, place);
  if (detail?.classes[symbol]) return [{ is: 'class', path, symbol }];
  return [{ is: 'function', path, symbol, ...(self && { self }) }];
}
