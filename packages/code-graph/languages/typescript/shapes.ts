import type { FileFacts } from '../../facts/facts.ts';
import type { LinkWorld } from '../../facts/linker.ts';
import type { Declaration, Export, TypeScriptDetail } from './detail.ts';
import { library, libraryType } from './library.ts';
import { type Binder, binderOf } from './scopes.ts';

export interface TypeScriptModule {
  path: string;
  detail: TypeScriptDetail;
  find: Binder;
  exports: Map<string, Export>;
  stars: string[];
  /** `module.exports = …` or `export = …`. */
  all: Extract<Export, { kind: 'all' }> | undefined;
}

export interface ModuleDeclaration {
  module: TypeScriptModule;
  declaration: Declaration;
}

export type TypeBindings = ReadonlyMap<Declaration, Shape>;

/** Where something is asked: in a scope of a module, and what type parameters stand for there. */
export interface Place {
  linking: FileLinking;
  module: TypeScriptModule;
  scope: number;
  meaning: TypeBindings;
}

/** Where the types and values of a declaration are to be understood. */
export const placeOf = (
  linking: FileLinking,
  { declaration, module }: ModuleDeclaration,
  meaning: TypeBindings = NOTHING,
): Place => ({ linking, module, scope: declaration.at, meaning });

/** What a name or a member leads to: a declaration, or at least the shape of its value. */
export interface TypeScriptEntity {
  declared?: ModuleDeclaration;
  meaning: TypeBindings;
  shape?: Shape;
}

/** What is known of a value; undefined where nothing is. */
export type Shape =
  /** An instance of a class or interface, an object, or a function. */
  | { is: 'instance'; of: ModuleDeclaration; meaning: TypeBindings }
  /** A class, an enum or a namespace itself. */
  | { is: 'itself'; of: ModuleDeclaration; meaning: TypeBindings }
  | { is: 'module'; path: string }
  | { is: 'tuple'; elements: (Shape | undefined)[] }
  | { is: 'union'; shapes: Shape[] }
  /** A string, a number, or something of another package: it has nothing of this repository. */
  | { is: 'foreign' };

/** Functions that ask each other in circles; the linking carries them, so that their files do not import each other. */
interface Evaluator {
  entityOf: typeof import('./values.ts').entityOf;
  shapeOf: typeof import('./values.ts').shapeOf;
  shapeNamed: typeof import('./values.ts').shapeNamed;
  shapeOfEntity: typeof import('./values.ts').shapeOfEntity;
  shapeOfType: typeof import('./types.ts').shapeOfType;
  memberOf: typeof import('./members.ts').memberOf;
  elementOf: typeof import('./signatures.ts').elementOf;
  returnOf: typeof import('./signatures.ts').returnOf;
}

export interface FileLinking {
  ask: Evaluator;
  world: LinkWorld;
  module: TypeScriptModule;
  /** What was found of declarations, calls, members and exports, by these or their names; null where nothing was. */
  answers: Map<object | string, Shape | TypeScriptEntity | null>;
  busy: Set<object>;
  depth: number;
  /** How much was asked for the call at hand, and how often something was not looked into for its sake. */
  steps: number;
  cuts: number;
}

const MAX_DEPTH = 60;
/** Types that compute types can be asked forever. */
const MAX_STEPS = 500;

/** Begins to ask something inside of something else; false where that goes too deep. Whoever began it ends it. */
export function enterShape(linking: FileLinking): boolean {
  if (linking.depth >= MAX_DEPTH || linking.steps > MAX_STEPS) {
    linking.cuts++;
    return false;
  }
  linking.depth++;
  linking.steps++;
  return true;
}

/** Ends what was begun, and hands on what came of it. */
export function leave<T>(linking: FileLinking, answer: T): T {
  linking.depth--;
  return answer;
}

/** Asks something that may come to ask for itself; it gets no answer then. */
export function once<T>(linking: FileLinking, key: object, ask: () => T): T | undefined {
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
export function kept<T extends Shape | TypeScriptEntity>(
  linking: FileLinking,
  key: object | string,
  ask: () => T | undefined,
): T | undefined {
  const known = linking.answers.get(key);
  if (known !== undefined) return (known as T | null) ?? undefined;
  const { cuts } = linking;
  const answer = ask();
  if (answer || linking.cuts === cuts) linking.answers.set(key, answer ?? null);
  return answer;
}

export const FOREIGN: Shape = { is: 'foreign' };
export const NOTHING: TypeBindings = new Map();

/** What is not declared here, and has this shape. */
export const shaped = (shape: Shape | undefined): TypeScriptEntity =>
  shape ? { meaning: NOTHING, shape } : { meaning: NOTHING };

export const foreignShape: TypeScriptEntity = shaped(FOREIGN);

/** Stands for `this` among type parameters. */
export const THIS: Declaration = { kind: 'type parameter', name: 'this', scope: -1, at: -1 };

const modules = new WeakMap<FileFacts, TypeScriptModule>();

/** A file of these languages as it is linked; what follows from its facts alone is worked out once. */
export function moduleAt(world: LinkWorld, path: string): TypeScriptModule | undefined {
  const facts = world.facts(path);
  return facts && LANGUAGES.has(facts.language) ? moduleOf(facts as FileFacts<TypeScriptDetail>) : undefined;
}

const LANGUAGES = new Set(['typescript', 'tsx', 'javascript']);

export function moduleOf(facts: FileFacts<TypeScriptDetail>): TypeScriptModule {
  const known = modules.get(facts);
  if (known) return known;
  const module = make(facts.path, facts.detail);
  modules.set(facts, module);
  return module;
}

function make(path: string, detail: TypeScriptDetail): TypeScriptModule {
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
    exports,
    stars: detail.exports.flatMap((each) => (each.kind === 'star' ? [each.specifier] : [])),
    all: detail.exports.find((each) => each.kind === 'all'),
  };
}

export const isType = ({ declarations }: TypeScriptDetail, each: Export): boolean =>
  each.kind === 'declaration' && ['interface', 'type'].includes(declarations[each.declaration]!.kind);

export const libraryModule: TypeScriptModule = make('', library);

/** What the type parameters of a declaration, or those given, stand for with some arguments. */
export function bindTypes(
  { module, declaration }: ModuleDeclaration,
  args: readonly (Shape | undefined)[],
  parameters = declaration.typeParameters,
): TypeBindings {
  const meaning = new Map<Declaration, Shape>();
  for (const [i, parameter] of (parameters ?? []).entries()) {
    const shape = args[i];
    if (shape) meaning.set(module.detail.declarations[parameter]!, shape);
  }
  return meaning;
}

export function instanceOf(shape: Shape, args: readonly (Shape | undefined)[] = []): Shape | undefined {
  if (shape.is === 'union') return shape.shapes.map((each) => instanceOf(each, args)).find(Boolean);
  if (shape.is !== 'itself') return undefined;
  const meaning = args.length > 0 ? bindTypes(shape.of, args) : shape.meaning;
  return { is: 'instance', of: shape.of, meaning };
}

export function libraryShape(name: string, ...args: (Shape | undefined)[]): Shape {
  const declaration = libraryType(name);
  const of = declaration && { module: libraryModule, declaration };
  return of ? { is: 'instance', of, meaning: bindTypes(of, args) } : FOREIGN;
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
export function unionShape(shapes: readonly (Shape | undefined)[]): Shape | undefined {
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

/** The parameter at a place; the last one may take all the rest. */
export function parameterOf(
  { declaration, module }: ModuleDeclaration,
  index: number,
): Declaration | undefined {
  const { declarations } = module.detail;
  const parameters = (declaration.signature?.parameters ?? [])
    .map((each) => declarations[each]!)
    .filter(({ name }) => name !== 'this');
  const last = parameters.at(-1);
  return parameters[index] ?? (last?.each === 'of' ? last : undefined);
}
