import type { Syntax } from '../syntax.ts';
import { readExpression, readOne } from './expressions.ts';
import { readMethodOf } from './functions.ts';
import { closingAfter, each, type Field, flag, leaf, node, openingBefore, tag, target } from './memory.ts';

export const readObject = (at: number, field: Field): Syntax =>
  node('object', field, at, each(at + 16, 16, readPart));

function readPart(at: number, field: Field): Syntax {
  const part = target(at + 8);
  return tag(at) === 1 ? readOne(SPREAD, part, field) : readProperty(part, field);
}

const SPREAD = 64;

function readProperty(at: number, field: Field): Syntax {
  const kind = tag(at + 12);
  const key = at + 16;
  const isComputed = flag(at + 15);
  if (kind !== 0 || flag(at + 13)) {
    const words = kind === 1 ? ['get'] : kind === 2 ? ['set'] : [];
    const method = node('method_definition', field, at, [readKey(key, 'name', isComputed)], words);
    return readMethodOf(method, target(at + 40));
  }
  if (flag(at + 14)) return node('shorthand_property_identifier', field, at);
  return node('pair', field, at, [readKey(key, 'key', isComputed), readExpression(at + 32, 'value')]);
}

/** The name of a property or a member. */
export function readKey(at: number, field: Field, isComputed: boolean): Syntax {
  const key = target(at + 8);
  if (!isComputed) {
    const which = tag(at);
    if (which === NAME) return node('property_identifier', field, key);
    if (which === PRIVATE) return node('private_property_identifier', field, key);
    return readOne(which, key, field);
  }
  const value = readExpression(at);
  const whole = leaf(
    'computed_property_name',
    field,
    openingBefore('[', value.start),
    closingAfter(']', value.end),
  );
  whole.kids = [value];
  return whole;
}

const NAME = 64;
const PRIVATE = 65;
