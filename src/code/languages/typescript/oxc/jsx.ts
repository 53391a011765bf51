import type { Syntax } from '../syntax.ts';
import { convert, convertAll, typeArguments } from './convert.ts';
import { type EsNode, type Field, syntax } from './nodes.ts';

/** Converts an element or a fragment, which is an element without a name. */
export function convertJsxElement(node: EsNode, field: Field): Syntax {
  const opening = node.openingElement ?? node.openingFragment;
  const closing = node.closingElement ?? node.closingFragment;
  const head = [...nameOf(opening), ...typeArguments(opening), ...convertAll(opening.attributes ?? [])];
  if (!closing) return syntax('jsx_self_closing_element', field, node, head);
  return syntax('jsx_element', field, node, [
    syntax('jsx_opening_element', 'open_tag', opening, head),
    ...convertAll(node.children),
    syntax('jsx_closing_element', 'close_tag', closing, nameOf(closing)),
  ]);
}

const nameOf = ({ name }: EsNode): Syntax[] => (name ? [syntax('identifier', 'name', name)] : []);

export function convertJsxAttribute(node: EsNode): Syntax {
  const kids = [syntax('property_identifier', null, node.name)];
  if (node.value) kids.push(convert(node.value));
  return syntax('jsx_attribute', 'attribute', node, kids);
}

export function convertJsxContainer(node: EsNode, field: Field): Syntax {
  const { expression } = node;
  return syntax('jsx_expression', field, node, expression.type === EMPTY ? [] : [convert(expression)]);
}

const EMPTY = 'JSXEmptyExpression';

/** `{...value}` among attributes or children. */
export function convertJsxSpread(node: EsNode): Syntax {
  const spread = { start: node.start + 1, end: node.end - 1 };
  const value = convert(node.argument ?? node.expression);
  return syntax('jsx_expression', 'attribute', node, [syntax('spread_element', null, spread, [value])]);
}
