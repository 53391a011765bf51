import type { Node } from 'web-tree-sitter';
import { part, parts } from '../../facts/fields.ts';
import type { FunctionDetail, Type } from './detail.ts';
import { exprOf, resultsOf, typeOf } from './expression.ts';
import { declare, type Scope, scopeIn } from './scope.ts';
import { typeDeclaration } from './type-declaration.ts';
import { declareAll, visitAll, type Walk, type Way } from './walk.ts';

/** Takes down a function, method, type, variable or constant. */
export const declaration: Way = (node, scope, walk) => {
  if (node.type === 'type_spec' || node.type === 'type_alias') typeDeclaration(node, scope, walk);
  else if (node.type === 'var_spec' || node.type === 'const_spec') variables(node, scope, walk);
  else functionDeclaration(node, scope, walk);
};

/** Walks a function without a name. */
export const functionLiteral: Way = (node, scope, walk) => body(node, scopeIn(scope, scope.symbol), walk);

/** Whether other packages see a name. */
export const isExported = (name: string): boolean => /^\p{Lu}/u.test(name);

function functionDeclaration(node: Node, scope: Scope, walk: Walk): void {
  const nameNode = part(node, 'name');
  if (!nameNode) return;
  const receiver = part(node, 'receiver')?.firstNamedChild;
  const own = scopeIn(scope, -1);
  typeParameters(part(node, 'type_parameters'), own);
  const type = receiver ? receiverOf(receiver, own) : null;
  const typeName = type?.[0] === 'name' ? type[1] : undefined;
  const name = nameNode.text;
  const of = walk.symbols.all.findIndex((each) => each.name === typeName && each.parent === -1);
  own.symbol = walk.symbols.add({
    kind: receiver ? 'method' : 'function',
    node,
    nameNode,
    parent: of,
    exported: isExported(name) && (!typeName || isExported(typeName)),
  });
  const detail: FunctionDetail = {
    results: resultsOf(part(node, 'result'), own),
    ...(typeName && { receiver: typeName }),
  };
  walk.detail.functions[own.symbol] = detail;
  const self = receiver && part(receiver, 'name');
  if (self) declare(own, self.text, ['receiver', type]);
  body(node, own, walk);
}

/** The type of a receiver; its parameters in brackets are names of its own. */
function receiverOf(receiver: Node, own: Scope): Type {
  for (const each of receiver.descendantsOfType('type_arguments'))
    for (const name of each?.descendantsOfType('type_identifier') ?? []) own.types.set(name!.text, null);
  return typeOf(part(receiver, 'type'), own);
}

export function typeParameters(node: Node | null, own: Scope): void {
  for (const each of node?.namedChildren ?? [])
    for (const name of each ? parts(each, 'name') : []) own.types.set(name!.text, null);
}

function body(node: Node, own: Scope, walk: Walk): void {
  for (const list of [part(node, 'parameters'), part(node, 'result')]) {
    if (list)
      visitAll(
        list.type === 'parameter_list'
          ? list.namedChildren.map((each) => each && part(each, 'type'))
          : [list],
        own,
        walk,
      );
    for (const each of list?.type === 'parameter_list' ? list.namedChildren : []) parameter(each!, own);
  }
  visitAll(part(node, 'body')?.namedChildren ?? [], own, walk);
}

function parameter(node: Node, own: Scope): void {
  const type = typeOf(part(node, 'type'), own);
  for (const name of parts(node, 'name'))
    declare(own, name!.text, ['of', node.type === 'variadic_parameter_declaration' ? ['list', type] : type]);
}

function variables(node: Node, scope: Scope, walk: Walk): void {
  const [type, value] = [part(node, 'type'), part(node, 'value')];
  const names = parts(node, 'name');
  visitAll([type, value], scope, walk);
  const declared = scopeIn(scope, scope.symbol);
  if (type) for (const name of names) declare(declared, name!.text, ['of', typeOf(type, scope)]);
  else declareAll(names, value, declared);
  for (const name of names) {
    const expr = declared.names.get(name!.text) ?? exprOf(null, scope);
    if (scope.outer) declare(scope, name!.text, expr);
    else if (name!.text !== '_') {
      const symbol = walk.symbols.add({
        kind: 'variable',
        node,
        nameNode: name!,
        parent: -1,
        exported: isExported(name!.text),
      });
      walk.detail.variables[symbol] = expr;
    }
  }
}
