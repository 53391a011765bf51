import type { Declaration, Expression, TypeScriptDetail } from './detail.ts';
import { type Assignment, declareMember, type SourceReading } from './reading.ts';
import { type Binder, binderOf, firstNamePart } from './scopes.ts';

/** Does what had to wait until a whole file was read: assignments find what they assign to, and local names are dropped. */
export function settleDeclarations(reading: SourceReading): TypeScriptDetail {
  const find = binderOf(reading);
  // An assignment in a function is read before that of the function: what `this` is there is found out from the last on.
  for (const assignment of reading.assignments.toReversed()) receive(reading, assignment, find);
  for (const assignment of reading.assignments) assign(reading, assignment, find);
  assignExports(reading, find);
  const { scopes, declarations, calls, exports } = reading;
  const mentions = reading.mentions.filter(({ name, scope }) =>
    isWorthAnEdge(declarations, find, name, scope),
  );
  const handed = reading.handed.filter(({ callee, scope }) => isKnownHere(callee, scope, find));
  return { scopes, declarations, calls, mentions, handed, exports };
}

/** `module.exports = Cart; module.exports.empty = …`: what has the whole module has that member too. */
function assignExports(reading: SourceReading, find: Binder): void {
  const all = reading.exports.find((each) => each.kind === 'all');
  if (!all) return;
  for (const each of reading.exports) {
    if (each.kind !== 'value' || each.name === 'default') continue;
    const assignment = { to: all.value, name: each.name, value: each.value, scope: each.scope };
    receive(reading, assignment, find);
    assign(reading, assignment, find);
  }
}

/** Members of the platform's own objects lead nowhere. */
function isKnownHere(value: Expression, scope: number, find: Binder): boolean {
  let at = value;
  while (at[0] === 'member') at = at[1];
  return at[0] === 'name' ? find(at[1], scope).length > 0 : at[0] !== 'unknown';
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

/** Says of a function that is assigned to a member, or of an object that is a prototype, what `this` is in it. */
function receive(reading: SourceReading, { to, name, value, scope }: Assignment, find: Binder): void {
  const made = value[0] === 'declared' ? reading.declarations[value[1]]! : undefined;
  if (name === '' || !made || (made.kind !== 'function' && name !== 'prototype')) return;
  const owner = ownerOf(reading, to, scope, find);
  if (owner && owner.declaration !== made) made.receiver = owner.index;
}

function assign(reading: SourceReading, { to, name, value, scope }: Assignment, find: Binder): void {
  const { declarations } = reading;
  if (to[0] === 'name' && name === '') {
    const variable = declarations[find(to[1], scope)[0] ?? -1];
    if (variable?.kind !== 'variable' || variable.type || variable.path || variable.each) return;
    if ((variable.values?.length ?? 0) < 4) variable.values = [...(variable.values ?? []), value];
    return;
  }
  if (isExports(reading, to, scope, find)) reading.exports.push({ kind: 'value', name, value, scope });
  const owner = ownerOf(reading, to, scope, find);
  if (!owner) return;
  const made = value[0] === 'declared' ? declarations[value[1]]! : undefined;
  if (name === 'prototype' && owner.declaration.kind === 'function' && made?.kind === 'object') {
    owner.declaration.members = [...(owner.declaration.members ?? []), ...(made.members ?? [])];
    return;
  }
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
  const isStatic = owner.static ? { static: true as const } : {};
  if (made?.symbol !== undefined && made.scope === -1) {
    members.push((value as ['declared', number])[1]);
    Object.assign(made, { name }, isStatic);
  } else members.push(declareMember(reading, 'field', name, { values: [value], at: scope, ...isStatic }));
}

/** `const cart = exports` or `= module.exports`: what is assigned to its members is exported. */
function isExports({ declarations }: SourceReading, to: Expression, scope: number, find: Binder): boolean {
  const [value] = to[0] === 'name' ? (declarations[find(to[1], scope)[0] ?? -1]?.values ?? []) : [];
  if (value?.[0] === 'name') return value[1] === 'exports';
  return (
    value?.[0] === 'member' && value[2] === 'exports' && value[1][0] === 'name' && value[1][1] === 'module'
  );
}

interface MemberOwner {
  index: number;
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
  const owning = (index: number, isStatic: boolean): MemberOwner | undefined => {
    const declaration = declarations[index];
    return declaration && { index, declaration, static: isStatic };
  };
  if (to[0] === 'this') return owning(declarations[to[1]]?.receiver ?? to[1], to[2]);
  if (to[0] === 'declared') return owning(to[1], declarations[to[1]]?.kind !== 'object');
  const isPrototype = to[0] === 'member' && to[2] === 'prototype';
  const name = isPrototype ? to[1] : to;
  if (name[0] !== 'name') return undefined;
  const index = find(name[1], scope)[0] ?? -1;
  const found = declarations[index];
  if (!found) return undefined;
  if (found.kind === 'class' || found.kind === 'function') return owning(index, !isPrototype);
  const [value] = found.values ?? [];
  const object = found.kind === 'variable' && value?.[0] === 'declared' ? value[1] : -1;
  return declarations[object]?.kind === 'object' ? owning(object, false) : undefined;
}
