import type { Syntax } from '../syntax.ts';
import { bare, convert, convertAll, optional } from './convert.ts';
import { ambient } from './declarations.ts';
import {
  bracketed,
  type EsNode,
  type Field,
  isJavaScript,
  NONE,
  source,
  syntax,
  tokenFrom,
} from './nodes.ts';

/** Converts a function that is declared, or used as a value; without a body it is only a signature. */
export function convertFunction(node: EsNode, field: Field): Syntax {
  const kids = optional(node.id, 'name').slice();
  return ambient(node, withSignature(syntax(functionType(node), field, node, kids), node));
}

function functionType({ type, generator, body }: EsNode): string {
  if (type === 'FunctionExpression') return generator ? 'generator_function' : 'function_expression';
  if (!body) return 'function_signature';
  return generator ? 'generator_function_declaration' : 'function_declaration';
}

/** Adds type parameters, parameters, return type and body to the node of a function or a method. */
export function withSignature(whole: Syntax, fn: EsNode): Syntax {
  const { kids } = whole;
  if (fn.async || fn.generator)
    whole.words = [...whole.words, ...(fn.async ? ['async'] : []), ...(fn.generator ? ['*'] : [])];
  kids.push(...typeParameters(fn));
  kids.push(convertParameters(fn.params, kids.at(-1)?.end ?? whole.start));
  kids.push(...annotation(fn.returnType, 'return_type'), ...optional(fn.body, 'body'));
  return whole;
}

export const typeParameters = ({ typeParameters: list }: EsNode): Syntax[] =>
  list ? [syntax('type_parameters', 'type_parameters', list)] : NONE;

export const annotation = (type: EsNode | null | undefined, field: Field): Syntax[] =>
  type ? [syntax('type_annotation', field, type)] : NONE;

export function convertArrow(node: EsNode, field: Field): Syntax {
  const kids = [...typeParameters(node)];
  const from = kids[0]?.end ?? node.start + (node.async ? 'async'.length : 0);
  // A single parameter may stand without parentheses.
  const hasParentheses = kids.length > 0 || source[tokenFrom(from)] === '(';
  kids.push(hasParentheses ? convertParameters(node.params, from) : convert(node.params[0], 'parameter'));
  kids.push(...annotation(node.returnType, 'return_type'), convert(node.body, 'body'));
  return syntax('arrow_function', field, node, kids, node.async ? ASYNC : NONE);
}

const ASYNC = ['async'];

/** Parameters with their parentheses, which have no node in ESTree. */
function convertParameters(params: readonly EsNode[], from: number): Syntax {
  const kids = params.map(isJavaScript ? convertPlainParameter : convertParameter);
  const start = tokenFrom(from);
  let end = tokenFrom(kids.at(-1)?.end ?? start + 1);
  if (source[end] === ',') end = tokenFrom(end + 1);
  return syntax('formal_parameters', 'parameters', { start, end: end + 1 }, kids);
}

const convertPlainParameter = (node: EsNode): Syntax => bare(node, null);

/** A parameter of TypeScript; one with a modifier is also a property. */
function convertParameter(node: EsNode): Syntax {
  const parameter: EsNode = node.parameter ?? node;
  const pattern: EsNode = parameter.type === 'AssignmentPattern' ? parameter.left : parameter;
  const kids = convertAll(node.decorators);
  const start = kids[0]?.start ?? node.start;
  const none = { start: node.start, end: node.start };
  if (node.accessibility) kids.push(syntax('accessibility_modifier', null, none));
  if (node.override) kids.push(syntax('override_modifier', null, none));
  const bound = bare(pattern, 'pattern');
  if (pattern.name === 'this') bound.type = 'this';
  kids.push(bound, ...annotation(pattern.typeAnnotation, 'type'));
  if (parameter !== pattern) kids.push(convert(parameter.right, 'value'));
  const type = pattern.optional ? 'optional_parameter' : 'required_parameter';
  return syntax(type, null, { start, end: node.end }, kids);
}

/** Converts a property of an object literal. */
export function convertProperty(node: EsNode, field: Field): Syntax {
  const { key, value, kind, computed } = node;
  if (kind !== 'init' || node.method) {
    const words = kind === 'init' ? NONE : [kind];
    const name = convertKey(key, 'name', computed);
    return withSignature(syntax('method_definition', field, node, [name], words), value);
  }
  if (node.shorthand) return syntax('shorthand_property_identifier', field, node);
  return syntax('pair', field, node, [convertKey(key, 'key', computed), convert(value, 'value')]);
}

export function convertObjectPattern(node: EsNode, field: Field): Syntax {
  const kids = node.properties.map((part: EsNode) =>
    part.type === 'Property' ? convertPropertyPattern(part) : convert(part),
  );
  return syntax('object_pattern', field, node, kids);
}

function convertPropertyPattern(node: EsNode): Syntax {
  const { key, value, computed } = node;
  if (!node.shorthand)
    return syntax('pair_pattern', null, node, [convertKey(key, 'key', computed), convert(value, 'value')]);
  if (value.type !== 'AssignmentPattern') return syntax(SHORTHAND, null, node);
  return syntax('object_assignment_pattern', null, node, [
    syntax(SHORTHAND, 'left', value.left),
    convert(value.right, 'right'),
  ]);
}

const SHORTHAND = 'shorthand_property_identifier_pattern';

/** Converts the name of a property or a class member. */
export function convertKey(key: EsNode, field: Field, isComputed: boolean): Syntax {
  if (isComputed) return bracketed('computed_property_name', field, '[]', convert(key));
  return key.type === 'Identifier' ? syntax('property_identifier', field, key) : convert(key, field);
}
