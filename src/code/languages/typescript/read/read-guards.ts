import type { Expression, TypeExpression } from '../detail.ts';
import { addDeclaration, inScope, nodeText, type SourceReading } from '../reading.ts';
import { child, type Syntax } from '../syntax.ts';

/** Reads what happens only where a condition holds: names that it narrows have their own declaration there. */
export function guarded<T>(reading: SourceReading, condition: Syntax | undefined, read: () => T): T {
  const guards = condition ? guardsIn(reading, condition) : [];
  if (guards.length === 0) return read();
  return inScope(reading, () => {
    for (const { name, type, value } of guards)
      addDeclaration(reading, 'variable', name, type ? { type } : { values: [value!] });
    return read();
  });
}

interface Guard {
  name: string;
  type?: TypeExpression;
  value?: Expression;
}

/** `a instanceof B` and `isB(a)`, alone or joined by `&&`. */
function guardsIn(reading: SourceReading, node: Syntax): Guard[] {
  switch (node.type) {
    case 'parenthesized_expression':
      return node.kids[0] ? guardsIn(reading, node.kids[0]) : [];
    case 'binary_expression': {
      const left = child(node, 'left');
      const right = child(node, 'right');
      if (!left || !right) return [];
      if (node.words.includes('&&')) return [...guardsIn(reading, left), ...guardsIn(reading, right)];
      const isClass = node.words.includes('instanceof') && left.type === 'identifier';
      const name = nodeText(reading, right);
      return isClass && /^[\w$.]+$/.test(name)
        ? [{ name: nodeText(reading, left), type: ['name', name] }]
        : [];
    }
    case 'call_expression':
      return guardBy(reading, node);
    default:
      return [];
  }
}

function guardBy(reading: SourceReading, node: Syntax): Guard[] {
  const called = child(node, 'function');
  const [first] = child(node, 'arguments')?.kids ?? [];
  if (first?.type !== 'identifier' || !called || !/\b(?:is|has)[A-Z]\w*$/.test(nodeText(reading, called)))
    return [];
  // The call itself was read a moment ago.
  const call = reading.calls.findLastIndex(
    ({ arguments: [value] }) => value?.[0] === 'name' && value[1] === nodeText(reading, first),
  );
  return call === -1 ? [] : [{ name: nodeText(reading, first), value: ['guard', call] }];
}
