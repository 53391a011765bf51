import type { Syntax } from '../syntax.ts';
import { pushTypeArguments, readExpression, readOne } from './expressions.ts';
import { each, end, type Field, leadsNowhere, leaf, NOTHING, node, start, tag, target } from './memory.ts';

export function readJsxElement(at: number, field: Field): Syntax {
  const opening = target(at + 16);
  const isClosed = !leadsNowhere(at + 48);
  const head = isClosed ? node('jsx_opening_element', 'open_tag', opening, []) : undefined;
  const whole = node(isClosed ? 'jsx_element' : 'jsx_self_closing_element', field, at, []);
  const inner = head?.kids ?? whole.kids;
  inner.push(node('identifier', 'name', target(opening + 24)));
  pushTypeArguments(inner, opening + 32);
  each(opening + 40, 16, readAttribute, inner);
  if (!head) return whole;
  whole.kids.push(head);
  each(at + 24, 16, readChild, whole.kids);
  const closing = target(at + 48);
  whole.kids.push(
    node('jsx_closing_element', 'close_tag', closing, [node('identifier', 'name', target(closing + 24))]),
  );
  return whole;
}

export function readJsxFragment(at: number, field: Field): Syntax {
  const kids = [node('jsx_opening_element', 'open_tag', at + 16)];
  each(at + 32, 16, readChild, kids);
  kids.push(node('jsx_closing_element', 'close_tag', at + 56));
  return node('jsx_element', field, at, kids);
}

function readAttribute(at: number): Syntax {
  const attribute = target(at + 8);
  if (tag(at) === 1) return readSpread(attribute);
  const kids = [node('property_identifier', null, target(attribute + 24))];
  if (tag(attribute + 32) !== NOTHING) kids.push(readValue(attribute + 32));
  return node('jsx_attribute', 'attribute', attribute, kids);
}

function readSpread(at: number): Syntax {
  const value = readExpression(at + 16);
  const spread = leaf('spread_element', null, start(at) + 1, end(at) - 1);
  spread.kids = [value];
  return node('jsx_expression', 'attribute', at, [spread]);
}

function readValue(at: number): Syntax {
  const value = target(at + 8);
  switch (tag(at)) {
    case 0:
      return node('string', null, value);
    case 1:
      return readContainer(value);
    case 2:
      return readJsxElement(value, null);
    default:
      return readJsxFragment(value, null);
  }
}

const EMPTY = 64;

function readContainer(at: number): Syntax {
  const which = tag(at + 16);
  return node('jsx_expression', null, at, which === EMPTY ? [] : [readOne(which, target(at + 24), null)]);
}

function readChild(at: number): Syntax {
  const child = target(at + 8);
  switch (tag(at)) {
    case 0:
      return node('jsx_text', null, child);
    case 1:
      return readJsxElement(child, null);
    case 2:
      return readJsxFragment(child, null);
    case 3:
      return readContainer(child);
    default:
      return readSpread(child);
  }
}
