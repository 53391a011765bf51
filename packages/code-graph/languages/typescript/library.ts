import type { Declaration, DeclarationKind, TypeExpression, TypeScriptDetail } from './detail.ts';

/** The little of the language's own types that is needed to see through them to those of a repository, as if it were a file. */
export const library: TypeScriptDetail = {
  scopes: [-1],
  declarations: [],
  calls: [],
  mentions: [],
  handed: [],
  exports: [],
};

const declare = (kind: DeclarationKind, name: string, more: Partial<Declaration>): number =>
  library.declarations.push({ kind, name, scope: -1, at: 0, ...more }) - 1;

/** All types share their parameters: what these stand for is asked of one type at a time. */
const PARAMETERS = Object.fromEntries(
  ['T', 'K', 'V', 'U'].map((name) => [name, declare('type parameter', name, { scope: 0 })]),
);

const typed = (type: TypeExpression): number => declare('parameter', '', { type });

const callback = (...takes: TypeExpression[]): TypeExpression => [
  'declared',
  declare('lambda', '', { signature: { parameters: takes.map(typed), returns: ['unknown'] } }),
];

/** Names of members, what they take where they are methods, and what they give. */
type Members = readonly (readonly [names: string, takes: readonly TypeExpression[] | null, TypeExpression])[];

function declareType(name: string, parameters: string, members: Members): void {
  const all = members.flatMap(([names, takes, type]) =>
    names.split(' ').map((each) => {
      if (!takes) return declare('field', each, { type });
      const signature = { parameters: takes.map(typed), typeParameters: [PARAMETERS.U!], returns: type };
      return declare('method', each, { signature });
    }),
  );
  const typeParameters = [...parameters].map((each) => PARAMETERS[each]!);
  declare('interface', name, { scope: 0, typeParameters, members: all });
}

const of = (...type: TypeExpression): TypeExpression => type;
const [T, K, V, U] = [of('name', 'T'), of('name', 'K'), of('name', 'V'), of('name', 'U')] as const;
const [NUMBER, STRING, NONE, SELF] = [
  of('plain', 'number'),
  of('plain', 'string'),
  of('plain', 'void'),
  of('this'),
];
const LIST: TypeExpression = ['array', T];
const EACH = callback(T, NUMBER, LIST);

declareType('Array', 'T', [
  ['map flatMap', [EACH], ['array', U]],
  ['filter', [EACH], LIST],
  ['find findLast', [EACH], T],
  ['findIndex findLastIndex forEach some every', [EACH], NUMBER],
  ['reduce reduceRight', [callback(U, T, NUMBER, LIST), U], U],
  ['sort toSorted', [callback(T, T)], LIST],
  ['slice splice reverse toReversed values', [], LIST],
  ['concat fill', [T], LIST],
  ['flat at pop shift', [], T],
  ['keys', [], ['array', NUMBER]],
  ['entries', [], ['array', ['tuple', [NUMBER, T]]]],
  ['join', [], STRING],
  ['length', null, NUMBER],
]);
declareType('Set', 'T', [
  ['forEach', [callback(T)], NONE],
  ['values keys', [], LIST],
  ['add', [T], SELF],
  ['union', [['name', 'Set', [T]]], ['name', 'Set', [T]]],
  ['size', null, NUMBER],
]);
declareType('WeakSet', 'T', [['add', [T], SELF]]);
declareType('Map', 'KV', [
  ['get', [K], V],
  ['set', [K, V], SELF],
  ['forEach', [callback(V, K, ['name', 'Map', [K, V]])], NONE],
  ['values', [], ['array', V]],
  ['keys', [], ['array', K]],
  ['entries', [], ['array', ['tuple', [K, V]]]],
  ['size', null, NUMBER],
]);
declareType('WeakMap', 'KV', [
  ['get', [K], V],
  ['set', [K, V], SELF],
]);
declareType('WeakRef', 'T', [['deref', [], T]]);
declareType('Promise', 'T', [
  ['then', [callback(T)], ['name', 'Promise', [U]]],
  ['catch', [callback(['unknown'])], ['name', 'Promise', [T]]],
  ['finally', [callback()], ['name', 'Promise', [T]]],
]);
declareType('IteratorResult', 'T', [
  ['value', null, T],
  ['done', null, NUMBER],
]);
declareType('Iterator', 'T', [['next', [], ['name', 'IteratorResult', [T]]]]);
declareType('Record', 'KV', []);

const types = new Map(
  library.declarations.flatMap((each): [string, Declaration][] =>
    each.kind === 'interface' ? [[each.name, each]] : [],
  ),
);

export const libraryType = (name: string): Declaration | undefined => types.get(ALIASES[name] ?? name);

const ALIASES: Record<string, string> = {
  ReadonlyArray: 'Array',
  ReadonlySet: 'Set',
  ReadonlyMap: 'Map',
  PromiseLike: 'Promise',
  Iterable: 'Array',
  AsyncIterable: 'Array',
  IterableIterator: 'Array',
  AsyncIterableIterator: 'Array',
  Generator: 'Array',
  AsyncGenerator: 'Array',
  ArrayLike: 'Array',
  AsyncIterator: 'Iterator',
};

/** Types whose members are those of their first argument. */
export const TRANSPARENT: ReadonlySet<string> = new Set(
  'Partial Required Readonly NonNullable Pick Omit Extract Exclude NoInfer ThisType'.split(' '),
);
