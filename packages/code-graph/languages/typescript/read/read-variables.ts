import type { Declaration, ExpectedType, TypeExpression } from '../detail.ts';
import {
  addDeclaration,
  addSymbol,
  declareMember,
  nodeText,
  readInside,
  type SourceReading,
} from '../reading.ts';
import { child, type Syntax } from '../syntax.ts';
import { readClass } from './read-classes.ts';
import { unwrap } from './read-expressions.ts';
import { FUNCTIONS, readFunction } from './read-functions.ts';
import { readJsdoc } from './read-jsdoc.ts';
import { bindPattern } from './read-patterns.ts';
import { readType } from './read-types.ts';

/** Reads `const a = …, { b } = …`; functions and classes among them become such. Gives what is declared. */
export function readVariables(reading: SourceReading, node: Syntax, exported: boolean): number[] {
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
