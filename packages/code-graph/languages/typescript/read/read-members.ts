import type { Declaration, ExpectedType } from '../detail.ts';
import {
  addSymbol,
  declareMember,
  handMember,
  inScope,
  memberName,
  mentionName,
  nodeText,
  readAll,
  readInside,
  type SourceReading,
} from '../reading.ts';
import { child, childOf, type Syntax } from '../syntax.ts';
import { FUNCTIONS, readFunction } from './read-functions.ts';
import { readJsdoc } from './read-jsdoc.ts';
import { readType, readTypeParameters, readTypes } from './read-types.ts';

/** Reads what a class that has been declared extends, and its members. */
export function readClass(reading: SourceReading, node: Syntax, index: number): void {
  const declaration = reading.declarations[index]!;
  const around = { self: index, isStatic: false, symbol: declaration.symbol ?? reading.symbol };
  readInside(reading, around, () =>
    inScope(reading, () => {
      declaration.at = reading.scope;
      const parameters = readTypeParameters(reading, child(node, 'type_parameters'));
      if (parameters) declaration.typeParameters = parameters;
      const heritage = childOf(node, 'class_heritage');
      if (heritage) readHeritage(reading, heritage, declaration);
      declaration.members = [];
      for (const member of child(node, 'body')?.kids ?? []) readClassMember(reading, member, declaration);
    }),
  );
  for (const kid of node.kids) if (kid.type === 'decorator') reading.read(kid);
}

function readHeritage(reading: SourceReading, node: Syntax, declaration: Declaration): void {
  const clause = childOf(node, 'extends_clause');
  // In JavaScript the class extended stands there without a clause around it.
  const value = clause ? child(clause, 'value') : node.kids.find(({ type }) => type !== 'implements_clause');
  if (value) declaration.extends = reading.read(value);
  const types = clause && child(clause, 'type_arguments');
  if (value && types) {
    const name = nodeText(reading, value);
    if (/^[\w$.]+$/.test(name)) declaration.supers = [['name', name, readTypes(reading, types)]];
  }
  const implemented = childOf(node, 'implements_clause');
  if (implemented) declaration.supers = [...(declaration.supers ?? []), ...readTypes(reading, implemented)];
}

function readClassMember(reading: SourceReading, node: Syntax, declaration: Declaration): void {
  switch (node.type) {
    case 'method_definition':
    case 'method_signature':
    case 'abstract_method_signature':
      readMethod(reading, node, declaration);
      break;
    case 'public_field_definition':
    case 'field_definition':
      readField(reading, node, declaration);
      break;
    case 'class_static_block':
      inScope(reading, () => readAll(reading, child(node, 'body')?.kids ?? []), true);
      break;
    case 'index_signature':
      break;
    default:
      if (node.kids.length > 0) reading.read(node);
  }
}

function readMethod(reading: SourceReading, node: Syntax, owner: Declaration, of = -1): void {
  const key = child(node, 'name');
  if (!key) return;
  if (key.type === 'computed_property_name') reading.read(key);
  const name = memberName(reading, key);
  const getter = node.words.includes('get');
  const kind = getter || node.words.includes('set') ? 'field' : 'method';
  const symbol = addSymbol(reading, kind, name, node, key);
  const index = declareMember(reading, kind, name, {
    symbol,
    ...(getter && { getter: true as const }),
    ...(of !== -1 && { expected: { by: 'member', of, name } as const }),
    ...(node.words.includes('static') && { static: true as const }),
  });
  owner.members!.push(index);
  const isStatic = node.words.includes('static');
  readInside(reading, { symbol, isStatic }, () => readFunction(reading, node, index));
  if (name === 'constructor') declareParameterProperties(reading, node, owner, index);
}

function declareParameterProperties(
  reading: SourceReading,
  node: Syntax,
  owner: Declaration,
  method: number,
): void {
  const { parameters } = reading.declarations[method]!.signature!;
  (child(node, 'parameters')?.kids ?? [])
    .filter(({ type }) => type !== 'decorator')
    .forEach((kid, i) => {
      if (
        !kid.kids.some(({ type }) => type === 'accessibility_modifier' || type === 'override_modifier') &&
        !READONLY.test(nodeText(reading, kid))
      )
        return;
      const { name, type, at } = reading.declarations[parameters[i]!]!;
      const pattern = child(kid, 'pattern');
      if (!pattern || name === '') return;
      const symbol = readInside(reading, { symbol: owner.symbol ?? reading.symbol }, () =>
        addSymbol(reading, 'field', name, kid, pattern),
      );
      owner.members!.push(declareMember(reading, 'field', name, { symbol, at, ...(type && { type }) }));
    });
}

const READONLY = /^readonly\s/;

function readField(reading: SourceReading, node: Syntax, owner: Declaration): void {
  const key = child(node, 'name') ?? child(node, 'property');
  if (!key) return;
  if (key.type === 'computed_property_name') reading.read(key);
  const name = memberName(reading, key);
  const value = child(node, 'value');
  const annotation = child(node, 'type');
  const type = annotation ? readType(reading, annotation) : readJsdoc(reading, node.start)?.type;
  const isFunction = value && FUNCTIONS.has(value.type);
  const kind = isFunction ? 'method' : value?.type === 'class' ? 'class' : 'field';
  const symbol = addSymbol(reading, kind, name, node, key);
  const index = declareMember(reading, kind, name, {
    symbol,
    ...(type && { type }),
    ...(node.words.includes('static') && { static: true as const }),
  });
  owner.members!.push(index);
  readInside(reading, { symbol, isStatic: node.words.includes('static') }, () => {
    const declaration = reading.declarations[index]!;
    if (isFunction) {
      if (type) declaration.expected = { by: 'type', type };
      readFunction(reading, value, index);
    } else if (value) declaration.values = [reading.read(value, type ? { by: 'type', type } : undefined)];
    for (const kid of node.kids) if (kid.type === 'decorator') reading.read(kid);
  });
}

export function readObject(reading: SourceReading, node: Syntax, expected?: ExpectedType): number {
  const index = declareMember(reading, 'object', '', expected ? { members: [], expected } : { members: [] });
  for (const kid of node.kids) readPart(reading, kid, index);
  return index;
}

function readPart(reading: SourceReading, node: Syntax, of: number): void {
  const object = reading.declarations[of]!;
  switch (node.type) {
    case 'shorthand_property_identifier': {
      const name = nodeText(reading, node);
      mentionName(reading, 'value', name, node.start);
      object.members!.push(declareMember(reading, 'field', name, { values: [['name', name]] }));
      break;
    }
    case 'pair':
      readPair(reading, node, of);
      break;
    case 'method_definition':
      readInside(reading, { self: of, isStatic: false }, () => readMethod(reading, node, object, of));
      break;
    case 'spread_element':
      object.values = [...(object.values ?? []), reading.read(node.kids[0]!)];
      break;
    default:
      reading.read(node);
  }
}

function readPair(reading: SourceReading, node: Syntax, of: number): void {
  const object = reading.declarations[of]!;
  const key = child(node, 'key');
  const value = child(node, 'value');
  if (!key || !value) return;
  if (key.type === 'computed_property_name') reading.read(key);
  const name = memberName(reading, key);
  const expected: ExpectedType = { by: 'member', of, name };
  if (!FUNCTIONS.has(value.type)) {
    const values = [reading.read(value, expected)];
    handMember(reading, value, values[0]!);
    object.members!.push(declareMember(reading, 'field', name, { values }));
    return;
  }
  const symbol = addSymbol(reading, 'method', name, node, key);
  const index = declareMember(reading, 'method', name, { symbol, expected });
  object.members!.push(index);
  // An arrow function has no `this` of its own.
  const around = value.type === 'arrow_function' ? { symbol } : { symbol, self: of };
  readInside(reading, around, () => readFunction(reading, value, index, node));
}
