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
  const at = target(place + 8);
  switch (tag(place)) {
    case 0:
      return readBlock(at, field, each(at + 16, 16, readStatement));
    case 1:
      return node('break_statement', field, at);
    case 2:
      return node('continue_statement', field, at);
    case 3:
      return node('debugger_statement', field, at);
    case 4:
      return node('do_statement', field, at, [
        readStatement(at + 16, 'body'),
        parenthesized(at + 32, 'condition'),
      ]);
    case 5:
      return node('empty_statement', field, at);
    case 6:
      return node('expression_statement', field, at, [readExpression(at + 16)]);
    case 7:
      return readLoop(at, field, 'in');
    case 8:
      return readLoop(at, field, 'of');
    case 9:
      return readFor(at, field);
    case 10:
      return readIf(at, field);
    case 11:
      return node('labeled_statement', field, at, [
        node('statement_identifier', 'label', at + 16),
        readStatement(at + 48, 'body'),
      ]);
    case 12:
      return node('return_statement', field, at, optionalExpression(at + 16, null));
    case 13:
      return readSwitch(at, field);
    case 14:
      return node('throw_statement', field, at, [readExpression(at + 16)]);
    case 15:
      return readTry(at, field);
    case 16:
      return node('while_statement', field, at, [
        parenthesized(at + 16, 'condition'),
        readStatement(at + 32, 'body'),
      ]);
    case 17:
      return node('with_statement', field, at, [
        parenthesized(at + 16, 'object'),
        readStatement(at + 32, 'body'),
      ]);
    case 64:
      return readImport(at, field);
    case 65:
      return readExportAll(at, field);
    case 66:
      return readExportDefault(at, field);
    case 67:
      return readExportDeclaration(at, field);
    case 68:
      return readExportNames(at, field);
    case 69:
      return readExportFrom(at, field);
    case 70:
      return readExportAssignment(at, field);
    case 71:
      return node('export_statement', field, at, [node('identifier', null, at + 16)]);
    default:
      return readDeclaration(place, field);
  }
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
