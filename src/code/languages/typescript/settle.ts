import type { Declaration, TypeScriptDetail } from './detail.ts';
import { type Assignment, declareMember, type SourceReading } from './reading.ts';
import { type Binder, binderOf, firstNamePart } from './scopes.ts';

/** Does what had to wait until a whole file was read: assignments find what they assign to, and local names are dropped. */
export function settleDeclarations(reading: SourceReading): TypeScriptDetail {
  const find = binderOf(reading);
  for (const assignment of reading.assignments) assign(reading, assignment, find);
  const { scopes, declarations, calls, exports } = reading;
  const mentions = reading.mentions.filter(({ name, scope }) =>
    isWorthAnEdge(declarations, find, name, scope),
  );
  return { scopes, declarations, calls, mentions, exports };
}

/** A name that is local to a function, or that no scope knows, leads nowhere. */
function isWorthAnEdge(
  declarations: readonly Declaration[],
  find: Binder,
  name: string,
  scope: number,
): boolean {
  const found = find(firstNamePart(name), scope);
  return found.some((index) => {
    const { symbol, kind, values } = declarations[index]!;
    return (
      symbol !== undefined || kind === 'import' || (values?.[0]?.[0] === 'module' && kind === 'variable')
    );
  });
}

function assign(reading: SourceReading, { to, name, value, scope }: Assignment, find: Binder): void {
  const { declarations } = reading;
  if (to[0] === 'name' && name === '') {
    const variable = declarations[find(to[1], scope)[0] ?? -1];
    if (variable?.kind !== 'variable' || variable.type || variable.path || variable.each) return;
    if ((variable.values?.length ?? 0) < 4) variable.values = [...(variable.values ?? []), value];
    return;
  }
  const owner = ownerOf(reading, to, scope, find);
  if (!owner) return;
  const members = owner.declaration.members ?? [];
  owner.declaration.members = members;
  const known = members.find((member) => declarations[member]!.name === name);
  if (known !== undefined) {
    const member = declarations[known]!;
    if (member.kind === 'field' && !member.type && !member.getter && (member.values?.length ?? 0) < 4) {
      member.values = [...(member.values ?? []), value];
      // What is assigned in a method is understood there.
      if (member.values.length === 1) member.at = scope;
    }
    return;
  }
  const assigned = value[0] === 'declared' ? declarations[value[1]]! : undefined;
  const isStatic = owner.static ? { static: true as const } : {};
  if (assigned?.symbol !== undefined && assigned.scope === -1) {
    members.push((value as ['declared', number])[1]);
    Object.assign(assigned, { name }, isStatic);
  } else members.push(declareMember(reading, 'field', name, { values: [value], at: scope, ...isStatic }));
}

interface MemberOwner {
  declaration: Declaration;
  static: boolean;
}

/** What gets a member by `this.name = …`, `Name.prototype.name = …` or `Name.name = …`. */
function ownerOf(
  { declarations }: SourceReading,
  to: Assignment['to'],
  scope: number,
  find: Binder,
): MemberOwner | undefined {
  if (to[0] === 'this') return { declaration: declarations[to[1]]!, static: to[2] };
  const isPrototype = to[0] === 'member' && to[2] === 'prototype';
  const name = isPrototype ? to[1] : to;
  if (name[0] !== 'name') return undefined;
  const found = declarations[find(name[1], scope)[0] ?? -1];
  if (!found) return undefined;
  if (found.kind === 'class' || found.kind === 'function')
    return { declaration: found, static: !isPrototype };
  const [value] = found.values ?? [];
  const object = found.kind === 'variable' && value?.[0] === 'declared' ? declarations[value[1]] : undefined;
  return object?.kind === 'object' ? { declaration: object, static: false } : undefined;
}
