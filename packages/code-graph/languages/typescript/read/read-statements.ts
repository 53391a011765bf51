import type { SymbolKind } from '@sqrl/base/model/code.ts';
import { askOnce } from '../../../facts/ask-once.ts';
import type { DeclarationKind } from '../detail.ts';
import {
  addDeclaration,
  addSymbol,
  declareMember,
  inScope,
  readInside,
  type SourceReading,
  type SourceWalk,
} from '../reading.ts';
import { child, childOf, type Syntax } from '../syntax.ts';
import { memberName, readClass } from './read-classes.ts';
import { either, readExpression } from './read-expressions.ts';
import { readFunction, returned } from './read-functions.ts';
import { guarded } from './read-guards.ts';
import { readExport, readImport } from './read-modules.ts';
import { bindPattern } from './read-patterns.ts';
import { readMembers, readSupers, readType, readTypeParameters } from './read-types.ts';
import { readVariables } from './read-variables.ts';

export function readStatements(reading: SourceReading, nodes: readonly Syntax[], exported = false): void {
  for (const node of nodes) readStatement(reading, node, exported);
}

/** Reads a statement. Declarations give their index, so that an export can name them. */
function readStatement(reading: SourceReading, node: Syntax, exported = false): number[] {
  switch (node.type) {
    case 'import_statement':
      readImport(reading, node);
      return [];
    case 'export_statement':
      readExport(reading, node);
      return [];
    case 'function_declaration':
    case 'generator_function_declaration':
    case 'function_signature':
      return declareNamed(reading, node, { as: 'function', exported }, (index) =>
        readInside(reading, makesObjects(reading, index) ? { self: index, isStatic: false } : {}, () =>
          readFunction(reading, node, index),
        ),
      );
    case 'class_declaration':
    case 'abstract_class_declaration':
      return declareNamed(reading, node, { as: 'class', exported }, (index) =>
        readClass(reading, node, index),
      );
    case 'interface_declaration':
      return declareNamed(reading, node, { as: 'interface', exported }, (index) =>
        readInterface(reading, node, index),
      );
    case 'type_alias_declaration':
      return declareNamed(reading, node, { as: 'type', exported }, (index) =>
        readAlias(reading, node, index),
      );
    case 'enum_declaration':
      return declareNamed(reading, node, { as: 'enum', exported }, (index) => readEnum(reading, node, index));
    case 'lexical_declaration':
    case 'variable_declaration':
      return readVariables(reading, node, exported);
    case 'internal_module':
      return declareNamed(reading, node, { as: 'namespace', exported }, (index) =>
        readNamespace(reading, node, index),
      );
    case 'module':
    case 'ambient_declaration':
      return readAmbient(reading, node, exported);
    case 'statement_block':
      inScope(reading, () => readStatements(reading, node.kids));
      return [];
    case 'for_in_statement':
      readLoop(reading, node);
      return [];
    case 'for_statement':
    case 'switch_body':
      inScope(reading, () => readStatements(reading, node.kids));
      return [];
    case 'catch_clause':
      inScope(reading, () => {
        const parameter = child(node, 'parameter');
        if (parameter) bindPattern(reading, parameter, { kind: 'variable', value: ['unknown'] });
        readStatements(reading, child(node, 'body')?.kids ?? []);
      });
      return [];
    case 'if_statement':
      readIf(reading, node);
      return [];
    case 'return_statement':
      readReturn(reading, node);
      return [];
    case 'expression_statement':
      if (node.kids[0]?.type === 'internal_module') return readStatement(reading, node.kids[0], exported);
  }
  if (isStatement(node.type)) readStatements(reading, node.kids);
  else readExpression(reading, node);
  return [];
}

/** Before there were classes, functions that `new` calls were told by a capital. */
const makesObjects = ({ javascript, declarations }: SourceReading, index: number): boolean =>
  javascript && /^\p{Lu}/u.test(declarations[index]!.name);

const isStatement = askOnce(/_statement$|_clause$|^switch_(?:case|default|body)$|^ERROR$|^program$/);

interface NamedDeclaration {
  as: SymbolKind & DeclarationKind;
  exported: boolean;
}

function declareNamed(
  reading: SourceReading,
  node: Syntax,
  { as, exported }: NamedDeclaration,
  read: (index: number) => void,
): number[] {
  const key = child(node, 'name');
  if (!key) return [];
  const name = memberName(reading, key);
  const symbol = addSymbol(reading, as, name, node, key, exported);
  const index = addDeclaration(reading, as, name, { symbol });
  readInside(reading, { symbol }, () => read(index));
  return [index];
}

function readInterface(reading: SourceReading, node: Syntax, index: number): void {
  const declaration = reading.declarations[index]!;
  inScope(reading, () => {
    declaration.at = reading.scope;
    const types = child(node, 'type_parameters');
    if (types) declaration.typeParameters = readTypeParameters(reading, types);
    const supers = childOf(node, 'extends_type_clause');
    if (supers) declaration.supers = readSupers(reading, supers);
    const body = child(node, 'body');
    declaration.members = body ? readInside(reading, { naming: true }, () => readMembers(reading, body)) : [];
  });
}

function readAlias(reading: SourceReading, node: Syntax, index: number): void {
  const declaration = reading.declarations[index]!;
  inScope(reading, () => {
    declaration.at = reading.scope;
    const types = child(node, 'type_parameters');
    if (types) declaration.typeParameters = readTypeParameters(reading, types);
    const value = child(node, 'value');
    if (value) declaration.type = readInside(reading, { naming: true }, () => readType(reading, value));
  });
}

function readEnum(reading: SourceReading, node: Syntax, index: number): void {
  const members = (child(node, 'body')?.kids ?? []).map((kid) => {
    const key = kid.type === 'enum_assignment' ? (child(kid, 'name') ?? kid) : kid;
    const name = memberName(reading, key);
    const symbol = addSymbol(reading, 'field', name, kid, key);
    const value = child(kid, 'value');
    if (value) readExpression(reading, value);
    return declareMember(reading, 'field', name, { symbol, static: true });
  });
  reading.declarations[index]!.members = members;
}

/** What is declared inside of a namespace is its members. */
function readNamespace(reading: SourceReading, node: Syntax, index: number): void {
  const body = child(node, 'body');
  const { exports } = reading;
  reading.exports = [];
  inScope(
    reading,
    () => {
      const first = reading.declarations.length;
      readStatements(reading, body?.kids ?? []);
      const members = reading.declarations.flatMap(({ scope }, i) =>
        i >= first && scope === reading.scope ? [i] : [],
      );
      reading.declarations[index]!.members = members;
    },
    true,
  );
  reading.exports = exports;
}

function readAmbient(reading: SourceReading, node: Syntax, exported: boolean): number[] {
  if (node.type === 'ambient_declaration') {
    const block = childOf(node, 'statement_block');
    if (!block) return node.kids.flatMap((kid) => readStatement(reading, kid, exported));
  }
  const { exports } = reading;
  reading.exports = [];
  inScope(reading, () =>
    readStatements(reading, (child(node, 'body') ?? childOf(node, 'statement_block'))?.kids ?? []),
  );
  reading.exports = exports;
  return [];
}

function readLoop(reading: SourceReading, node: Syntax): void {
  inScope(reading, () => {
    const left = child(node, 'left');
    const right = child(node, 'right');
    const value = right ? readExpression(reading, right) : (['unknown'] as const);
    const each = node.words.includes('of') ? 'of' : 'in';
    const declares = node.words.some((word) => word === 'const' || word === 'let' || word === 'var');
    if (left && declares) bindPattern(reading, left, { kind: 'variable', value: value as ['unknown'], each });
    else if (left) readExpression(reading, left);
    const body = child(node, 'body');
    if (body) readStatement(reading, body);
  });
}

function readIf(reading: SourceReading, node: Syntax): void {
  const condition = child(node, 'condition');
  const yes = child(node, 'consequence');
  const no = child(node, 'alternative');
  if (condition) readExpression(reading, condition);
  if (yes) guarded(reading, condition, () => readStatement(reading, yes));
  if (no) readStatement(reading, no);
}

function readReturn(reading: SourceReading, node: Syntax): void {
  const [value] = node.kids;
  if (!value) return;
  const given = readExpression(reading, value, returned(reading, reading.fn));
  const signature = reading.declarations[reading.fn]?.signature;
  if (signature && !signature.returns) signature.gives = [either([...(signature.gives ?? []), given])];
}

/** What a reading of source text carries. */
export const sourceWalk: SourceWalk = { readExpression, readStatement, readStatements };
