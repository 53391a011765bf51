import type { SymbolKind } from '@sqrl/base/model/code.ts';
import type { Declaration, DeclarationKind, ExpectedType, TypeExpression } from '../detail.ts';
import {
  addDeclaration,
  addSymbol,
  declareMember,
  inScope,
  memberName,
  nodeText,
  readAll,
  readInside,
  type SourceReading,
} from '../reading.ts';
import { child, childOf, type Syntax } from '../syntax.ts';
import { unwrap } from './read-expressions.ts';
import { FUNCTIONS, readFunction } from './read-functions.ts';
import { readJsdoc } from './read-jsdoc.ts';
import { readClass } from './read-members.ts';
import { bindPattern } from './read-patterns.ts';
import { readMembers, readType, readTypeParameters, readTypes } from './read-types.ts';

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

/** Reads `const a = …, { b } = …`; functions and classes among them become such. Gives what is declared. */
function readVariables(reading: SourceReading, node: Syntax, exported: boolean): number[] {
  const scope = node.words.includes('var') ? reading.functionScope : reading.scope;
  const documented = readJsdoc(reading, node.start)?.type;
  return node.kids
    .filter(({ type }) => type === 'variable_declarator')
    .flatMap((declarator) =>
      readVariable(reading, { declarator, statement: node, scope, exported, documented }),
    );
}

interface Variable {
  declarator: Syntax;
  statement: Syntax;
  scope: number;
  exported: boolean;
  documented: TypeExpression | undefined;
}

function readVariable(reading: SourceReading, variable: Variable): number[] {
  const { declarator, scope, exported, documented } = variable;
  const name = child(declarator, 'name');
  const value = child(declarator, 'value');
  const annotation = child(declarator, 'type');
  if (!name) return [];
  const type = annotation ? readType(reading, annotation) : documented;
  const expected: ExpectedType | undefined = type && { by: 'type', type };
  // Only what a module, a namespace or a class holds is worth finding again.
  const named = exported || reading.fn === -1;
  if (name.type === 'identifier')
    return [readNamed(reading, variable, { name, value, type, expected, named })];
  const given = value ? reading.read(value, expected) : (['unknown'] as const);
  if (!type)
    return bindPattern(reading, name, {
      kind: 'variable',
      value: given as ['unknown'],
      named,
      exported,
      scope,
    });
  const whole = declareMember(reading, 'variable', '', { type });
  return bindPattern(reading, name, { kind: 'variable', value: ['declared', whole], named, exported, scope });
}

interface VariableParts {
  name: Syntax;
  value: Syntax | undefined;
  type: TypeExpression | undefined;
  expected: ExpectedType | undefined;
  named: boolean;
}

function readNamed(
  reading: SourceReading,
  variable: Variable,
  { name, value, type, expected, named }: VariableParts,
): number {
  const { declarator, statement, scope, exported } = variable;
  const bare = value && unwrap(value);
  const kind = !bare
    ? 'variable'
    : FUNCTIONS.has(bare.type)
      ? 'function'
      : bare.type === 'class'
        ? 'class'
        : 'variable';
  const text = nodeText(reading, name);
  const symbol =
    named || kind !== 'variable' ? addSymbol(reading, kind, text, declarator, name, exported) : undefined;
  const more: Partial<Declaration> = {
    scope,
    ...(symbol !== undefined && { symbol }),
    ...(type && { type }),
  };
  const index = addDeclaration(reading, kind, text, more);
  const declaration = reading.declarations[index]!;
  readInside(reading, symbol === undefined ? {} : { symbol }, () => {
    if (kind === 'function') {
      if (expected) declaration.expected = expected;
      readFunction(reading, bare!, index, statement);
    } else if (kind === 'class') readClass(reading, bare!, index);
    else if (value) declaration.values = [reading.read(value, expected)];
  });
  return index;
}
