import type { Syntax } from '../syntax.ts';
import {
  kindOf,
  readAmbient,
  readClassDeclaration,
  readEnum,
  readInterface,
  readModule,
  readModuleBlock,
  readNamespace,
  readTypeAlias,
  readVariables,
} from './declarations.ts';
import {
  readExportAll,
  readExportAssignment,
  readExportDeclaration,
  readExportDefault,
  readExportFrom,
  readExportNames,
  readImport,
  readImportEquals,
} from './exports.ts';
import { optionalExpression, parenthesized, readExpression } from './expressions.ts';
import { readFunctionDeclaration } from './functions.ts';
import {
  each,
  end,
  type Field,
  flag,
  leadsNowhere,
  leaf,
  NOTHING,
  node,
  stepIn,
  stepOut,
  tag,
  target,
} from './memory.ts';
import { readBinding, readTarget } from './patterns.ts';

/** A statement from the place that says which one it is, and where. */
export function readStatement(place: number, field: Field = null): Syntax {
  stepIn();
  const read = readOne(place, field);
  stepOut();
  return read;
}

function readOne(place: number, field: Field): Syntax {
  const read = READERS[tag(place)];
  return read ? read(target(place + 8), field) : readDeclaration(place, field);
}

type Read = (at: number, field: Field) => Syntax;

const simply =
  (type: string): Read =>
  (at, field) =>
    node(type, field, at);

// A table and not a list of cases: what a rare one needs must not spoil what was made quick for the others.
const READERS: readonly (Read | undefined)[] = Object.assign([], {
  0: (at: number, field: Field) => readBlock(at, field, each(at + 16, 16, readStatement)),
  1: simply('break_statement'),
  2: simply('continue_statement'),
  3: simply('debugger_statement'),
  4: (at: number, field: Field) =>
    node('do_statement', field, at, [readStatement(at + 16, 'body'), parenthesized(at + 32, 'condition')]),
  5: simply('empty_statement'),
  6: (at: number, field: Field) => node('expression_statement', field, at, [readExpression(at + 16)]),
  7: (at: number, field: Field) => readLoop(at, field, 'in'),
  8: (at: number, field: Field) => readLoop(at, field, 'of'),
  9: readFor,
  10: readIf,
  11: readLabeled,
  12: (at: number, field: Field) => node('return_statement', field, at, optionalExpression(at + 16, null)),
  13: readSwitch,
  14: (at: number, field: Field) => node('throw_statement', field, at, [readExpression(at + 16)]),
  15: readTry,
  16: (at: number, field: Field) =>
    node('while_statement', field, at, [parenthesized(at + 16, 'condition'), readStatement(at + 32, 'body')]),
  17: (at: number, field: Field) =>
    node('with_statement', field, at, [parenthesized(at + 16, 'object'), readStatement(at + 32, 'body')]),
  64: (at: number, field: Field) => readImport(at, field),
  65: (at: number, field: Field) => readExportAll(at, field),
  66: (at: number, field: Field) => readExportDefault(at, field),
  67: (at: number, field: Field) => readExportDeclaration(at, field),
  68: (at: number, field: Field) => readExportNames(at, field),
  69: (at: number, field: Field) => readExportFrom(at, field),
  70: (at: number, field: Field) => readExportAssignment(at, field),
  71: (at: number, field: Field) => node('export_statement', field, at, [node('identifier', null, at + 16)]),
} satisfies Record<number, Read>);

function readLabeled(at: number, field: Field): Syntax {
  return node('labeled_statement', field, at, [
    node('statement_identifier', 'label', at + 16),
    readStatement(at + 48, 'body'),
  ]);
}

/** A declaration; what is only said to be there stands in a node of its own. */
export function readDeclaration(place: number, field: Field): Syntax {
  const at = target(place + 8);
  switch (tag(place)) {
    case 32:
      return readAmbient(at, field, flag(at + 13), readVariables);
    case 33:
      return readAmbient(at, field, flag(at + 91), readFunctionDeclaration);
    case 34:
      return readAmbient(at, field, flag(at + 138), readClassDeclaration);
    case 35:
      return readAmbient(at, field, flag(at + 72), readTypeAlias);
    case 36:
      return readAmbient(at, field, flag(at + 88), readInterface);
    case 37:
      return readAmbient(at, field, flag(at + 13), readEnum);
    case 38:
      return readAmbient(at, field, flag(at + 72), readModule);
    case 39:
      return readAmbient(at, field, flag(at + 65), readNamespace);
    case 40:
      return node('ambient_declaration', field, at, [readModuleBlock(at + 24, null)]);
    case 41:
      return readImportEquals(at, field);
    default:
      throw new Error(`No statement has the number ${tag(place)}.`);
  }
}

export const readBlock = (at: number, field: Field, kids: Syntax[]): Syntax =>
  node('statement_block', field, at, kids);

/** Adds what stands at the head of a body: 'use strict'. */
export function pushDirectives(kids: Syntax[], at: number): void {
  each(at, 80, readDirective, kids);
}

const readDirective = (at: number, field: Field): Syntax => node('expression_statement', field, at);

const DECLARED = 16;

function readLoop(at: number, field: Field, word: 'in' | 'of'): Syntax {
  const left = target(at + 24);
  const isDeclared = tag(at + 16) === DECLARED;
  // It declares one variable: the first of the list.
  const pattern = isDeclared ? readBinding(target(left + 16) + 16, 'left') : readTarget(at + 16, 'left');
  const words = isDeclared ? [...kindOf(left), word] : [word];
  const kids = [pattern, readExpression(at + 32, 'right'), readStatement(at + 48, 'body')];
  return node('for_in_statement', field, at, kids, words);
}

const VARIABLES = 64;

function readFor(at: number, field: Field): Syntax {
  const kids: Syntax[] = [];
  if (tag(at + 16) === VARIABLES) kids.push(readVariables(target(at + 24), 'initializer'));
  else kids.push(...optionalExpression(at + 16, 'initializer'));
  kids.push(...optionalExpression(at + 32, 'condition'), ...optionalExpression(at + 48, 'increment'));
  kids.push(readStatement(at + 64, 'body'));
  return node('for_statement', field, at, kids);
}

function readIf(at: number, field: Field): Syntax {
  const kids = [parenthesized(at + 16, 'condition'), readStatement(at + 32, 'consequence')];
  if (tag(at + 48) !== NOTHING) {
    const statement = readStatement(at + 48);
    const clause = leaf('else_clause', 'alternative', kids[1]!.end, statement.end);
    clause.kids = [statement];
    kids.push(clause);
  }
  return node('if_statement', field, at, kids);
}

function readSwitch(at: number, field: Field): Syntax {
  const value = parenthesized(at + 16, 'value');
  const body = leaf('switch_body', 'body', value.end, end(at));
  body.kids = each(at + 32, 56, readCase);
  return node('switch_statement', field, at, [value, body]);
}

function readCase(at: number, field: Field): Syntax {
  const kids = optionalExpression(at + 16, 'value');
  const type = kids.length > 0 ? 'switch_case' : 'switch_default';
  return node(type, field, at, each(at + 32, 16, readStatement, [...kids]));
}

function readTry(at: number, field: Field): Syntax {
  const block = (place: number, as: Field): Syntax =>
    readBlock(place, as, each(place + 16, 16, readStatement));
  const kids = [block(target(at + 16), 'body')];
  if (!leadsNowhere(at + 24)) {
    const clause = target(at + 24);
    const parts = tag(clause + 32) === NOTHING ? [] : [readBinding(clause + 32, 'parameter')];
    parts.push(block(target(clause + 56), 'body'));
    kids.push(node('catch_clause', 'handler', clause, parts));
  }
  if (!leadsNowhere(at + 32)) {
    const body = block(target(at + 32), 'body');
    const clause = leaf('finally_clause', 'finalizer', kids.at(-1)!.end, body.end);
    clause.kids = [body];
    kids.push(clause);
  }
  return node('try_statement', field, at, kids);
}
