import type { Node } from 'web-tree-sitter';
import { part } from '../../facts/fields.ts';
import type { Expr, Member } from './detail.ts';
import { assign, exprOf, typeOf } from './expression.ts';
import { anyOf, type Scope } from './scope.ts';
import { mentionTypes, visit, visitAll, type Walk } from './walk.ts';

/** Takes down what an assignment gives to names, attributes of a class and those of `self`. */
export function assignment(node: Node, scope: Scope, walk: Walk): void {
  const [left, type, right] = [part(node, 'left'), part(node, 'type'), part(node, 'right')];
  if (type) mentionTypes(type, scope, walk);
  if (right) visit(right, scope, walk);
  if (!left) return;
  if (left.type === 'subscript') visitAll(left.namedChildren, scope, walk);
  else if (left.type !== 'identifier') visitAll(left.namedChildren.slice(0, 1), scope, walk);
  if (node.type === 'augmented_assignment') {
    if (left.text === '__all__') exportMore(right, walk);
    return;
  }
  const value: Expr =
    type && !type.text.endsWith('TypeAlias') ? ['of', typeOf(type, scope)] : exprOf(right, scope);
  if (left.type === 'attribute') attributeOf(left, node, { value, scope, walk });
  else if (scope.kind === 'module' || (left.type === 'identifier' && scope.globals.has(left.text)))
    moduleNames(left, node, { value, scope, walk });
  else if (scope.kind === 'class') classNames(left, node, { value, scope, walk });
  else if (value !== null || !scope.names.get(left.text)) assign(left, value, scope.names);
}

interface Given {
  value: Expr;
  scope: Scope;
  walk: Walk;
}

function moduleNames(left: Node, node: Node, { value, scope, walk }: Given): void {
  const { names, all } = walk.detail;
  if (left.text === '__all__' && all === null) exportMore(part(node, 'right'), walk);
  const parts = new Map<string, Expr>();
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
    names[name] = [...(known ?? []), binding].slice(-MOST);
  }
}

function classNames(left: Node, node: Node, { value, scope, walk }: Given): void {
  const { members } = walk.detail.classes[scope.symbol]!;
  const parts = new Map<string, Expr>();
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
function attributeOf(left: Node, node: Node, { value, scope, walk }: Given): void {
  const object = exprOf(part(left, 'object'), scope);
  const nameNode = part(left, 'attribute');
  if (!nameNode || (object?.[0] !== 'self' && object?.[0] !== 'class')) return;
  const { members } = walk.detail.classes[object[1]]!;
  const name = nameNode.text;
  addMember(members, name, value, () =>
    walk.symbols.add({ kind: 'field', node, nameNode, parent: object[1], exported: !name.startsWith('_') }),
  );
}

function addMember(members: Record<string, Member>, name: string, value: Expr, symbol: () => number): void {
  const known = Object.hasOwn(members, name) ? members[name] : undefined;
  if (!known) members[name] = { symbol: symbol(), value };
  // What is annotated needs no more proof.
  else if (known.value?.[0] !== 'of') known.value = value?.[0] === 'of' ? value : anyOf([known.value, value]);
}

function exportMore(right: Node | null, { detail }: Walk): void {
  const texts = right?.descendantsOfType('string_content').map((each) => each!.text);
  if (texts) detail.all = [...(detail.all ?? []), ...texts];
}

const MOST = 6;
