import type { ExpectedType, Signature, TypeExpression } from '../detail.ts';
import { addDeclaration, inScope, nodeText, readAll, readInside, type SourceReading } from '../reading.ts';
import { child, type Syntax } from '../syntax.ts';
import { readJsdoc } from './read-jsdoc.ts';
import { bindPattern } from './read-patterns.ts';
import { readType, readTypeParameters } from './read-types.ts';

/** Types of nodes that are functions standing where a value may. */
export const FUNCTIONS: ReadonlySet<string> = new Set([
  'arrow_function',
  'function_expression',
  'generator_function',
  'function',
]);

/** Reads parameters and body of a function that has been declared. */
export function readFunction(
  reading: SourceReading,
  node: Syntax,
  index: number,
  documented: Syntax = node,
): void {
  const declaration = reading.declarations[index]!;
  const jsdoc = readJsdoc(reading, documented.start);
  inScope(
    reading,
    () => {
      declaration.at = reading.scope;
      const signature = headOf(reading, node);
      declaration.signature = signature;
      if (jsdoc?.returns && !signature.returns) signature.returns = jsdoc.returns;
      readInside(reading, { fn: index }, () => {
        signature.parameters = parametersOf(reading, node, index, jsdoc?.parameters);
        if (jsdoc?.self)
          signature.parameters.unshift(addDeclaration(reading, 'parameter', 'this', { type: jsdoc.self }));
        const [first = -1] = signature.parameters;
        const self = reading.declarations[first]?.name === 'this' ? { self: first, isStatic: false } : {};
        const body = child(node, 'body');
        if (body) readInside(reading, self, () => readBody(reading, body, signature, index));
      });
    },
    true,
  );
}

function headOf(reading: SourceReading, node: Syntax): Signature {
  const types = readTypeParameters(reading, child(node, 'type_parameters'));
  const returns = child(node, 'return_type');
  const signature: Signature = { parameters: [] };
  if (types) signature.typeParameters = types;
  if (returns) signature.returns = readType(reading, returns);
  if (node.words.includes('async')) signature.async = true;
  if (node.words.includes('*') || node.type.startsWith('generator')) signature.generator = true;
  return signature;
}

function readBody(reading: SourceReading, body: Syntax, signature: Signature, index: number): void {
  if (body.type === 'statement_block') {
    readAll(reading, body.kids);
    return;
  }
  const given = reading.read(body, returned(reading, index));
  if (!signature.returns) signature.gives = [given];
}

/** What is expected of what a function returns. */
export function returned(reading: SourceReading, fn: number): ExpectedType | undefined {
  const declaration = reading.declarations[fn];
  if (!declaration) return undefined;
  return declaration.signature?.returns || declaration.expected || declaration.type
    ? { by: 'return', of: fn }
    : undefined;
}

function parametersOf(
  reading: SourceReading,
  node: Syntax,
  fn: number,
  documented: ReadonlyMap<string, TypeExpression> | undefined,
): number[] {
  const single = child(node, 'parameter');
  const list = single ? [single] : (child(node, 'parameters')?.kids ?? []);
  const byPlace = [...(documented?.values() ?? [])];
  return list
    .filter(({ type }) => type !== 'decorator')
    .map((parameter, i) => readParameter(reading, parameter, { fn, i, documented, byPlace }));
}

interface ParameterSite {
  fn: number;
  i: number;
  documented: ReadonlyMap<string, TypeExpression> | undefined;
  byPlace: readonly TypeExpression[];
}

function readParameter(
  reading: SourceReading,
  node: Syntax,
  { fn, i, documented, byPlace }: ParameterSite,
): number {
  const typed = node.type === 'required_parameter' || node.type === 'optional_parameter';
  const whole = typed ? (child(node, 'pattern') ?? node) : node;
  const rest = whole.type === 'rest_pattern';
  const withDefault = whole.type === 'assignment_pattern';
  const pattern = rest ? (whole.kids[0] ?? whole) : withDefault ? (child(whole, 'left') ?? whole) : whole;
  const annotation = child(node, 'type');
  const value = typed ? child(node, 'value') : withDefault ? child(whole, 'right') : undefined;
  const named = pattern.type === 'identifier' || pattern.type === 'this';
  const name = named ? nodeText(reading, pattern) : '';
  // What is taken apart has no name: its type is the one at its place.
  const type = annotation ? readType(reading, annotation) : named ? documented?.get(name) : byPlace[i];
  const index = addDeclaration(reading, 'parameter', name, {
    ...(type && { type }),
    ...(rest && { each: 'of' as const }),
    of: [fn, i],
  });
  if (value) {
    const given = reading.read(value, type ? { by: 'type', type } : undefined);
    if (!type) reading.declarations[index]!.values = [given];
  }
  for (const kid of node.kids) if (kid.type === 'decorator') reading.read(kid);
  if (!named) bindPattern(reading, pattern, { kind: 'parameter', value: ['declared', index] });
  return index;
}
