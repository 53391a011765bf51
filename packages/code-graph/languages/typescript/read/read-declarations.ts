import type { SymbolKind } from '@sqrl/base/model/code.ts';
import type { DeclarationKind } from '../detail.ts';
import {
  addDeclaration,
  addSymbol,
  declareMember,
  inScope,
  memberName,
  readAll,
  readInside,
  type SourceReading,
} from '../reading.ts';
import { child, childOf, type Syntax } from '../syntax.ts';
import { readClass } from './read-classes.ts';
import { readFunction } from './read-functions.ts';
import { readMembers, readType, readTypeParameters, readTypes } from './read-types.ts';
import { readVariables } from './read-variables.ts';

/** Reads what declares names, and gives its declarations, so that an export can name them. */
export function declare(reading: SourceReading, node: Syntax, exported = false): number[] {
  switch (node.type) {
    case 'lexical_declaration':
    case 'variable_declaration':
      return readVariables(reading, node, exported);
    case 'module':
    case 'ambient_declaration':
      return readAmbient(reading, node, exported);
  }
  const [kind, read] = NAMED[node.type] ?? [];
  const key = child(node, 'name');
  if (!kind || !key) {
    if (!kind) reading.read(node);
    return [];
  }
  const name = memberName(reading, key);
  const symbol = addSymbol(reading, kind, name, node, key, exported);
  const index = addDeclaration(reading, kind, name, { symbol });
  readInside(reading, { symbol }, () => read!(reading, node, index));
  return [index];
}

type NamedReader = (reading: SourceReading, node: Syntax, index: number) => void;

const NAMED: Readonly<Record<string, [SymbolKind & DeclarationKind, NamedReader]>> = {
  function_declaration: ['function', readNamedFunction],
  generator_function_declaration: ['function', readNamedFunction],
  function_signature: ['function', readNamedFunction],
  class_declaration: ['class', readClass],
  abstract_class_declaration: ['class', readClass],
  interface_declaration: ['interface', readTypeDeclaration],
  type_alias_declaration: ['type', readTypeDeclaration],
  enum_declaration: ['enum', readEnum],
  internal_module: ['namespace', readNamespace],
};

/** The types of nodes that are read here. */
export const DECLARING: readonly string[] = [
  ...Object.keys(NAMED),
  ...['lexical_declaration', 'variable_declaration', 'module', 'ambient_declaration'],
];

function readNamedFunction(reading: SourceReading, node: Syntax, index: number): void {
  // Before there were classes, functions that `new` calls were told by a capital.
  const isMaker = reading.javascript && /^\p{Lu}/u.test(reading.declarations[index]!.name);
  readInside(reading, isMaker ? { self: index, isStatic: false } : {}, () =>
    readFunction(reading, node, index),
  );
}

function readTypeDeclaration(reading: SourceReading, node: Syntax, index: number): void {
  const declaration = reading.declarations[index]!;
  inScope(reading, () => {
    declaration.at = reading.scope;
    const parameters = readTypeParameters(reading, child(node, 'type_parameters'));
    if (parameters) declaration.typeParameters = parameters;
    const [supers, body, value] = [
      childOf(node, 'extends_type_clause'),
      child(node, 'body'),
      child(node, 'value'),
    ];
    if (supers) declaration.supers = readTypes(reading, supers);
    readInside(reading, { naming: true }, () => {
      if (value) declaration.type = readType(reading, value);
      else declaration.members = body ? readMembers(reading, body).members : [];
    });
  });
}

function readEnum(reading: SourceReading, node: Syntax, index: number): void {
  const members = (child(node, 'body')?.kids ?? []).map((kid) => {
    const key = kid.type === 'enum_assignment' ? (child(kid, 'name') ?? kid) : kid;
    const name = memberName(reading, key);
    const symbol = addSymbol(reading, 'field', name, kid, key);
    const value = child(kid, 'value');
    if (value) reading.read(value);
    return declareMember(reading, 'field', name, { symbol, static: true });
  });
  reading.declarations[index]!.members = members;
}

/** What is declared inside of a namespace is its members. */
function readNamespace(reading: SourceReading, node: Syntax, index: number): void {
  apart(reading, () => {
    const first = reading.declarations.length;
    readAll(reading, child(node, 'body')?.kids ?? []);
    const members = reading.declarations.flatMap(({ scope }, i) =>
      i >= first && scope === reading.scope ? [i] : [],
    );
    reading.declarations[index]!.members = members;
  });
}

function readAmbient(reading: SourceReading, node: Syntax, exported: boolean): number[] {
  const block = child(node, 'body') ?? childOf(node, 'statement_block');
  if (node.type === 'ambient_declaration' && !childOf(node, 'statement_block'))
    return node.kids.flatMap((kid) => declare(reading, kid, exported));
  apart(reading, () => readAll(reading, block?.kids ?? []));
  return [];
}

/** Reads what has exports of its own. */
function apart(reading: SourceReading, read: () => void): void {
  const { exports } = reading;
  reading.exports = [];
  inScope(reading, read, true);
  reading.exports = exports;
}
