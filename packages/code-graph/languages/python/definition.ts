import type { Node } from 'web-tree-sitter';
import { childNodes, part, parts } from '../../facts/fields.ts';
import type { PythonExpr, PythonFunctionDetail } from './detail.ts';
import { pythonExprOf, pythonTypeOf } from './expression.ts';
import { type PythonScope, pythonAnyOf, pythonScopeIn, shallow } from './scope.ts';
import type { PythonWalk } from './walk.ts';

export function definition(node: Node, scope: PythonScope, walk: PythonWalk): void {
  const inner = node.type === 'decorated_definition' ? part(node, 'definition') : node;
  const nameNode = inner && part(inner, 'name');
  if (!inner || !nameNode) return;
  const isClass = inner.type === 'class_definition';
  const name = nameNode.text;
  const symbol = walk.symbols.add({
    kind: isClass ? 'class' : scope.kind === 'class' ? 'method' : 'function',
    node,
    nameNode,
    parent: scope.symbol,
    exported: scope.kind !== 'function' && (!name.startsWith('_') || /^__\w+__$/.test(name)),
  });
  const decorators = node === inner ? [] : node.namedChildren.filter((each) => each?.type === 'decorator');
  const words = new Set(decorators.map((each) => each!.text.slice(1).replace(/\(.*/s, '').trim()));
  // What reads a property stands for it, not what sets it.
  if (![...words].some((word) => word === `${name}.setter` || word === `${name}.deleter`))
    bind(name, symbol, scope, walk);
  const own = pythonScopeIn(scope, { kind: 'function', symbol, owner: scope.owner });
  for (const decorator of decorators) walk.visit(decorator!, own);
  if (isClass) classBody(inner, symbol, scope, walk);
  else functionBody(inner, { symbol, words, scope, walk });
}

function bind(name: string, symbol: number, scope: PythonScope, { detail }: PythonWalk): void {
  const value: PythonExpr = ['symbol', symbol];
  if (scope.kind === 'module') detail.names[name] = [...(detail.names[name] ?? []), { value, symbol }];
  else scope.names.set(name, value);
  if (scope.kind === 'class') detail.classes[scope.symbol]!.members[name] = { symbol, value };
}

function classBody(node: Node, symbol: number, scope: PythonScope, walk: PythonWalk): void {
  const own = pythonScopeIn(scope, { kind: 'class', symbol, owner: symbol });
  const bases = childNodes(part(node, 'superclasses')).filter((each) => each.type !== 'keyword_argument');
  walk.detail.classes[symbol] = {
    bases: bases.map((each) => pythonExprOf(each, scope)),
    members: Object.create(null),
  };
  for (const base of bases) {
    const plain = base.type === 'subscript' ? part(base, 'value') : base;
    if (plain) walk.mention(plain, 'inherits', pythonExprOf(plain, scope), own);
    if (base.type === 'subscript') walk.visitAll(parts(base, 'subscript'), own);
  }
  walk.visitAll([part(node, 'body')], own);
}

interface PythonBody {
  symbol: number;
  words: ReadonlySet<string>;
  scope: PythonScope;
  walk: PythonWalk;
}

function functionBody(node: Node, { symbol, words, scope, walk }: PythonBody): void {
  const own = pythonScopeIn(scope, { kind: 'function', symbol, owner: scope.owner });
  const isFixture = [...words].some((word) => /(?:^|\.)fixture$/.test(word));
  parameters(part(node, 'parameters'), own, {
    isMethod: scope.kind === 'class' && !words.has('staticmethod'),
    isClassMethod: words.has('classmethod'),
    isPassed: isFixture || /^test/.test(part(node, 'name')?.text ?? ''),
    walk,
  });
  const type = part(node, 'return_type');
  if (type) walk.mentionTypes(type, own);
  const detail: PythonFunctionDetail = { returns: null };
  walk.detail.functions[symbol] = detail;
  if ([...words].some((word) => /(?:^|[._])property$/.test(word))) detail.property = true;
  walk.visitAll([part(node, 'body')], own);
  detail.returns = type ? ['of', pythonTypeOf(type, own)] : shallow(pythonAnyOf(own.returns));
  if (!type && own.yields.length > 0) detail.yields = shallow(pythonAnyOf(own.yields));
  if (isFixture) detail.fixture = own.yields.length > 0 ? 'yields' : 'returns';
}

interface Parameters {
  isMethod: boolean;
  isClassMethod: boolean;
  /** pytest calls it and passes fixtures by the names of its parameters. */
  isPassed: boolean;
  walk: PythonWalk;
}

function parameters(
  node: Node | null,
  own: PythonScope,
  { isMethod, isClassMethod, isPassed, walk }: Parameters,
): void {
  childNodes(node).forEach((each, index) => {
    const nameNode = each.type === 'identifier' ? each : (part(each, 'name') ?? each.firstNamedChild);
    const [type, value] = [part(each, 'type'), part(each, 'value')];
    if (type) walk.mentionTypes(type, own);
    if (value) walk.visit(value, own.outer ?? own);
    if (!nameNode) return;
    const splat = nameNode.type === 'list_splat_pattern' || nameNode.type === 'dictionary_splat_pattern';
    const given: PythonExpr = type
      ? ['of', pythonTypeOf(type, own)]
      : isPassed
        ? ['passed', nameNode.text, own.owner]
        : value && pythonExprOf(value, own.outer ?? own);
    const first: PythonExpr = isMethod && index === 0 ? [isClassMethod ? 'class' : 'self', own.owner] : null;
    const name = nameNode.text;
    if (isPassed && !first && !splat) walk.mention(nameNode, 'calls', ['fixture', name, own.owner], own);
    own.names.set(
      splat ? (nameNode.firstNamedChild?.text ?? '') : name,
      splat ? ['value'] : (first ?? given),
    );
  });
}
