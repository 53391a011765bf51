import type { Declaration, ExpectedType, TypeScriptDetail } from './detail.ts';
import type { Binder } from './scopes.ts';

/** What is written in one place, and the declarations it leads to, in order. */
export interface DescribedSource {
  text: string;
  to: number[];
}

export interface SourceDescriber {
  declaration(index: number): DescribedSource;
  value(value: unknown, scope: number): DescribedSource;
}

/** Tells what declarations say by themselves: lines and numbers of others are left out. */
export function tellOf(detail: TypeScriptDetail, find: Binder): SourceDescriber {
  const telling = (read: (to: number[]) => unknown): DescribedSource => {
    const to: number[] = [];
    const text = JSON.stringify(read(to)) ?? '';
    return { text, to };
  };

  function see(value: unknown, at: number, to: number[]): unknown {
    if (!Array.isArray(value)) return value;
    const [tag, first] = value;
    if ((tag === 'declared' || tag === 'this' || tag === 'super') && typeof first === 'number') {
      if (first !== -1) to.push(first);
      return [tag, value[2]];
    }
    if ((tag === 'name' || tag === 'typeof') && typeof first === 'string') {
      const found = find(first.split('.')[0]!, at);
      to.push(...found);
      return [tag, first, found.length, ...value.slice(2).map((each) => see(each, at, to))];
    }
    if ((tag === 'call' || tag === 'guard') && typeof first === 'number') {
      const { callee, arguments: args, types, new: isNew, scope } = detail.calls[first]!;
      return [tag, see(callee, scope, to), see(args, scope, to), see(types, scope, to), isNew];
    }
    return value.map((each) => see(each, at, to));
  }

  function expectation(expected: ExpectedType, at: number, to: number[]): unknown {
    switch (expected.by) {
      case 'type':
        return see(expected.type, at, to);
      case 'argument':
        return [see(['call', expected.call], at, to), expected.index];
      case 'return':
        to.push(expected.of);
        return expected.by;
      case 'member':
        to.push(expected.of);
        return expected.name;
      case 'element':
        return [expectation(expected.of, at, to)];
    }
  }

  function tell(declaration: Declaration, to: number[]): unknown {
    const {
      at,
      scope: _scope,
      symbol,
      expected,
      of,
      receiver,
      members,
      typeParameters,
      signature,
      ...rest
    } = declaration;
    const { type, values, supers, extends: extended, ...plain } = rest;
    to.push(...(members ?? []), ...(typeParameters ?? []), ...(of ? [of[0]] : []));
    if (receiver !== undefined) to.push(receiver);
    to.push(...(signature?.parameters ?? []), ...(signature?.typeParameters ?? []));
    return [
      plain,
      symbol !== undefined,
      [members?.length, typeParameters?.length, of?.[1]],
      signature && {
        ...signature,
        parameters: signature.parameters.length,
        typeParameters: signature.typeParameters?.length,
        returns: see(signature.returns, at, to),
        gives: see(signature.gives, at, to),
        guard: signature.guard && [signature.guard.parameter, see(signature.guard.type, at, to)],
      },
      [type, values, supers, extended].map((each) => see(each, at, to)),
      expected && expectation(expected, at, to),
    ];
  }

  return {
    declaration: (index) => telling((to) => tell(detail.declarations[index]!, to)),
    value: (value, scope) => telling((to) => see(value, scope, to)),
  };
}
