import type { Syntax } from '../syntax.ts';
import { optionalExpression, pushTypeArguments, readExpression } from './expressions.ts';
import { readDecorator, readMethodOf } from './functions.ts';
import {
  count,
  each,
  end,
  type Field,
  flag,
  isNameless,
  javascript,
  leadsNowhere,
  leaf,
  NOTHING,
  node,
  source,
  start,
  tag,
  target,
  textFrom,
} from './memory.ts';
import { readKey } from './objects.ts';
import { readBlock, readStatement } from './statements.ts';
import { pushAnnotation, pushTypeParameters } from './types.ts';

/** A class of either kind. */
export function readClass(at: number, field: Field, type: string): Syntax {
  const kids = each(at + 16, 32, readDecorator);
  if (!isNameless(at + 40)) kids.push(node('identifier', 'name', at + 40));
  pushTypeParameters(kids, at + 72);
  pushHeritage(kids, at);
  const body = target(at + 128);
  kids.push(node('class_body', 'body', body, readMembers(body + 16)));
  return node(type, field, at, kids);
}

function pushHeritage(kids: Syntax[], at: number): void {
  const clauses: Syntax[] = [];
  if (tag(at + 80) !== NOTHING) {
    const parts = [readExpression(at + 80, 'value')];
    pushTypeArguments(parts, at + 96);
    clauses.push(around('extends_clause', parts));
  }
  const implemented = count(at + 104);
  if (implemented > 0) {
    const first = target(at + 104);
    clauses.push(leaf('implements_clause', null, start(first), end(first + 40 * (implemented - 1))));
  }
  if (clauses.length > 0) kids.push(around('class_heritage', clauses));
}

function around(type: string, kids: Syntax[]): Syntax {
  const whole = leaf(type, null, kids[0]!.start, kids.at(-1)!.end);
  whole.kids = kids;
  return whole;
}

function readMembers(at: number): Syntax[] {
  const kids: Syntax[] = [];
  const first = target(at);
  const last = first + 16 * count(at);
  for (let each = first; each < last; each += 16) pushMember(kids, tag(each), target(each + 8));
  return kids;
}

function pushMember(kids: Syntax[], which: number, at: number): void {
  if (which === 0) kids.push(readStaticBlock(at));
  else if (which === 1) pushMethod(kids, at);
  else if (which === 4) kids.push(node('index_signature', null, at));
  else kids.push(readField(at));
}

function readStaticBlock(at: number): Syntax {
  const body = readBlock(at, 'body', each(at + 16, 16, readStatement));
  body.start = source.indexOf('{', body.start);
  return node('class_static_block', null, at, [body], STATIC);
}

const STATIC = ['static'];
const KINDS = [[], [], ['get'], ['set']];

function pushMethod(kids: Syntax[], at: number): void {
  const decorators = each(at + 16, 32, readDecorator);
  const fn = target(at + 56);
  const words = KINDS[tag(at + 13)]!;
  const hasBody = !leadsNowhere(fn + 80);
  const isAbstract = tag(at + 12) === 1;
  const type = hasBody ? 'method_definition' : isAbstract ? 'abstract_method_signature' : 'method_signature';
  const whole = node(type, null, at, [], flag(at + 15) ? [...STATIC, ...words] : words);
  // In TypeScript decorators stand beside a method, in JavaScript in it.
  if (decorators.length > 0 && !javascript) {
    kids.push(...decorators);
    whole.start = textFrom(decorators.at(-1)!.end);
  } else whole.kids.push(...decorators);
  whole.kids.push(readKey(at + 40, 'name', flag(at + 14)));
  readMethodOf(whole, fn);
  // Without the semicolon.
  if (!hasBody) whole.end = withoutSemicolon(whole.end);
  kids.push(whole);
}

function withoutSemicolon(at: number): number {
  let last = source[at - 1] === ';' ? at - 1 : at;
  while (source.charCodeAt(last - 1) <= 32) last--;
  return last;
}

function readField(at: number): Syntax {
  const kids = each(at + 16, 32, readDecorator);
  const key = readKey(at + 40, javascript ? 'property' : 'name', flag(at + 13));
  kids.push(key);
  pushAnnotation(kids, at + 56, 'type');
  kids.push(...optionalExpression(at + 64, 'value'));
  const type = javascript ? 'field_definition' : 'public_field_definition';
  const whole = node(type, null, at, kids, flag(at + 14) ? STATIC : undefined);
  const last = kids.at(-1)!;
  whole.end = last === key ? endOfBare(key.end, whole.end) : last.end;
  return whole;
}

/** Where a field ends that is nothing but a name and a mark: without the semicolon. */
function endOfBare(from: number, to: number): number {
  const at = textFrom(from);
  return at < to && (source[at] === '?' || source[at] === '!') ? at + 1 : from;
}
