import type { Node } from 'web-tree-sitter';
import { part } from '../../facts/fields.ts';
import type { Member, PythonExpr } from './detail.ts';
import { assign, pythonExprOf, pythonTypeOf } from './expression.ts';
import { type PythonScope, pythonAnyOf } from './scope.ts';
import type { PythonWalk } from './walk.ts';

/** Takes down what an assignment gives to names, attributes of a class and those of `self`. */
export function assignment(node: Node, scope: PythonScope, walk: PythonWalk): void {
  const [left, type, right] = [part(node, 'left'), part(node, 'type'), part(node, 'right')];
  if (type) walk.mentionTypes(type, scope);
  if (right) walk.visit(right, scope);
  if (!left) return;
  if (left.type === 'subscript') walk.visitAll(left.namedChildren, scope);
  else if (left.type !== 'identifier') walk.visitAll(left.namedChildren.slice(0, 1), scope);
  if (node.type === 'augmented_assignment') {
    if (left.text === '__all__') exportMore(right, walk);
    return;
  }
  const value: PythonExpr =
    type && !type.text.endsWith('TypeAlias') ? ['of', pythonTypeOf(type, scope)] : pythonExprOf(right, scope);
  if (left.type === 'attribute') attributeOf(left, node, { value, scope, walk });
  else if (scope.kind === 'module' || (left.type === 'identifier' && scope.globals.has(left.text)))
    moduleNames(left, node, { value, scope, walk });
  else if (scope.kind === 'class') classNames(left, node, { value, scope, walk });
  else if (value !== null || !scope.names.get(left.text)) assign(left, value, scope.names);
}

interface AssignmentContext {
  value: PythonExpr;
  scope: PythonScope;
  walk: PythonWalk;
}

function moduleNames(left: Node, node: Node, { value, scope, walk }: AssignmentContext): void {
  const { names, all } = walk.detail;
  if (left.text === '__all__' && all === null) exportMore(part(node, 'right'), walk);
  const parts = new Map<string, PythonExpr>();
  assign(left, value, parts);
  for (const [name, each] of parts) {
    const known = names[name];
    const symbol =
      known?.flatMap((one) => ('symbol' in one && one.symbol !== undefined ? one.symbol : []))[0] ??
      (scope.kind === 'module' && !known
        ? walk.symbols.add({
            kind: 'variable',
            node,
            nameNode: left,
            name,
            parent: -1,
            exported: !name.startsWith('_'),
          })
        : undefined);
    const binding = { value: each, ...(symbol !== undefined && { symbol }) };
    names[name] = [...(known ?? []), binding].slice(-MAX_BINDINGS);
  }
}

function classNames(left: Node, node: Node, { value, scope, walk }: AssignmentContext): void {
  const { members } = walk.detail.classes[scope.symbol]!;
  const parts = new Map<string, PythonExpr>();
  assign(left, value, parts);
  for (const [name, each] of parts) {
    scope.names.set(name, each);
    addMember(members, name, each, () =>
      walk.symbols.add({
        kind: 'field',
        node,
        nameNode: left,
        name,
        parent: scope.symbol,
        exported: !name.startsWith('_'),
      }),
    );
  }
}

/** `self.a = b` makes a member of the class around the method. */
function attributeOf(left: Node, node: Node, { value, scope, walk }: AssignmentContext): void {
  const object = pythonExprOf(part(left, 'object'), scope);
  const nameNode = part(left, 'attribute');
  if (!nameNode || (object?.[0] !== 'self' && object?.[0] !== 'class')) return;
  const { members } = walk.detail.classes[object[1]]!;
  const name = nameNode.text;
  addMember(members, name, value, () =>
    walk.symbols.add({ kind: 'field', node, nameNode, parent: object[1], exported: !name.startsWith('_') }),
  );
}

function addMember(
  members: Record<string, Member>,
  name: string,
  value: PythonExpr,
  symbol: () => number,
): void {
  const known = Object.hasOwn(members, name) ? members[name] : undefined;
  if (!known) members[name] = { symbol: symbol(), value };
  // What is annotated needs no more proof.
  else if (known.value?.[0] !== 'of')
    known.value = value?.[0] === 'of' ? value : pythonAnyOf([known.value, value]);
}

function exportMore(right: Node | null, { detail }: PythonWalk): void {
  const texts = right?.descendantsOfType('string_content').map((each) => each!.text);
  if (texts) detail.all = [...(detail.all ?? []), ...texts];
}

const MAX_BINDINGS = 6;
