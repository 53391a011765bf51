import type { TypeExpression } from '../detail.ts';
import { addDeclaration, inScope, nodeText, type SourceReading } from '../reading.ts';
import { child, type Syntax } from '../syntax.ts';

/** Reads what happens only where a condition holds: names that it narrows have their own declaration there. */
export function guarded<T>(reading: SourceReading, condition: Syntax | undefined, read: () => T): T {
  const guards = condition ? guardsIn(reading, condition) : [];
  if (guards.length === 0) return read();
  return inScope(reading, () => {
    for (const { name, type } of guards) addDeclaration(reading, 'variable', name, { type });
    return read();
  });
}

interface Guard {
  name: string;
  type: TypeExpression;
}

/** `a instanceof B`, alone or joined by `&&`. */
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
    default:
      return [];
  }
}
