import type { FileFacts } from '../../facts/facts.ts';
import type { World } from '../../facts/linker.ts';
import type { Declaration, Detail, Export } from './detail.ts';
import { library, libraryType } from './library.ts';
import type { Entity } from './names.ts';
import { type Binder, binderOf } from './scopes.ts';

/** A file as it is linked. */
export interface Module {
  path: string;
  detail: Detail;
  find: Binder;
  /** What its own declarations are where they are named, by their place; made when first asked for. */
  entities: (Entity | undefined)[];
  exports: Map<string, Export>;
  stars: string[];
  /** `module.exports = …` or `export = …`. */
  all: Extract<Export, { kind: 'all' }> | undefined;
}

/** A declaration of some file. */
export interface Declared {
  module: Module;
  declaration: Declaration;
}

/** What type parameters stand for. */
export type Meaning = ReadonlyMap<Declaration, Shape>;

/** What is known of a value; undefined where nothing is. */
export type Shape =
  /** An instance of a class or interface, an object, or a function. */
  | { is: 'instance'; of: Declared; meaning: Meaning }
  /** A class, an enum or a namespace itself. */
  | { is: 'itself'; of: Declared; meaning: Meaning }
  | { is: 'module'; path: string }
  | { is: 'tuple'; elements: (Shape | undefined)[] }
  | { is: 'union'; shapes: Shape[] }
  /** A string, a number, or something of another package: it has nothing of this repository. */
  | { is: 'foreign' };

/** One file while it is linked. */
export interface Linking {
  world: World;
  module: Module;
  shapes: Map<Declaration, Shape | null>;
  calls: Map<object, Shape | null>;
  imported: Map<string, Entity>;
  /** What members lead to, by where they are written. */
  members: Map<object, Entity | null>;
  busy: Set<object>;
  depth: number;
  /** How much was asked for the call at hand, and how often something was not looked into for its sake. */
  steps: number;
  cuts: number;
}

const DEEPEST = 60;
/** Types that compute types can be asked forever. */
const MOST_STEPS = 500;

/** Begins to ask something inside of something else; false where that goes too deep. Whoever began it ends it. */
export function enter(linking: Linking): boolean {
  if (linking.depth >= DEEPEST || linking.steps > MOST_STEPS) {
    linking.cuts++;
    return false;
  }
  linking.depth++;
  linking.steps++;
  return true;
}

/** Ends what was begun, and hands on what came of it. */
export function leave<T>(linking: Linking, answer: T): T {
  linking.depth--;
  return answer;
}

/** Asks something that may come to ask for itself; it gets no answer then. */
export function once<T>(linking: Linking, key: object, ask: () => T): T | undefined {
  if (linking.busy.has(key)) {
    linking.cuts++;
    return undefined;
  }
  linking.busy.add(key);
  const answer = ask();
  linking.busy.delete(key);
  return answer;
}

/** Keeps an answer, and that there is none unless something was not looked into. */
export function kept<K extends object>(
  linking: Linking,
  cache: Map<K, Shape | null>,
  key: K,
  ask: () => Shape | undefined,
): Shape | undefined {
  const known = cache.get(key);
  if (known !== undefined) return known ?? undefined;
  const { cuts } = linking;
  const shape = once(linking, key, ask);
  if (shape || linking.cuts === cuts) cache.set(key, shape ?? null);
  return shape;
}

export const FOREIGN: Shape = { is: 'foreign' };
export const NOTHING: Meaning = new Map();

/** Stands for `this` among type parameters. */
export const THIS: Declaration = { kind: 'type parameter', name: 'this', scope: -1, at: -1 };

const modules = new WeakMap<FileFacts, Module>();

/** A file of these languages as it is linked; what follows from its facts alone is worked out once. */
export function moduleAt(world: World, path: string, part: string): Module | undefined {
  const facts = world.part(path, part);
  return facts && LANGUAGES.has(facts.language) ? moduleOf(facts as FileFacts<Detail>) : undefined;
}

const LANGUAGES = new Set(['typescript', 'tsx', 'javascript']);

export function moduleOf(facts: FileFacts<Detail>): Module {
  const known = modules.get(facts);
  if (known) return known;
  const module = make(facts.path, facts.detail);
  modules.set(facts, module);
  return module;
}

function make(path: string, detail: Detail): Module {
  const exports = new Map<string, Export>();
  for (const each of detail.exports)
    if (each.kind !== 'star' && each.kind !== 'all') {
      const known = exports.get(each.name);
      // A type and a value may be exported by one name; the value is what can be called.
      if (!known || isType(detail, known)) exports.set(each.name, each);
    }
  return {
    path,
    detail,
    find: binderOf(detail),
    entities: [],
    exports,
    stars: detail.exports.flatMap((each) => (each.kind === 'star' ? [each.specifier] : [])),
    all: detail.exports.find((each) => each.kind === 'all'),
  };
}

const isType = ({ declarations }: Detail, each: Export): boolean =>
  each.kind === 'declaration' && ['interface', 'type'].includes(declarations[each.declaration]!.kind);

export const libraryModule: Module = make('', library);

/** An instance of a type of the library. */
export function libraryShape(name: string, ...args: (Shape | undefined)[]): Shape {
  const declaration = libraryType(name);
  if (!declaration) return FOREIGN;
  const meaning = new Map<Declaration, Shape>();
  declaration.typeParameters?.forEach((parameter, i) => {
    const arg = args[i];
    if (arg) meaning.set(library.declarations[parameter]!, arg);
  });
  return { is: 'instance', of: { module: libraryModule, declaration }, meaning };
}

export const arrayOf = (element: Shape | undefined): Shape => libraryShape('Array', element);
export const promiseOf = (value: Shape | undefined): Shape => libraryShape('Promise', value);

/** The argument of an instance of a type of the library. */
export function argumentOf(shape: Shape | undefined, name: string, index = 0): Shape | undefined {
  if (shape?.is !== 'instance' || shape.of.module !== libraryModule || shape.of.declaration.name !== name)
    return undefined;
  return shape.meaning.get(library.declarations[shape.of.declaration.typeParameters![index]!]!);
}

export const isLibrary = (shape: Shape | undefined, name: string): boolean =>
  shape?.is === 'instance' && shape.of.module === libraryModule && shape.of.declaration.name === name;

/** One of several; undefined where nothing is known of any. */
export function oneOf(shapes: readonly (Shape | undefined)[]): Shape | undefined {
  // Asked very often: lists that are only made to be filtered would take most of the time.
  let ours: Shape[] | undefined;
  let first: Shape | undefined;
  let known = 0;
  for (const shape of shapes) {
    if (!shape) continue;
    if (shape.is === 'union') {
      known += shape.shapes.length;
      ours = ours ? [...ours, ...shape.shapes] : shape.shapes;
    } else {
      known++;
      if (shape.is === 'foreign') first ??= shape;
      else if (ours) ours = [...ours, shape];
      else ours = [shape];
    }
  }
  if (!ours) return known === shapes.length ? first : undefined;
  return ours.length === 1 ? ours[0] : { is: 'union', shapes: ours.slice(0, 8) };
}
