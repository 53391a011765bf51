import type { FileFacts } from '../../facts/facts.ts';
import type { Declaration, ExpectedType, TypeScriptDetail } from './detail.ts';
import { type Binder, binderOf, firstNamePart } from './scopes.ts';
import { isType } from './shapes.ts';

/**
 * All that other files can see of a file, in one form: what it exports, and whatever that leads to. Every declaration
 * gets its number when it is first met, so that lines, bodies and private things may change without a trace.
 */
export function visibleSurface(detail: TypeScriptDetail, { imports }: Pick<FileFacts, 'imports'>): unknown {
  const sight: VisibleState = { detail, find: binderOf(detail), numbers: new Map(), queue: [] };
  const roots = detail.exports.map((each) => {
    if (each.kind === 'declaration') return [each.name, numberOf(sight, each.declaration)];
    if (each.kind === 'local') return [each.name, numbersOf(sight, sight.find(each.local, 0))];
    return 'value' in each ? [each.kind, see(sight, each.value, each.scope)] : each;
  });
  // A file without exports is a script, and those of comments make it no module: all of it can be seen.
  if (detail.exports.every((each) => isType(detail, each)))
    for (const [i, { scope }] of detail.declarations.entries()) if (scope === 0) numberOf(sight, i);
  const declarations: unknown[] = [];
  for (let i = 0; i < sight.queue.length; i++)
    declarations.push(seeDeclaration(sight, detail.declarations[sight.queue[i]!]!));
  return [roots, declarations, imports.map(({ specifier }) => specifier)];
}

/** What was seen of a file so far. */
interface VisibleState {
  detail: TypeScriptDetail;
  find: Binder;
  /** Of each declaration that was met, and these in the order in which they were. */
  numbers: Map<number, number>;
  queue: number[];
}

function numberOf({ numbers, queue }: VisibleState, declaration: number): number {
  const known = numbers.get(declaration);
  if (known !== undefined) return known;
  numbers.set(declaration, queue.length);
  return queue.push(declaration) - 1;
}

const numbersOf = (sight: VisibleState, declarations: readonly number[]): number[] =>
  declarations.map((each) => numberOf(sight, each));

function see(sight: VisibleState, value: unknown, at: number): unknown {
  if (!Array.isArray(value)) return value;
  const tag = value[0];
  const first = value[1];
  if ((tag === 'declared' || tag === 'this' || tag === 'super') && typeof first === 'number')
    return [tag, first === -1 ? -1 : numberOf(sight, first), value[2]];
  if ((tag === 'name' || tag === 'typeof') && typeof first === 'string')
    return seeFrom(sight, value, at, 2, [tag, first, numbersOf(sight, sight.find(firstNamePart(first), at))]);
  if (tag === 'call' && typeof first === 'number') {
    const { callee, arguments: args, types, new: isNew, scope } = sight.detail.calls[first]!;
    return [tag, see(sight, callee, scope), see(sight, args, scope), see(sight, types, scope), isNew];
  }
  return seeFrom(sight, value, at, 0, []);
}

/** Without functions to call for each: V8 compiles this for lists of every kind, one after the other. */
function seeFrom(
  sight: VisibleState,
  values: readonly unknown[],
  at: number,
  from: number,
  seen: unknown[],
): unknown[] {
  for (let i = from; i < values.length; i++) seen.push(see(sight, values[i], at));
  return seen;
}

function seeDeclaration(sight: VisibleState, declaration: Declaration): unknown {
  const { at, symbol, signature, members, typeParameters, expected, of, receiver } = declaration;
  return [
    plainOf(declaration),
    symbol !== undefined,
    members && numbersOf(sight, members),
    typeParameters && numbersOf(sight, typeParameters),
    signature && [
      { ...signature, parameters: 0, typeParameters: 0, returns: 0, gives: 0 },
      numbersOf(sight, signature.parameters),
      signature.typeParameters && numbersOf(sight, signature.typeParameters),
      see(sight, signature.returns, at),
      see(sight, signature.gives, at),
    ],
    [
      see(sight, declaration.type, at),
      see(sight, declaration.values, at),
      see(sight, declaration.supers, at),
      see(sight, declaration.extends, at),
    ],
    expected && seeExpected(sight, expected, at),
    of && [numberOf(sight, of[0]), of[1]],
    receiver !== undefined && numberOf(sight, receiver),
  ];
}

/** What is the same wherever it is declared. */
const plainOf = ({ kind, name, from, path, getter, static: isStatic, each }: Declaration): PlainFields => ({
  kind,
  name,
  from,
  path,
  getter,
  static: isStatic,
  each,
});

/** All that a declaration has but what `seeDeclaration` looks at, so that the compiler finds what is new and forgotten. */
type PlainFields = { [Name in Exclude<keyof Declaration, VisibleField>]: Declaration[Name] };

type VisibleField =
  | 'at'
  | 'scope'
  | 'symbol'
  | 'signature'
  | 'members'
  | 'typeParameters'
  | 'type'
  | 'values'
  | 'supers'
  | 'extends'
  | 'expected'
  | 'receiver'
  | 'of';

function seeExpected(sight: VisibleState, expected: ExpectedType, at: number): unknown {
  switch (expected.by) {
    case 'type':
      return see(sight, expected.type, at);
    case 'argument':
      return [see(sight, ['call', expected.call], at), expected.index];
    case 'return':
      return numberOf(sight, expected.of);
    case 'member':
      return [numberOf(sight, expected.of), expected.name];
    case 'element':
      return [seeExpected(sight, expected.of, at)];
  }
}
