import { mentionName, nodeText, type SourceReading } from '../reading.ts';
import { child, type Syntax } from '../syntax.ts';

/** Reads an element of JSX: its component is named, what stands in braces is read. */
export function readJsx(reading: SourceReading, node: Syntax): void {
  const name = child(node, 'name');
  // Names in small letters are elements of the page.
  if (name && node.type !== 'jsx_closing_element') {
    const text = nodeText(reading, name);
    if (/^[A-Z$_]|\./.test(text)) mentionName(reading, 'element', text, name.start);
  }
  for (const kid of node.kids) {
    if (kid === name) continue;
    if (kid.type.startsWith('jsx_') && kid.type !== 'jsx_expression') readJsx(reading, kid);
    else for (const inner of kid.kids) reading.walk.readExpression(reading, inner);
  }
}
