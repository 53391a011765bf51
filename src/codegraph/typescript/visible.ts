import type { FileFacts } from '../facts.ts';
import type { Detail, Expected } from './detail.ts';
import { binderOf } from './scopes.ts';

/**
 * All that other files can see of a file, in one form: what it exports, and whatever that leads to. Every declaration
 * gets its number when it is first met, so that lines, bodies and private things may change without a trace.
 */
export function visibleOf(
  detail: Detail,
  { imports, symbols }: Pick<FileFacts, 'imports' | 'symbols'>,
): unknown {
  const find = binderOf(detail);
  const numbers = new Map<number, number>();
  const queue: number[] = [];
  const numberOf = (declaration: number): number => {
    const known = numbers.get(declaration);
    if (known !== undefined) return known;
    numbers.set(declaration, queue.length);
    return queue.push(declaration) - 1;
  };
  const see = (value: unknown, at: number): unknown => {
    if (!Array.isArray(value)) return value;
    const [tag, first] = value;
    if ((tag === 'declared' || tag === 'this' || tag === 'super') && typeof first === 'number')
      return [tag, first === -1 ? -1 : numberOf(first), value[2]];
    if ((tag === 'name' || tag === 'typeof') && typeof first === 'string')
      return [
        tag,
        first,
        find(first.split('.')[0]!, at).map(numberOf),
        ...value.slice(2).map((each) => see(each, at)),
      ];
    if ((tag === 'call' || tag === 'guard') && typeof first === 'number') {
      const { callee, arguments: args, types, new: isNew, scope } = detail.calls[first]!;
      return [tag, see(callee, scope), see(args, scope), see(types, scope), isNew];
    }
    return value.map((each) => see(each, at));
  };
  const expectation = (expected: Expected, at: number): unknown => {
    switch (expected.by) {
      case 'type':
        return see(expected.type, at);
      case 'argument':
        return [see(['call', expected.call], at), expected.index];
      case 'return':
        return numberOf(expected.of);
      case 'member':
        return [numberOf(expected.of), expected.name];
      case 'element':
        return [expectation(expected.of, at)];
    }
  };
  const roots = detail.exports.map((each) => {
    if (each.kind === 'declaration') return [each.name, numberOf(each.declaration)];
    if (each.kind === 'local') return [each.name, find(each.local, 0).map(numberOf)];
    return 'value' in each ? [each.kind, see(each.value, each.scope)] : each;
  });
  // A file without exports is a script: all of it can be seen.
  if (roots.length === 0)
    for (const [i, { scope }] of detail.declarations.entries()) if (scope === 0) numberOf(i);
  const declarations: unknown[] = [];
  for (let i = 0; i < queue.length; i++) {
    const { at, scope: _scope, symbol, expected, ...rest } = detail.declarations[queue[i]!]!;
    const {
      signature,
      members,
      typeParameters,
      type,
      values,
      supers,
      extends: extended,
      of,
      ...plain
    } = rest;
    declarations.push([
      plain,
      symbol !== undefined,
      members?.map(numberOf),
      typeParameters?.map(numberOf),
      signature && [
        { ...signature, parameters: 0, typeParameters: 0, returns: 0, gives: 0, guard: 0 },
        signature.parameters.map(numberOf),
        signature.typeParameters?.map(numberOf),
        see(signature.returns, at),
        see(signature.gives, at),
        signature.guard && see(signature.guard.type, at),
      ],
      [type, values, supers, extended].map((each) => see(each, at)),
      expected && expectation(expected, at),
      of && [numberOf(of[0]), of[1]],
    ]);
  }
  // A method may be the only one of its name for somebody.
  const methods = symbols.flatMap(({ kind, name }) => (kind === 'method' ? [name] : []));
  return [roots, declarations, imports.map(({ specifier }) => specifier), methods];
}
