import type { Syntax } from '../syntax.ts';
import { readClass } from './classes.ts';
import { readArrow, readFunctionExpression } from './functions.ts';
import { readJsxElement, readJsxFragment } from './jsx.ts';
import {
  closingAfter,
  count,
  each,
  end,
  type Field,
  flag,
  leadsNowhere,
  leaf,
  NONE,
  NOTHING,
  node,
  openingBefore,
  source,
  start,
  stepIn,
  stepOut,
  tag,
  target,
} from './memory.ts';
import { readObject } from './objects.ts';
import { readTarget } from './patterns.ts';
import { typeLeaf } from './types.ts';

/** An expression from the place that says which one it is, and where. */
export function readExpression(at: number, field: Field = null): Syntax {
  stepIn();
  const read = readOne(tag(at), target(at + 8), field);
  stepOut();
  return read;
}

/** An expression that may not be there. */
export const optionalExpression = (at: number, field: Field): Syntax[] =>
  tag(at) === NOTHING ? NONE : [readExpression(at, field)];

type Read = (at: number, field: Field) => Syntax;

/** The expression of a number; what a list or an argument may hold besides has higher ones. */
export function readOne(which: number, at: number, field: Field): Syntax {
  return READERS[which]!(at, field);
}

const simply =
  (type: string): Read =>
  (at, field) =>
    node(type, field, at);

const withValue =
  (type: string): Read =>
  (at, field) =>
    node(type, field, at, [readExpression(at + 16)]);

const IN = ['in'];
const BINARY: readonly (readonly string[] | undefined)[] = Object.assign([], {
  10: ['*'],
  20: IN,
  21: ['instanceof'],
});
const LOGICAL = [['||'], ['&&'], ['??']];

// A table and not a list of cases: what a rare one needs must not spoil what was made quick for the others.
const READERS: readonly Read[] = Object.assign([], {
  0: (at: number, field: Field) => node(flag(at + 12) ? 'true' : 'false', field, at),
  1: simply('null'),
  2: simply('number'),
  3: simply('number'),
  4: simply('regex'),
  5: simply('string'),
  6: readTemplate,
  7: readIdentifier,
  8: simply('super'),
  9: readArray,
  10: (at: number, field: Field) => readArrow(at, field),
  11: readAssignment,
  12: withValue('await_expression'),
  13: (at: number, field: Field) => readPair(at, field, BINARY[tag(at + 12)] ?? NONE),
  14: readCall,
  15: (at: number, field: Field) => readLink(at + 16, field),
  16: (at: number, field: Field) => readClass(at, field, 'class'),
  17: readTernary,
  18: (at: number, field: Field) => readFunctionExpression(at, field),
  19: readImport,
  20: (at: number, field: Field) => readPair(at, field, LOGICAL[tag(at + 12)]!),
  21: readNew,
  22: (at: number, field: Field) => readObject(at, field),
  23: withValue('parenthesized_expression'),
  24: (at: number, field: Field) => node('sequence_expression', field, at, each(at + 16, 16, readExpression)),
  25: readTagged,
  26: simply('this'),
  27: (at: number, field: Field) =>
    node('unary_expression', field, at, [readExpression(at + 16, 'argument')]),
  28: (at: number, field: Field) => node('update_expression', field, at, [readTarget(at + 16, 'argument')]),
  29: (at: number, field: Field) => node('yield_expression', field, at, optionalExpression(at + 16, null)),
  30: readPrivateIn,
  31: simply('meta_property'),
  32: simply('meta_property'),
  33: (at: number, field: Field) => readJsxElement(at, field),
  34: (at: number, field: Field) => readJsxFragment(at, field),
  35: (at: number, field: Field) => readCast('as_expression', at, field),
  36: (at: number, field: Field) => readCast('satisfies_expression', at, field),
  37: readAssertion,
  38: withValue('non_null_expression'),
  39: readInstantiation,
  48: readSubscript,
  49: (at: number, field: Field) => readMember('property_identifier', at, field),
  50: (at: number, field: Field) => readMember('private_property_identifier', at, field),
  64: withValue('spread_element'),
} satisfies Record<number, Read>);

function readTernary(at: number, field: Field): Syntax {
  return node('ternary_expression', field, at, [
    readExpression(at + 16, 'condition'),
    readExpression(at + 32, 'consequence'),
    readExpression(at + 48, 'alternative'),
  ]);
}

function readPrivateIn(at: number, field: Field): Syntax {
  const kids = [node('private_property_identifier', 'left', at + 16), readExpression(at + 48, 'right')];
  return node('binary_expression', field, at, kids, IN);
}

/** `<Type>value`. */
function readAssertion(at: number, field: Field): Syntax {
  return node('type_assertion', field, at, [
    leaf('type_arguments', null, start(at), end(target(at + 24))),
    readExpression(at + 32),
  ]);
}

function readInstantiation(at: number, field: Field): Syntax {
  return node('instantiation_expression', field, at, [
    readExpression(at + 16),
    node('type_arguments', 'type_arguments', target(at + 32)),
  ]);
}

function readSubscript(at: number, field: Field): Syntax {
  return node('subscript_expression', field, at, [
    readExpression(at + 16, 'object'),
    readExpression(at + 32, 'index'),
  ]);
}

function readMember(type: string, at: number, field: Field): Syntax {
  return node('member_expression', field, at, [
    readExpression(at + 16, 'object'),
    node(type, 'property', at + 32),
  ]);
}

/** The grammars take the name of nothing for a word of the language. */
function readIdentifier(at: number, field: Field): Syntax {
  const isNothing = end(at) - start(at) === 9 && source.startsWith('undefined', start(at));
  return node(isNothing ? 'undefined' : 'identifier', field, at);
}

const LEFT_OUT = 65;

function readArray(at: number, field: Field): Syntax {
  const kids: Syntax[] = [];
  const first = target(at + 16);
  const last = first + 16 * count(at + 16);
  for (let element = first; element < last; element += 16)
    if (tag(element) !== LEFT_OUT) kids.push(readExpression(element));
  return node('array', field, at, kids);
}

function readPair(at: number, field: Field, said: readonly string[]): Syntax {
  const kids = [readExpression(at + 16, 'left'), readExpression(at + 32, 'right')];
  return node('binary_expression', field, at, kids, said);
}

function readAssignment(at: number, field: Field): Syntax {
  const type = tag(at + 12) === 0 ? 'assignment_expression' : 'augmented_assignment_expression';
  return node(type, field, at, [readTarget(at + 16, 'left'), readExpression(at + 32, 'right')]);
}

function readCast(type: string, at: number, field: Field): Syntax {
  return node(type, field, at, [readExpression(at + 16), typeLeaf(at + 32, null)]);
}

/** What a chain of `?.` ends with. */
function readLink(at: number, field: Field): Syntax {
  const which = tag(at);
  return readOne(which === 0 ? 14 : which === 1 ? 38 : which, target(at + 8), field);
}

function readCall(at: number, field: Field): Syntax {
  const kids = [readExpression(at + 16, 'function')];
  pushTypeArguments(kids, at + 32);
  const { end: before } = kids.at(-1)!;
  kids.push(argumentsOf(at + 40, before, end(at)));
  return node('call_expression', field, at, kids);
}

function readNew(at: number, field: Field): Syntax {
  const kids = [readExpression(at + 16, 'constructor')];
  pushTypeArguments(kids, at + 32);
  const { end: before } = kids.at(-1)!;
  if (before < end(at)) kids.push(argumentsOf(at + 40, before, end(at)));
  return node('new_expression', field, at, kids);
}

export function pushTypeArguments(kids: Syntax[], at: number): void {
  if (!leadsNowhere(at)) kids.push(node('type_arguments', 'type_arguments', target(at)));
}

function argumentsOf(at: number, from: number, to: number): Syntax {
  const args = leaf('arguments', 'arguments', from, to);
  args.kids = each(at, 16, readExpression);
  return args;
}

/** `import('…')`. */
function readImport(at: number, field: Field): Syntax {
  const word = start(at) + 'import'.length;
  const args = leaf('arguments', 'arguments', word, end(at));
  args.kids = [readExpression(at + 16), ...optionalExpression(at + 32, null)];
  return node('call_expression', field, at, [leaf('import', 'function', start(at), word), args]);
}

function readTagged(at: number, field: Field): Syntax {
  const kids = [readExpression(at + 16, 'function')];
  pushTypeArguments(kids, at + 32);
  kids.push(readTemplate(at + 40, 'arguments'));
  return node('call_expression', field, at, kids);
}

export function readTemplate(at: number, field: Field): Syntax {
  const kids: Syntax[] = each(at + 40, 16, (inner) => {
    const value = readExpression(inner);
    const whole = leaf('template_substitution', null, value.start - 2, value.end + 1);
    whole.kids = [value];
    return whole;
  });
  return node('template_string', field, at, kids);
}

/** What stands in parentheses that belong to a statement. */
export function parenthesized(at: number, field: Field): Syntax {
  const value = readExpression(at);
  const whole = leaf(
    'parenthesized_expression',
    field,
    openingBefore('(', value.start),
    closingAfter(')', value.end),
  );
  whole.kids = [value];
  return whole;
}
