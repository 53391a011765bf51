import type { Expression } from '../detail.ts';
import {
  addDeclaration,
  addSymbol,
  declareMember,
  handMember,
  inScope,
  nodeText,
  readInside,
  type SourceReading,
} from '../reading.ts';
import { child, type Syntax } from '../syntax.ts';
import { FUNCTIONS, readFunction } from './read-functions.ts';
import { readJsdoc } from './read-jsdoc.ts';
import { readClass } from './read-members.ts';

/** Reads `left = right`: it may give a variable its value, a class a member, or a module an export. */
export function readAssignment(reading: SourceReading, node: Syntax): Expression {
  const left = child(node, 'left');
  const right = child(node, 'right');
  if (!left || !right) return ['unknown'];
  const member = left.type === 'member_expression' ? child(left, 'property') : undefined;
  const object = member && child(left, 'object');
  if (!object) {
    const value = reading.read(right);
    if (left.type === 'identifier') note(reading, ['name', nodeText(reading, left)], '', value);
    else reading.read(left);
    return value;
  }
  const name = nodeText(reading, member);
  const owner = nodeText(reading, object);
  const named = FUNCTIONS.has(right.type) || right.type === 'class';
  const value = named
    ? readDeclared(reading, { node, right, name, nameAt: member.start, owner })
    : assignedValue(reading, node, right);
  handMember(reading, right, value);
  if (owner === 'module' && name === 'exports') exportAll(reading, value);
  else if (owner === 'exports' || owner === 'module.exports')
    reading.exports.push({ kind: 'value', name, value, scope: reading.scope });
  else note(reading, reading.read(object), name, value);
  return value;
}

function assignedValue(reading: SourceReading, node: Syntax, right: Syntax): Expression {
  const type = readJsdoc(reading, node.start)?.type;
  const value = reading.read(right, type && { by: 'type', type });
  // `typeof Cart` says no more than the value.
  return type && type[0] !== 'typeof' ? ['either', [['as', type], value]] : value;
}

function note(reading: SourceReading, to: Expression, name: string, value: Expression): void {
  reading.assignments.push({ to, name, value, scope: reading.scope });
}

/** `module.exports = { … }` exports the members as well. */
function exportAll(reading: SourceReading, value: Expression): void {
  reading.exports.push({ kind: 'all', value, scope: reading.scope });
}

interface AssignmentNode {
  node: Syntax;
  right: Syntax;
  name: string;
  nameAt: number;
  /** What the name is assigned to, as it is written. */
  owner: string;
}

function readDeclared(
  reading: SourceReading,
  { node, right, name, nameAt, owner }: AssignmentNode,
): Expression {
  const isClass = right.type === 'class';
  const key = child(right, 'name');
  const known = name === 'exports' ? (key ? nodeText(reading, key) : 'default') : name;
  const kind = isClass ? 'class' : 'function';
  const symbol = readInside(reading, { symbol: ownerOf(reading, owner) }, () =>
    addSymbol(reading, kind, known, node, { start: nameAt }, name === 'exports'),
  );
  const index = declareMember(reading, kind, known, { symbol });
  // What it is assigned to is known once the whole file is read.
  const own = right.type === 'arrow_function' ? {} : { self: index, isStatic: false };
  const read = (): void =>
    isClass ? readClass(reading, right, index) : readFunction(reading, right, index, node);
  readInside(reading, { symbol, ...own }, () =>
    inScope(reading, () => {
      // It knows itself by its own name, whatever it is assigned to.
      if (key) addDeclaration(reading, 'variable', nodeText(reading, key), { values: [['declared', index]] });
      read();
    }),
  );
  return ['declared', index];
}

/** The symbol that a member is assigned to: `Cart` of `Cart.prototype.add = …` and of `Cart.of = …`; else the one around. */
function ownerOf({ symbols, symbol }: SourceReading, owner: string): number {
  const named = owners.get(symbols) ?? { upTo: 0, byName: new Map<string, number>() };
  owners.set(symbols, named);
  for (; named.upTo < symbols.length; named.upTo++) {
    const { kind, name } = symbols[named.upTo]!;
    if (kind === 'function' || kind === 'class') named.byName.set(name, named.upTo);
  }
  const found = named.byName.get(owner.replace(/\.prototype$/, ''));
  return found !== undefined && symbols[found]!.parent === symbol ? found : symbol;
}

/** Functions and classes of a file by name, as far as they were read: looking through all each time is quadratic. */
const owners = new WeakMap<readonly object[], { upTo: number; byName: Map<string, number> }>();
