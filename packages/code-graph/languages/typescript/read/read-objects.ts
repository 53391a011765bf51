import type { ExpectedType } from '../detail.ts';
import {
  addSymbol,
  declareMember,
  handMember,
  memberName,
  mentionName,
  nodeText,
  readInside,
  type SourceReading,
} from '../reading.ts';
import { child, type Syntax } from '../syntax.ts';
import { readMethod } from './read-classes.ts';
import { FUNCTIONS, readFunction } from './read-functions.ts';

/** Reads an object literal and gives its declaration. */
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
