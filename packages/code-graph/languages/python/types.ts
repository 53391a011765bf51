import type { PythonExpr } from './detail.ts';
import { deeperPython, outside, type PythonSite, type PythonValue } from './value.ts';

/** What a value is whose type is named by an annotation. */
export function instancesOf(type: PythonExpr, place: PythonSite): PythonValue[] {
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
