import type { Syntax } from '../syntax.ts';
import { readClass } from './classes.ts';
import { optionalExpression, readTemplate } from './expressions.ts';
import {
  count,
  each,
  end,
  type Field,
  flag,
  leadsNowhere,
  leaf,
  node,
  start,
  tag,
  target,
  textFrom,
} from './memory.ts';
import { readBinding } from './patterns.ts';
import { pushDirectives, readStatement } from './statements.ts';
import { LONG, pushAnnotation, pushTypeParameters, readPart, typeLeaf } from './types.ts';

/** What `declare` only says to be there stands in a node of its own, behind the word. */
export function readAmbient(
  at: number,
  field: Field,
  isAmbient: boolean,
  read: (at: number, field: Field) => Syntax,
): Syntax {
  if (!isAmbient) return read(at, field);
  const declared = read(at, null);
  declared.start = textFrom(start(at) + 'declare'.length);
  return node('ambient_declaration', field, at, [declared]);
}

const KINDS = [['var'], ['let'], ['const'], ['const'], ['const']];

/** The word that a variable is declared with; what is used until its scope ends is constant as well. */
export const kindOf = (at: number): string[] => KINDS[tag(at + 12)]!;

export function readVariables(at: number, field: Field): Syntax {
  const type = tag(at + 12) === 0 ? 'variable_declaration' : 'lexical_declaration';
  return node(type, field, at, each(at + 16, 56, readVariable), kindOf(at));
}

function readVariable(at: number, field: Field): Syntax {
  const kids = [readBinding(at + 16, 'name')];
  pushAnnotation(kids, at + 32, 'type');
  kids.push(...optionalExpression(at + 40, 'value'));
  return node('variable_declarator', field, at, kids);
}

export const readClassDeclaration = (at: number, field: Field): Syntax =>
  readClass(at, field, flag(at + 137) ? 'abstract_class_declaration' : 'class_declaration');

export function readTypeAlias(at: number, field: Field): Syntax {
  const kids = [node('identifier', 'name', at + 16)];
  pushTypeParameters(kids, at + 48);
  kids.push(typeLeaf(at + 56, 'value'));
  return node('type_alias_declaration', field, at, kids);
}

export function readInterface(at: number, field: Field): Syntax {
  const kids = [node('identifier', 'name', at + 16)];
  pushTypeParameters(kids, at + 48);
  const supers = count(at + 56);
  if (supers > 0) {
    const first = target(at + 56);
    kids.push(leaf('extends_type_clause', null, start(first), end(first + 40 * (supers - 1))));
  }
  const body = target(at + 80);
  const isLong = end(body) - start(body) > LONG;
  kids.push(node('interface_body', 'body', body, isLong ? each(body + 16, 16, readPart) : undefined));
  return node('interface_declaration', field, at, kids);
}

export function readEnum(at: number, field: Field): Syntax {
  return node('enum_declaration', field, at, [
    node('identifier', 'name', at + 16),
    node('enum_body', 'body', at + 48, each(at + 64, 48, readEnumMember)),
  ]);
}

const COMPUTED = 3;

function readEnumMember(at: number, field: Field): Syntax {
  const name = target(at + 24);
  const [value] = optionalExpression(at + 32, 'value');
  const read = (as: Field): Syntax =>
    tag(at + 16) === COMPUTED ? readTemplate(name, as) : node('property_identifier', as, name);
  return value ? node('enum_assignment', field, at, [read('name'), value]) : read('name');
}

/** `declare module 'name'`. */
export function readModule(at: number, field: Field): Syntax {
  const kids = [node('string', 'name', at + 16)];
  if (!leadsNowhere(at + 64)) kids.push(readModuleBlock(target(at + 64), 'body'));
  return node('module', field, at, kids);
}

/** `namespace A.B`, or `module A` as it was written once. */
export function readNamespace(at: number, field: Field): Syntax {
  let inner = at;
  while (tag(inner + 48) === 0) inner = target(inner + 56);
  return node(tag(at + 64) === 0 ? 'module' : 'internal_module', field, at, [
    leaf('identifier', 'name', start(at + 16), end(inner + 16)),
    readModuleBlock(target(inner + 56), 'body'),
  ]);
}

export function readModuleBlock(at: number, field: Field): Syntax {
  const kids: Syntax[] = [];
  pushDirectives(kids, at + 16);
  return node('statement_block', field, at, each(at + 40, 16, readStatement, kids));
}
