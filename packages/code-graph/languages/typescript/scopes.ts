import type { Declaration, TypeScriptDetail } from './detail.ts';

/** Finds the declarations of a name that a scope sees, all those of the innermost scope that has any. */
export type Binder = (name: string, scope: number) => readonly number[];

export function firstNamePart(name: string): string {
  const dot = name.indexOf('.');
  return dot === -1 ? name : name.slice(0, dot);
}

const binders = new WeakMap<readonly Declaration[], Binder>();

/** The binder of a file; made once all that has a scope is declared. */
export function binderOf(detail: Pick<TypeScriptDetail, 'scopes' | 'declarations'>): Binder {
  const known = binders.get(detail.declarations);
  if (known) return known;
  const binder = make(detail);
  binders.set(detail.declarations, binder);
  return binder;
}

function make({ scopes, declarations }: Pick<TypeScriptDetail, 'scopes' | 'declarations'>): Binder {
  const bound: (Map<string, number[]> | undefined)[] = [];
  declarations.forEach(({ scope, name }, index) => {
    if (scope === -1 || name === '') return;
    const names = bound[scope] ?? new Map<string, number[]>();
    bound[scope] = names;
    const same = names.get(name);
    if (same) same.push(index);
    else names.set(name, [index]);
  });
  return (name, scope) => {
    for (let at = scope; at !== -1; at = scopes[at]!) {
      const found = bound[at]?.get(name);
      if (found) return found;
    }
    return NONE;
  };
}

const NONE: readonly number[] = [];
