import type { Syntax } from '../syntax.ts';
import { readClass } from './classes.ts';
import { readArrow, readFunctionExpression } from './functions.ts';
import { readJsxElement, readJsxFragment } from './jsx.ts';
import {
  closingAfter,
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

/** The expression of a number; what a list or an argument may hold besides has higher ones. */
export function readOne(which: number, at: number, field: Field): Syntax {
  switch (which) {
    case 0:
      return node(flag(at + 12) ? 'true' : 'false', field, at);
    case 1:
      return node('null', field, at);
    case 2:
    case 3:
      return node('number', field, at);
    case 4:
      return node('regex', field, at);
    case 5:
      return node('string', field, at);
    case 6:
      return readTemplate(at, field);
    case 7:
      return readIdentifier(at, field);
    case 8:
      return node('super', field, at);
    case 9:
      return readArray(at, field);
    case 10:
      return readArrow(at, field);
    case 11:
      return readAssignment(at, field);
    case 12:
      return node('await_expression', field, at, [readExpression(at + 16)]);
    case 13:
      return readPair('binary_expression', at, field, BINARY[tag(at + 12)] ?? NONE);
    case 14:
      return readCall(at, field);
    case 15:
      return readLink(at + 16, field);
    case 16:
      return readClass(at, field, 'class');
    case 17:
      return node('ternary_expression', field, at, [
        readExpression(at + 16, 'condition'),
        readExpression(at + 32, 'consequence'),
        readExpression(at + 48, 'alternative'),
      ]);
    case 18:
      return readFunctionExpression(at, field);
    case 19:
      return readImport(at, field);
    case 20:
      return readPair('binary_expression', at, field, LOGICAL[tag(at + 12)]!);
    case 21:
      return readNew(at, field);
    case 22:
      return readObject(at, field);
    case 23:
      return node('parenthesized_expression', field, at, [readExpression(at + 16)]);
    case 24:
      return node('sequence_expression', field, at, each(at + 16, 16, readExpression));
    case 25:
      return readTagged(at, field);
    case 26:
      return node('this', field, at);
    case 27:
      return node('unary_expression', field, at, [readExpression(at + 16, 'argument')]);
    case 28:
      return node('update_expression', field, at, [readTarget(at + 16, 'argument')]);
    case 29:
      return node('yield_expression', field, at, optionalExpression(at + 16, null));
    case 30:
      return node(
        'binary_expression',
        field,
        at,
        [node('private_property_identifier', 'left', at + 16), readExpression(at + 48, 'right')],
        IN,
      );
    case 31:
    case 32:
      return node('meta_property', field, at);
    case 33:
      return readJsxElement(at, field);
    case 34:
      return readJsxFragment(at, field);
    case 35:
      return readCast('as_expression', at, field);
    case 36:
      return readCast('satisfies_expression', at, field);
    case 37:
      return node('type_assertion', field, at, [
        leaf('type_arguments', null, start(at), end(target(at + 24))),
        readExpression(at + 32),
      ]);
    case 38:
      return node('non_null_expression', field, at, [readExpression(at + 16)]);
    case 39:
      return node('instantiation_expression', field, at, [
        readExpression(at + 16),
        node('type_arguments', 'type_arguments', target(at + 32)),
      ]);
    case 48:
      return node('subscript_expression', field, at, [
        readExpression(at + 16, 'object'),
        readExpression(at + 32, 'index'),
      ]);
    case 49:
      return node('member_expression', field, at, [
        readExpression(at + 16, 'object'),
        node('property_identifier', 'property', at + 32),
      ]);
    case 50:
      return node('member_expression', field, at, [
        readExpression(at + 16, 'object'),
        node('private_property_identifier', 'property', at + 32),
      ]);
    case 64:
      return readSpread(at, field);
    default:
      throw new Error(`No expression has the number ${which}.`);
  }
}

const IN = ['in'];
const BINARY: readonly (readonly string[] | undefined)[] = Object.assign([], {
  10: ['*'],
  20: IN,
  21: ['instanceof'],
});
const LOGICAL = [['||'], ['&&'], ['??']];

/** The grammars take the name of nothing for a word of the language. */
function readIdentifier(at: number, field: Field): Syntax {
  const isNothing = end(at) - start(at) === 9 && source.startsWith('undefined', start(at));
  return node(isNothing ? 'undefined' : 'identifier', field, at);
}

const readSpread = (at: number, field: Field): Syntax =>
  node('spread_element', field, at, [readExpression(at + 16)]);

/** Something of a list, an argument, or what stands in the braces of an element. */
const readElement = (at: number, field: Field): Syntax => readExpression(at, field);

const LEFT_OUT = 65;

function readArray(at: number, field: Field): Syntax {
  const kids: Syntax[] = [];
  const first = target(at + 16);
  const last = first + 16 * count16(at + 16);
  for (let element = first; element < last; element += 16)
    if (tag(element) !== LEFT_OUT) kids.push(readExpression(element));
  return node('array', field, at, kids);
}

const count16 = (at: number): number => target(at + 8);

function readPair(type: string, at: number, field: Field, said: readonly string[]): Syntax {
  return node(type, field, at, [readExpression(at + 16, 'left'), readExpression(at + 32, 'right')], said);
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
  args.kids = each(at, 16, readElement);
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
