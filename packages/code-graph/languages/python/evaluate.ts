import type { LinkTarget, LinkWorld } from '../../facts/linker.ts';
import { lookupIn } from '../lookup.ts';
import { mentionLinker } from '../mention-linker.ts';
import type { PythonDetail, PythonExpr, PythonMention } from './detail.ts';
import { pythonMemberOf } from './members.ts';
import { filesImported } from './modules.ts';
import { fixturesNamed, isFixture, nameIn } from './names.ts';
import {
  deeperPython,
  outside,
  type PythonResolution,
  type PythonSite,
  type PythonValue,
  pythonDetailOf,
  symbolValue,
} from './value.ts';

/** What a name that stands in a file leads to. */
const resolvedIn = (path: string, world: LinkWorld, expr: PythonExpr): PythonResolution[] =>
  resolvePython(expr, { ...lookupIn(path, world), evaluate: evaluatePython, resolve: resolvePython });

/** What an expression leads to, where it is a name or an attribute. */
function resolvePython(expr: PythonExpr, place: PythonSite): PythonResolution[] {
  const next = deeperPython(place);
  if (!next || !expr) return [];
  if (expr[0] === 'name') return nameIn(expr[1], next);
  if (expr[0] === 'symbol') {
    const to = { path: place.path, symbol: expr[1] };
    return [{ to, how: 'local', values: () => symbolValue(to, place) }];
  }
  if (expr[0] === 'fixture') return fixturesOf(expr[1], expr[2], next);
  if (expr[0] !== 'get') return [];
  const found = evaluatePython(expr[1], next).flatMap((value) => pythonMemberOf(value, expr[2], next));
  return expr[1]?.[0] === 'self' || expr[1]?.[0] === 'class'
    ? found.map((each) => ({ ...each, how: 'this' as const }))
    : found;
}

/** Everything that an expression may stand for; nothing, where that is not known. */
function evaluatePython(expr: PythonExpr, place: PythonSite): PythonValue[] {
  const next = deeperPython(place);
  if (!next || !expr) return [];
  const inner = (): PythonValue[] => evaluatePython(expr[1] as PythonExpr, next);
  switch (expr[0]) {
    case 'name':
    case 'symbol':
    case 'get':
      return resolvePython(expr, next).flatMap(({ values }) => values());
    case 'value':
      return [outside('')];
    case 'self':
      return [place.self ?? { is: 'instance', path: place.path, symbol: expr[1] }];
    case 'class':
      return [{ is: 'class', ...classOf(place, expr[1]) }];
    case 'super':
      return [{ is: 'super', path: place.path, symbol: expr[1], self: place.self }];
    case 'call':
      return inner().flatMap((called) => resultOf(called, expr[2], next));
    case 'index':
      return inner().flatMap(itemOf);
    case 'each':
      return inner().flatMap(elementOf);
    case 'enter':
      return inner().flatMap(enteredOf);
    case 'part':
      return inner().flatMap((value) => partOf(value, expr[2]));
    case 'of':
      return instancesOf(expr[1], next);
    case 'list':
      return [{ is: 'made', of: 'list', types: [inner()] }];
    case 'tuple':
      return [{ is: 'made', of: 'tuple', types: expr[1].map((each) => evaluatePython(each, next)) }];
    case 'passed':
      return fixturesOf(expr[1], expr[2], next).flatMap((found) => passed(found, next));
    case 'fixture':
      return [];
    case 'any':
      return expr[1].flatMap((each) => evaluatePython(each, next));
  }
}

/** The fixtures of a name that pytest finds for a test: in the class around it and those above, else in modules. */
function fixturesOf(name: string, owner: number, place: PythonSite): PythonResolution[] {
  const around: PythonValue[] = owner === -1 ? [] : [{ is: 'instance', ...classOf(place, owner) }];
  const own = around.flatMap((value) => pythonMemberOf(value, name, place)).filter(isFixture(place));
  return own.length > 0 ? own : fixturesNamed(name, place);
}

function passed({ to, values: found }: PythonResolution, place: PythonSite): PythonValue[] {
  const values = found().flatMap((value) => (value.is === 'function' ? returned(value, place) : []));
  const yields = pythonDetailOf(to!.path, place)?.functions[to!.symbol]?.fixture === 'yields';
  return yields ? values.flatMap(elementOf) : values;
}

const classOf = ({ path, self }: PythonSite, symbol: number): LinkTarget =>
  self?.is === 'class' || self?.is === 'instance'
    ? { path: self.path, symbol: self.symbol }
    : { path, symbol };

function resultOf(called: PythonValue, given: readonly PythonExpr[], place: PythonSite): PythonValue[] {
  switch (called.is) {
    case 'class':
      return [{ is: 'instance', path: called.path, symbol: called.symbol }];
    case 'function':
      return returned(called, place);
    case 'gives':
      return [...called.values];
    case 'outside':
      return fromOutside(called.name, given, place);
    default:
      return [];
  }
}

function returned(
  { path, symbol, self }: Extract<PythonValue, { is: 'function' }>,
  place: PythonSite,
): PythonValue[] {
  const detail = pythonDetailOf(path, place)?.functions[symbol];
  if (!detail) return [];
  const at: PythonSite = { ...place, path, self };
  if (detail.yields !== undefined)
    return [{ is: 'made', of: 'list', types: [evaluatePython(detail.yields, at)] }];
  return evaluatePython(detail.returns, at);
}

/** What a call of a function from outside gives, as far as that follows from its arguments. */
function fromOutside(
  name: string,
  [first = null, second = null]: readonly PythonExpr[],
  place: PythonSite,
): PythonValue[] {
  const values = (): PythonValue[] => evaluatePython(first, place);
  const list = (types: PythonValue[]): PythonValue[] => [{ is: 'made', of: 'list', types: [types] }];
  const each = (expr: PythonExpr): PythonValue[] => evaluatePython(['each', expr], place);
  switch (name) {
    case 'cast':
      return instancesOf(first, place);
    case 'copy':
    case 'deepcopy':
    case 'iter':
    case 'aiter':
    case 'dict':
      return first ? values() : [outside(name)];
    case 'next':
    case 'anext':
      return each(first);
    case 'list':
    case 'tuple':
    case 'set':
    case 'frozenset':
    case 'sorted':
    case 'reversed':
      return list(each(first));
    case 'filter':
      return list(each(second));
    case 'enumerate':
      return list([{ is: 'made', of: 'tuple', types: [[outside('int')], each(first)] }]);
    case 'zip':
      return list([{ is: 'made', of: 'tuple', types: [each(first), each(second)] }]);
    case 'type':
      return values().map((value) => (value.is === 'instance' ? { ...value, is: 'class' } : value));
    case 'partial':
      return values();
    default:
      return [outside(name)];
  }
}

function elementOf(value: PythonValue): PythonValue[] {
  if (value.is === 'made') return value.of === 'tuple' ? value.types.flat() : [...(value.types[0] ?? [])];
  return value.is === 'outside' ? [outside('')] : [];
}

function itemOf(value: PythonValue): PythonValue[] {
  if (value.is === 'class' || value.is === 'outside') return [value];
  if (value.is !== 'made') return [];
  return value.of === 'dict' ? [...(value.types[1] ?? [])] : value.types.flat();
}

/** What `with` makes of a value: mostly the value itself. */
function enteredOf(value: PythonValue): PythonValue[] {
  if (value.is === 'made') return [...(value.types[0] ?? [])];
  return value.is === 'instance' || value.is === 'outside' ? [value] : [];
}

function partOf(value: PythonValue, index: number): PythonValue[] {
  if (value.is === 'made' && value.of === 'tuple') return [...(value.types[index] ?? [])];
  return elementOf(value);
}

/** What a value is whose type is named by an annotation. */
function instancesOf(type: PythonExpr, place: PythonSite): PythonValue[] {
  const next = deeperPython(place);
  if (!next || !type) return [];
  if (type[0] === 'any') return type[1].flatMap((each) => instancesOf(each, next));
  if (type[0] === 'index') return generic(type[1], type[2], next);
  if (type[0] === 'of' || type[0] === 'value') return [outside('')];
  const found = place.resolve(type, next);
  if (found.length === 0) return place.evaluate(type, next).flatMap((value) => instance(value, place));
  return found.flatMap(({ values, made }) =>
    made
      ? instancesOf(made.expr, { ...made.at, depth: next.depth })
      : values().flatMap((value) => instance(value, place)),
  );
}

function instance(value: PythonValue, { self }: PythonSite): PythonValue[] {
  if (value.is === 'class') return [{ ...value, is: 'instance' }];
  if (value.is !== 'outside') return [];
  if (value.name === 'Self') return self ? [self.is === 'class' ? { ...self, is: 'instance' } : self] : [];
  // Of these nothing is known, so what is done with them may well lead back here.
  return value.name === 'Any' || value.name === 'object' ? [] : [value];
}

function generic(base: PythonExpr, given: readonly PythonExpr[], place: PythonSite): PythonValue[] {
  const types = (): PythonValue[][] => given.map((each) => instancesOf(each, place));
  return place.evaluate(base, place).flatMap((value): PythonValue[] => {
    if (value.is === 'class') return [{ ...value, is: 'instance' }];
    if (value.is !== 'outside') return [];
    const { name } = value;
    if (FIRST.has(name)) return types()[0] ?? [];
    if (LAST.has(name)) return types().at(-1) ?? [];
    if (name === 'Union') return types().flat();
    if (name === 'Type' || name === 'type')
      return types()
        .flat()
        .map((each) => (each.is === 'instance' ? { ...each, is: 'class' } : each));
    if (name === 'Callable') return [{ is: 'gives', values: types().at(-1) ?? [] }];
    if (LISTS.has(name)) return [{ is: 'made', of: 'list', types: types() }];
    if (DICTS.has(name)) return [{ is: 'made', of: 'dict', types: types() }];
    if (name === 'Tuple' || name === 'tuple') return [{ is: 'made', of: 'tuple', types: types() }];
    return [{ is: 'made', of: 'other', types: types() }];
  });
}

/** Types that stand for what is written in their brackets. */
const FIRST = new Set([
  'Optional',
  'Annotated',
  'ClassVar',
  'Final',
  'Required',
  'NotRequired',
  'ReadOnly',
  'Awaitable',
  'TypeGuard',
  'InitVar',
]);
const LAST = new Set(['Coroutine']);
const LISTS = new Set(
  'List list Set set FrozenSet frozenset Sequence MutableSequence Iterable Iterator Generator AsyncIterable AsyncIterator AsyncGenerator Collection AbstractSet MutableSet Deque deque KeysView ValuesView ContextManager AbstractContextManager AsyncContextManager AbstractAsyncContextManager'.split(
    ' ',
  ),
);
const DICTS = new Set(
  'Dict dict Mapping MutableMapping DefaultDict defaultdict OrderedDict ChainMap'.split(' '),
);

/** Follows the names of Python through modules, classes and annotations to where they are defined. */
export const pythonLinker = mentionLinker<PythonMention, PythonDetail>({
  language: 'python',
  resolve: ({ expr }, path, world) => resolvedIn(path, world, expr),
  imports: ({ path, detail }, world) =>
    detail.imports.flatMap((each) => filesImported(path, each, world).map((to) => ({ to, line: each.line }))),
  fits: (kind, target) =>
    kind === 'inherits'
      ? target === 'class'
      : kind !== 'references' || target === 'class' || target === 'variable',
});
