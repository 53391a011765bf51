import type { Syntax } from '../syntax.ts';
import { optionalExpression, readExpression, readOne } from './expressions.ts';
import { each, type Field, flag, leadsNowhere, NOTHING, node, tag, target } from './memory.ts';
import { readKey } from './objects.ts';

/** What a declaration binds: a name, or names taken out of a value. */
export function readBinding(at: number, field: Field = null): Syntax {
  const pattern = target(at + 8);
  switch (tag(at)) {
    case 0:
      return node('identifier', field, pattern);
    case 1:
      return readObjectPattern(pattern, field, 48, readBindingProperty, readBindingRest);
    case 2:
      return readArrayPattern(pattern, field, readBinding, readBindingRest);
    default:
      return node('assignment_pattern', field, pattern, [
        readBinding(pattern + 16, 'left'),
        readExpression(pattern + 32, 'right'),
      ]);
  }
}

type Read = (at: number, field: Field) => Syntax;

function readObjectPattern(at: number, field: Field, size: number, property: Read, rest: Read): Syntax {
  const kids = each(at + 16, size, property);
  if (!leadsNowhere(at + 40)) kids.push(rest(target(at + 40), null));
  return node('object_pattern', field, at, kids);
}

/** Elements may be left out. */
function readArrayPattern(at: number, field: Field, element: Read, rest: Read): Syntax {
  const kids: Syntax[] = [];
  const first = target(at + 16);
  const last = first + 16 * target(at + 24);
  for (let each = first; each < last; each += 16) if (tag(each) !== NOTHING) kids.push(element(each, null));
  if (!leadsNowhere(at + 40)) kids.push(rest(target(at + 40), null));
  return node('array_pattern', field, at, kids);
}

const readBindingRest = (at: number, field: Field): Syntax =>
  node('rest_pattern', field, at, [readBinding(at + 16)]);

const WITH_DEFAULT = 3;

function readBindingProperty(at: number, field: Field): Syntax {
  if (!flag(at + 12))
    return node('pair_pattern', field, at, [
      readKey(at + 16, 'key', flag(at + 13)),
      readBinding(at + 32, 'value'),
    ]);
  if (tag(at + 32) !== WITH_DEFAULT) return node('shorthand_property_identifier_pattern', field, at);
  const value = target(at + 40);
  return node('object_assignment_pattern', field, at, [
    node('shorthand_property_identifier_pattern', 'left', target(value + 24)),
    readExpression(value + 32, 'right'),
  ]);
}

/** What a value is assigned to. */
export function readTarget(at: number, field: Field = null): Syntax {
  const which = tag(at);
  const to = target(at + 8);
  switch (which) {
    case 0:
      return readOne(NAME, to, field);
    case 1:
      return readOne(AS, to, field);
    case 2:
      return readOne(SATISFIES, to, field);
    case 3:
      return readOne(NOT_NULL, to, field);
    case 4:
      return readOne(ASSERTION, to, field);
    case 8:
      return readArrayPattern(to, field, readTarget, readTargetRest);
    case 9:
      return readObjectPattern(to, field, 16, readTargetProperty, readTargetRest);
    case 16:
      return node('assignment_pattern', field, to, [
        readTarget(to + 16, 'left'),
        readExpression(to + 32, 'right'),
      ]);
    default:
      return readOne(which, to, field);
  }
}

const [NAME, AS, SATISFIES, NOT_NULL, ASSERTION] = [7, 35, 36, 38, 37] as const;

const readTargetRest = (at: number, field: Field): Syntax =>
  node('rest_pattern', field, at, [readTarget(at + 16)]);

function readTargetProperty(at: number, field: Field): Syntax {
  const property = target(at + 8);
  if (tag(at) === 1)
    return node('pair_pattern', field, property, [
      readKey(property + 16, 'key', flag(property + 12)),
      readTarget(property + 32, 'value'),
    ]);
  const [value] = optionalExpression(property + 48, 'right');
  if (!value) return node('shorthand_property_identifier_pattern', field, property);
  return node('object_assignment_pattern', field, property, [
    node('shorthand_property_identifier_pattern', 'left', property + 16),
    value,
  ]);
}
