import type { Syntax } from '../syntax.ts';
import { readExpression, readOne } from './expressions.ts';
import {
  each,
  type Field,
  flag,
  isNameless,
  javascript,
  leadsNowhere,
  leaf,
  NONE,
  NOTHING,
  node,
  source,
  start,
  tag,
  target,
  textFrom,
} from './memory.ts';
import { readBinding } from './patterns.ts';
import { pushDirectives, readBlock, readStatement } from './statements.ts';
import { pushAnnotation, pushTypeParameters } from './types.ts';

/** A function that stands where a value may. */
export const readFunctionExpression = (at: number, field: Field): Syntax =>
  readFunction(at, field, flag(at + 89) ? 'generator_function' : 'function_expression');

/** A function that is declared; one without a body is only its signature. */
export function readFunctionDeclaration(at: number, field: Field): Syntax {
  const type = leadsNowhere(at + 80)
    ? 'function_signature'
    : flag(at + 89)
      ? 'generator_function_declaration'
      : 'function_declaration';
  return readFunction(at, field, type);
}

function readFunction(at: number, field: Field, type: string): Syntax {
  const whole = node(type, field, at, []);
  if (!isNameless(at + 16)) whole.kids.push(node('identifier', 'name', at + 16));
  return readMethodOf(whole, at);
}

/** Gives a node the head and the body of a function. */
export function readMethodOf(whole: Syntax, at: number): Syntax {
  const { kids } = whole;
  const isAsync = flag(at + 90);
  const isGenerator = flag(at + 89);
  if (isAsync || isGenerator)
    whole.words = [...whole.words, ...(isAsync ? ['async'] : []), ...(isGenerator ? ['*'] : [])];
  pushTypeParameters(kids, at + 48);
  const self = leadsNowhere(at + 56) ? undefined : target(at + 56);
  kids.push(readParameters(target(at + 64), kids.at(-1)?.end ?? whole.start, self));
  pushAnnotation(kids, at + 72, 'return_type');
  if (!leadsNowhere(at + 80)) kids.push(readFunctionBody(target(at + 80), 'body'));
  return whole;
}

function readFunctionBody(at: number, field: Field): Syntax {
  const kids: Syntax[] = [];
  pushDirectives(kids, at + 16);
  return readBlock(at, field, each(at + 40, 16, readStatement, kids));
}

const BLOCK = 64;

export function readArrow(at: number, field: Field): Syntax {
  const kids: Syntax[] = [];
  pushTypeParameters(kids, at + 16);
  kids.push(readArrowParameters(at, kids[0]));
  pushAnnotation(kids, at + 32, 'return_type');
  const body = target(at + 48);
  kids.push(tag(at + 40) === BLOCK ? readFunctionBody(body, 'body') : readOne(tag(at + 40), body, 'body'));
  return node('arrow_function', field, at, kids, flag(at + 56) ? ASYNC : NONE);
}

const ASYNC = ['async'];
const PARENTHESIS = 40;

/** The only parameter of an arrow function may stand without parentheses. */
function readArrowParameters(at: number, types: Syntax | undefined): Syntax {
  const isAsync = flag(at + 56);
  const from = types?.end ?? start(at) + (isAsync ? 'async'.length : 0);
  const list = target(at + 24);
  if (source.charCodeAt(isAsync ? textFrom(from) : from) === PARENTHESIS || types)
    return readParameters(list, from);
  return readBinding(target(list + 16) + 40, 'parameter');
}

/** Where parameters begin and end is counted in bytes by oxc, unlike all else: it is taken from what is around. */
function readParameters(at: number, from: number, self?: number): Syntax {
  const kids: Syntax[] = [];
  if (self !== undefined) {
    const parts = [leaf('this', 'pattern', start(self), start(self) + 'this'.length)];
    pushAnnotation(parts, self + 24, 'type');
    kids.push(node('required_parameter', null, self, parts));
  }
  each(at + 16, 72, readParameter, kids);
  if (!leadsNowhere(at + 40)) kids.push(readRest(target(at + 40)));
  const open = textFrom(from);
  const whole = leaf('formal_parameters', 'parameters', open, pastParenthesis(kids.at(-1)?.end ?? open + 1));
  whole.kids = kids;
  return whole;
}

const COMMA = 44;

function pastParenthesis(from: number): number {
  const at = textFrom(from);
  return (source.charCodeAt(at) === COMMA ? textFrom(at + 1) : at) + 1;
}

function readParameter(at: number, field: Field): Syntax {
  const value = target(at + 64);
  if (javascript) {
    const pattern = at + 40;
    if (leadsNowhere(at + 64)) return readBinding(pattern, field);
    return node('assignment_pattern', field, at, [
      readBinding(pattern, 'left'),
      readExpression(value, 'right'),
    ]);
  }
  const kids = each(at + 16, 32, readDecorator);
  if (tag(at + 13) !== NOTHING) kids.push(leaf('accessibility_modifier', null, start(at), start(at)));
  if (flag(at + 15)) kids.push(leaf('override_modifier', null, start(at), start(at)));
  kids.push(readBinding(at + 40, 'pattern'));
  pushAnnotation(kids, at + 56, 'type');
  if (!leadsNowhere(at + 64)) kids.push(readExpression(value, 'value'));
  return node(flag(at + 12) ? 'optional_parameter' : 'required_parameter', field, at, kids);
}

export const readDecorator = (at: number, field: Field): Syntax =>
  node('decorator', field, at, [readExpression(at + 16)]);

function readRest(at: number): Syntax {
  const rest = node('rest_pattern', javascript ? null : 'pattern', at + 40, [readBinding(at + 56)]);
  if (javascript) return rest;
  const kids = each(at + 16, 32, readDecorator);
  kids.push(rest);
  pushAnnotation(kids, at + 72, 'type');
  const whole = leaf('required_parameter', null, kids[0]!.start, kids.at(-1)!.end);
  whole.kids = kids;
  return whole;
}
