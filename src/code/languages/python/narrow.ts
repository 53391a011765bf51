import type { Node } from 'web-tree-sitter';
import { childNodes, part } from '../../facts/fields.ts';
import type { PythonExpr } from './detail.ts';
import { pythonExprOf } from './expression.ts';
import type { PythonScope } from './scope.ts';

/** Gives the names that a condition asks about the type they have where it holds, or where it does not. */
export function narrow(test: Node | null, scope: PythonScope, holds: boolean): void {
  if (!test) return;
  if (test.type === 'parenthesized_expression') narrow(test.firstNamedChild, scope, holds);
  else if (test.type === 'not_operator') narrow(part(test, 'argument'), scope, !holds);
  else if (test.type === 'boolean_operator') {
    // Both sides hold where all of it holds; where one of several does not, nothing follows.
    if (test.children.some((each) => each?.type === (holds ? 'and' : 'or'))) {
      narrow(part(test, 'left'), scope, holds);
      narrow(part(test, 'right'), scope, holds);
    }
  } else if (holds && test.type === 'call' && part(test, 'function')?.text === 'isinstance') {
    const [name, type] = childNodes(part(test, 'arguments'));
    if (name?.type === 'identifier' && type)
      scope.names.set(name.text, ['of', oneOf(pythonExprOf(type, scope))]);
  }
}

const oneOf = (type: PythonExpr): PythonExpr => (type?.[0] === 'tuple' ? ['any', type[1]] : type);
