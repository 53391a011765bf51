import type { Node } from 'web-tree-sitter';
import { part } from '../../facts/fields.ts';
import { SyntaxWalk, type Visitor } from '../../facts/syntax-walk.ts';
import { annotationNames } from './annotation.ts';
import { assignment } from './assignment.ts';
import { definition } from './definition.ts';
import type { PythonDetail, PythonExpr } from './detail.ts';
import { assign, comprehended, pythonExprOf } from './expression.ts';
import { importedBy } from './imports.ts';
import { lookUpPython, type PythonScope, pythonScopeIn } from './scope.ts';

type PythonVisitor = Visitor<PythonScope, PythonWalk>;

const comment: PythonVisitor = () => {};

const name: PythonVisitor = (node, scope, walk) => {
  const expr = pythonExprOf(node, scope);
  // What a local name holds was mentioned where it got it.
  if (expr?.[0] === 'name' || expr?.[0] === 'symbol') walk.mention(node, 'uses', expr, scope);
};

const attribute: PythonVisitor = (node, scope, walk) => {
  walk.mention(part(node, 'attribute') ?? node, 'uses', pythonExprOf(node, scope), scope);
  within(part(node, 'object'), scope, walk);
};

const call: PythonVisitor = (node, scope, walk) => {
  const called = part(node, 'function');
  const named = called?.type === 'attribute' ? part(called, 'attribute') : called;
  const expr = pythonExprOf(called, scope);
  if (called && named && (called.type === 'attribute' || isDefined(expr, called.text)))
    walk.mention(named, 'calls', expr, scope);
  if (called?.type === 'attribute') within(part(called, 'object'), scope, walk);
  else if (called && called.type !== 'identifier') walk.visit(called, scope);
  const given = part(node, 'arguments');
  if (given) walk.visit(given, scope);
};

/** The left side of a dot is a mention only of what it calls. */
function within(node: Node | null, scope: PythonScope, walk: PythonWalk): void {
  if (node?.type === 'attribute') within(part(node, 'object'), scope, walk);
  else if (node && node.type !== 'identifier') walk.visit(node, scope);
  else if (node) name(node, scope, walk);
}

/** Whether a name is that of a definition or an import; calling a local value is no call of what it was made from. */
const isDefined = (expr: PythonExpr, called: string): boolean =>
  expr?.[0] === 'symbol' || (expr?.[0] === 'name' && expr[1].split('@')[0] === called);

const keyword: PythonVisitor = (node, scope, walk) => walk.visitAll([part(node, 'value')], scope);

const imported: PythonVisitor = (node, scope, walk) => {
  const { imports, bound } = importedBy(node);
  walk.detail.imports.push(...imports);
  for (const [bindAs, binding] of bound) {
    // What a function imports for itself is kept among the names of the module, under a unique name.
    const own = scope.kind === 'module' ? bindAs : `${bindAs}@${walk.detail.imports.length}`;
    walk.detail.names[own] = [...(walk.detail.names[own] ?? []), binding];
    if (scope.kind !== 'module') scope.names.set(bindAs, ['name', own]);
  }
};

const loop: PythonVisitor = (node, scope, walk) => {
  const right = part(node, 'right');
  walk.visitAll([right], scope);
  assign(part(node, 'left'), ['each', pythonExprOf(right, scope)], scope.names);
  walk.visitAll([part(node, 'body'), part(node, 'alternative')], scope);
};

/** `with a() as b` and `except A as b`. */
const bound: PythonVisitor = (node, scope, walk) => {
  const [value, target] = [node.namedChild(0), part(node, 'alias')];
  if (value) walk.visit(value, scope);
  const caught = node.parent?.type.startsWith('except');
  const given = pythonExprOf(value, scope);
  // Of several exceptions, one.
  const one: PythonExpr = given?.[0] === 'tuple' ? ['any', given[1]] : given;
  assign(target, caught ? ['of', one] : ['enter', given], scope.names);
};

const named: PythonVisitor = (node, scope, walk) => {
  walk.visitAll([part(node, 'value')], scope);
  assign(part(node, 'name'), pythonExprOf(part(node, 'value'), scope), scope.names);
};

const comprehension: PythonVisitor = (node, scope, walk) =>
  walk.visitAll(node.namedChildren, comprehended(node, scope));

const forClause: PythonVisitor = (node, scope, walk) => walk.visitAll([part(node, 'right')], scope);

const lambda: PythonVisitor = (node, scope, walk) => {
  const inner = pythonScopeIn(scope, { ...scope, kind: 'function' });
  const parameters = part(node, 'parameters');
  for (const each of parameters?.namedChildren ?? [])
    assign(each && (part(each, 'name') ?? each), null, inner.names);
  walk.visitAll(
    (parameters?.namedChildren ?? []).map((each) => each && part(each, 'value')),
    scope,
  );
  walk.visitAll([part(node, 'body')], inner);
};

const result: PythonVisitor = (node, scope, walk) => {
  walk.visitAll(node.namedChildren, scope);
  (node.type === 'yield' ? scope.yields : scope.returns).push(pythonExprOf(node.firstNamedChild, scope));
};

const globalStatement: PythonVisitor = (node, scope) => {
  for (const each of node.namedChildren) if (each) scope.globals.add(each.text);
};

/** Whether anything but a local value is at the root of it. */
function isNamed(expr: NonNullable<PythonExpr>): boolean {
  const inner = expr[1];
  if (expr[0] === 'value' || inner === undefined || inner === null) return false;
  if (!Array.isArray(inner)) return true;
  return typeof inner[0] === 'string'
    ? isNamed(inner as NonNullable<PythonExpr>)
    : (inner as PythonExpr[]).some((each) => each !== null && isNamed(each));
}

export class PythonWalk extends SyntaxWalk<PythonScope, PythonDetail> {
  protected readonly visitors = VISITORS;

  protected override isMentioned(expr: PythonExpr): boolean {
    return expr !== null && isNamed(expr);
  }

  mentionTypes(node: Node, scope: PythonScope): void {
    for (const name of annotationNames(node.text)) {
      const [first, ...rest] = name.split('.');
      const expr = rest.reduce<PythonExpr>(
        (object, each) => ['get', object, each],
        lookUpPython(scope, first!),
      );
      this.mention(node, 'references', expr, scope);
    }
  }
}

const VISITORS: Record<string, PythonVisitor> = {
  comment,
  identifier: name,
  attribute,
  call,
  keyword_argument: keyword,
  import_statement: imported,
  import_from_statement: imported,
  future_import_statement: comment,
  for_statement: loop,
  as_pattern: bound,
  named_expression: named,
  list_comprehension: comprehension,
  set_comprehension: comprehension,
  dictionary_comprehension: comprehension,
  generator_expression: comprehension,
  for_in_clause: forClause,
  lambda,
  return_statement: result,
  yield: result,
  global_statement: globalStatement,
  assignment,
  augmented_assignment: assignment,
  function_definition: definition,
  class_definition: definition,
  decorated_definition: definition,
};
