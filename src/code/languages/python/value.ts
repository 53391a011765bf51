import type { How } from '../../../model/code.ts';
import type { FileFacts } from '../../facts/facts.ts';
import type { Target, World } from '../../facts/linker.ts';
import type { Expr, PythonDetail } from './detail.ts';

/** What an expression may stand for. */
export type Value =
  | ({ is: 'class' | 'instance' } & Target)
  /** `self` is what it was taken from. */
  | ({ is: 'function'; self?: Value } & Target)
  | ({ is: 'super'; self?: Value } & Target)
  | { is: 'module'; path: string }
  /** Of a built-in type with types inside: a list of elements, a dict of keys and values, a tuple of parts. */
  | { is: 'made'; of: 'list' | 'dict' | 'tuple' | 'other'; types: readonly (readonly Value[])[] }
  /** Something that gives these when it is called. */
  | { is: 'gives'; values: readonly Value[] }
  /** It comes from outside of the repository; its last name is known. */
  | { is: 'outside'; name: string };

/** Where an expression stands. */
export interface Place {
  path: string;
  /** What `self` is, where a method is looked at from outside. */
  self?: Value | undefined;
  depth: number;
}

/** What a name leads to. */
export interface Found {
  to?: Target;
  how: How;
  values: () => readonly Value[];
  /** How a variable was made, for one that names a type. */
  made?: { expr: Expr; at: Place };
}

/** One file's linking: what it looks at, and how much longer it may. */
export interface Looking {
  world: World;
  /** Steps that are left for the expression at hand. */
  steps: number;
}

export const detailOf = (path: string, { world }: Looking): PythonDetail | undefined =>
  (world.facts(path) as FileFacts<PythonDetail> | undefined)?.detail;

/** One step further; undefined where enough were taken. */
export function deeper(place: Place, looking: Looking): Place | undefined {
  if (place.depth >= DEEPEST || looking.steps <= 0) return undefined;
  looking.steps--;
  return { ...place, depth: place.depth + 1 };
}

const DEEPEST = 24;

export const outside = (name: string): Value => ({ is: 'outside', name });
