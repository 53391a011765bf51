import { DEEPEST, type Syntax } from '../syntax.ts';
import { convertClass, convertField, convertMethod, convertStaticBlock } from './classes.ts';
import {
  convertEnum,
  convertInterface,
  convertModule,
  convertTypeAlias,
  convertVariables,
  declarationWords,
  typeLeaf,
} from './declarations.ts';
import { convertArrow, convertFunction, convertObjectPattern, convertProperty } from './functions.ts';
import { convertJsxAttribute, convertJsxContainer, convertJsxElement, convertJsxSpread } from './jsx.ts';
import {
  convertExportAll,
  convertExportDefault,
  convertExportNamed,
  convertImport,
  convertImportEquals,
} from './modules.ts';
import { bracketed, type EsNode, type Field, NONE, setSource, source, syntax } from './nodes.ts';

/** Converts a program to the syntax nodes that the grammars give. Throws a RangeError where it is nested too deep. */
export function convertProgram(program: EsNode, text: string, javascript: boolean): Syntax {
  setSource(text, javascript);
  depth = 0;
  return syntax('program', null, program, convertAll(program.body));
}

let depth = 0;

/** Converts any node. */
export function convert(node: EsNode, field: Field = null): Syntax {
  if (++depth > DEEPEST) throw new RangeError('The code is nested too deep.');
  const converter = CONVERTERS[node.type];
  // A later version of the parser may have more types: the grammar reads such a file.
  if (!converter) throw new RangeError(`oxc-parser returned a node of the unknown type ${node.type}.`);
  const converted = converter(node, field);
  depth--;
  return converted;
}

/** Converts a list; null stands for an element that is left out. */
export function convertAll(nodes: readonly (EsNode | null)[], kids: Syntax[] = []): Syntax[] {
  for (const node of nodes) if (node) kids.push(convert(node));
  return kids;
}

/** Converts a node that may be missing. */
export const optional = (node: EsNode | null, field: Field): Syntax[] =>
  node ? [convert(node, field)] : NONE;

type Converter = (node: EsNode, field: Field) => Syntax;

/** Nodes converted property by property: the type in the grammar, then each property and its field, if it has one. */
const SHAPES = {
  ArrayExpression: 'array elements',
  ArrayPattern: 'array_pattern elements',
  AssignmentPattern: 'assignment_pattern left:left right:right',
  AwaitExpression: 'await_expression argument',
  BlockStatement: 'statement_block body',
  BreakStatement: 'break_statement',
  ClassBody: 'class_body body',
  ConditionalExpression: 'ternary_expression test:condition consequent:consequence alternate:alternative',
  ContinueStatement: 'continue_statement',
  DebuggerStatement: 'debugger_statement',
  Decorator: 'decorator expression',
  EmptyStatement: 'empty_statement',
  ExpressionStatement: 'expression_statement expression',
  ForStatement: 'for_statement init:initializer test:condition update:increment body:body',
  JSXText: 'jsx_text',
  MetaProperty: 'meta_property',
  ObjectExpression: 'object properties',
  ParenthesizedExpression: 'parenthesized_expression expression',
  PrivateIdentifier: 'private_property_identifier',
  RestElement: 'rest_pattern argument',
  ReturnStatement: 'return_statement argument',
  SequenceExpression: 'sequence_expression expressions',
  SpreadElement: 'spread_element argument',
  Super: 'super',
  TSExportAssignment: 'export_statement expression',
  TSIndexSignature: 'index_signature',
  TSModuleBlock: 'statement_block body',
  TSNamespaceExportDeclaration: 'export_statement id',
  TSNonNullExpression: 'non_null_expression expression',
  ThisExpression: 'this',
  ThrowStatement: 'throw_statement argument',
  UnaryExpression: 'unary_expression argument:argument',
  UpdateExpression: 'update_expression argument:argument',
  YieldExpression: 'yield_expression argument',
};

function shaped(shape: string): Converter {
  const [type, ...parts] = shape.split(' ') as [string, ...string[]];
  if (parts.length === 0) return (node, field) => syntax(type, field, node);
  const properties = parts.map((part) => part.split(':') as [string, string?]);
  return (node, field) => {
    const kids: Syntax[] = [];
    for (const [property, as = null] of properties) {
      const part = node[property];
      if (Array.isArray(part)) convertAll(part, kids);
      else if (part) kids.push(convert(part, as));
    }
    return syntax(type, field, node, kids);
  };
}

const CONVERTERS: Readonly<Record<string, Converter | undefined>> = {
  ...Object.fromEntries(Object.entries(SHAPES).map(([type, shape]) => [type, shaped(shape)])),
  AccessorProperty: convertField,
  ArrowFunctionExpression: convertArrow,
  AssignmentExpression: convertAssignment,
  BinaryExpression: convertBinary,
  CallExpression: convertCall,
  CatchClause: (node, field) =>
    syntax('catch_clause', field, node, [...bareOptional(node.param), convert(node.body, 'body')]),
  ChainExpression: (node, field) => convert(node.expression, field),
  ClassDeclaration: convertClass,
  ClassExpression: convertClass,
  DoWhileStatement: (node, field) =>
    syntax('do_statement', field, node, [convert(node.body, 'body'), inParentheses(node.test, 'condition')]),
  ExportAllDeclaration: convertExportAll,
  ExportDefaultDeclaration: convertExportDefault,
  ExportNamedDeclaration: convertExportNamed,
  ForInStatement: (node, field) => convertLoop(node, field, 'in'),
  ForOfStatement: (node, field) => convertLoop(node, field, 'of'),
  FunctionDeclaration: convertFunction,
  FunctionExpression: convertFunction,
  Identifier: convertIdentifier,
  IfStatement: convertIf,
  ImportDeclaration: convertImport,
  ImportExpression: convertDynamicImport,
  JSXAttribute: convertJsxAttribute,
  JSXElement: convertJsxElement,
  JSXExpressionContainer: convertJsxContainer,
  JSXFragment: convertJsxElement,
  JSXSpreadAttribute: convertJsxSpread,
  JSXSpreadChild: convertJsxSpread,
  LabeledStatement: (node, field) =>
    syntax('labeled_statement', field, node, [
      syntax('statement_identifier', 'label', node.label),
      convert(node.body, 'body'),
    ]),
  Literal: (node, field) => syntax(literalType(node), field, node),
  LogicalExpression: convertBinary,
  MemberExpression: convertMember,
  MethodDefinition: convertMethod,
  NewExpression: convertCall,
  ObjectPattern: convertObjectPattern,
  Property: convertProperty,
  PropertyDefinition: convertField,
  StaticBlock: convertStaticBlock,
  SwitchCase: (node, field) => {
    const type = node.test ? 'switch_case' : 'switch_default';
    return syntax(type, field, node, convertAll(node.consequent, [...optional(node.test, 'value')]));
  },
  SwitchStatement: convertSwitch,
  TSAbstractAccessorProperty: convertField,
  TSAbstractMethodDefinition: convertMethod,
  TSAbstractPropertyDefinition: convertField,
  TSAsExpression: (node, field) => convertCast('as_expression', node, field),
  TSDeclareFunction: convertFunction,
  TSEnumDeclaration: convertEnum,
  TSImportEqualsDeclaration: convertImportEquals,
  TSInstantiationExpression: (node, field) =>
    syntax('instantiation_expression', field, node, [convert(node.expression), ...typeArguments(node)]),
  TSInterfaceDeclaration: convertInterface,
  TSModuleDeclaration: convertModule,
  TSSatisfiesExpression: (node, field) => convertCast('satisfies_expression', node, field),
  TSTypeAliasDeclaration: convertTypeAlias,
  TSTypeAssertion: (node, field) =>
    syntax('type_assertion', field, node, [
      syntax('type_arguments', null, { start: node.start, end: node.typeAnnotation.end }),
      convert(node.expression),
    ]),
  TaggedTemplateExpression: (node, field) =>
    syntax('call_expression', field, node, [
      convert(node.tag, 'function'),
      ...typeArguments(node),
      convert(node.quasi, 'arguments'),
    ]),
  TemplateLiteral: convertTemplate,
  TryStatement: convertTry,
  VariableDeclaration: convertVariables,
  WhileStatement: (node, field) =>
    syntax('while_statement', field, node, [
      inParentheses(node.test, 'condition'),
      convert(node.body, 'body'),
    ]),
  WithStatement: (node, field) =>
    syntax('with_statement', field, node, [inParentheses(node.object, 'object'), convert(node.body, 'body')]),
};

/** Converts what a declaration or a parameter binds. ESTree counts a type annotation as part of it, the grammars do not. */
export function bare(node: EsNode, field: Field): Syntax {
  const converted = convert(node, field);
  if (node.type === 'Identifier') converted.type = 'identifier';
  if (node.typeAnnotation || node.optional) {
    const before = source.slice(node.start, node.typeAnnotation?.start ?? node.end);
    converted.end = node.start + (node.name ?? before.replace(/[\s?!]+$/, '')).length;
  }
  return converted;
}

const bareOptional = (node: EsNode | null): Syntax[] => (node ? [bare(node, 'parameter')] : NONE);

export const typeArguments = (node: EsNode): Syntax[] =>
  node.typeArguments ? [syntax('type_arguments', 'type_arguments', node.typeArguments)] : NONE;

const inParentheses = (node: EsNode, field: Field): Syntax =>
  bracketed('parenthesized_expression', field, '()', convert(node));

/** The grammars have a node of its own for `undefined`. */
function convertIdentifier(node: EsNode, field: Field): Syntax {
  return syntax(node.name === 'undefined' ? 'undefined' : 'identifier', field, node);
}

function literalType({ value, regex, bigint }: EsNode): string {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number' || bigint) return 'number';
  return regex ? 'regex' : String(value);
}

function convertAssignment(node: EsNode, field: Field): Syntax {
  const type = node.operator === '=' ? 'assignment_expression' : 'augmented_assignment_expression';
  return syntax(type, field, node, [convert(node.left, 'left'), convert(node.right, 'right')]);
}

/** Of the operators, the readers look at these. */
const OPERATORS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  ['*', 'in', 'instanceof', '||', '&&', '??'].map((operator) => [operator, [operator]]),
);

function convertBinary(node: EsNode, field: Field): Syntax {
  const kids = [convert(node.left, 'left'), convert(node.right, 'right')];
  return syntax('binary_expression', field, node, kids, OPERATORS[node.operator]);
}

function convertMember(node: EsNode, field: Field): Syntax {
  const object = convert(node.object, 'object');
  const { property } = node;
  if (node.computed) return syntax('subscript_expression', field, node, [object, convert(property, 'index')]);
  const type = property.type === 'Identifier' ? 'property_identifier' : 'private_property_identifier';
  return syntax('member_expression', field, node, [object, syntax(type, 'property', property)]);
}

function convertCall(node: EsNode, field: Field): Syntax {
  const isNew = node.type === 'NewExpression';
  const kids = [convert(node.callee, isNew ? 'constructor' : 'function'), ...typeArguments(node)];
  const start = kids.at(-1)!.end;
  // `new A` has no arguments.
  if (start < node.end)
    kids.push(syntax('arguments', 'arguments', { start, end: node.end }, convertAll(node.arguments)));
  return syntax(isNew ? 'new_expression' : 'call_expression', field, node, kids);
}

function convertDynamicImport(node: EsNode, field: Field): Syntax {
  const { start, end } = node;
  const word = { start, end: start + 'import'.length };
  return syntax('call_expression', field, node, [
    syntax('import', 'function', word),
    syntax('arguments', 'arguments', { start: word.end, end }, convertAll([node.source, node.options])),
  ]);
}

function convertTemplate(node: EsNode, field: Field): Syntax {
  const kids = convertAll(node.expressions).map((value) =>
    syntax('template_substitution', null, { start: value.start - 2, end: value.end + 1 }, [value]),
  );
  return syntax('template_string', field, node, kids);
}

function convertCast(type: string, node: EsNode, field: Field): Syntax {
  return syntax(type, field, node, [convert(node.expression), typeLeaf(node.typeAnnotation, null)]);
}

function convertLoop(node: EsNode, field: Field, word: 'in' | 'of'): Syntax {
  const { left } = node;
  const isDeclaration = left.type === 'VariableDeclaration';
  const kids = [
    isDeclaration ? bare(left.declarations[0].id, 'left') : convert(left, 'left'),
    convert(node.right, 'right'),
    convert(node.body, 'body'),
  ];
  return syntax(
    'for_in_statement',
    field,
    node,
    kids,
    isDeclaration ? [...declarationWords(left), word] : [word],
  );
}

function convertIf(node: EsNode, field: Field): Syntax {
  const kids = [inParentheses(node.test, 'condition'), convert(node.consequent, 'consequence')];
  const start = kids[1]!.end;
  if (node.alternate) {
    const statement = convert(node.alternate);
    kids.push(syntax('else_clause', 'alternative', { start, end: statement.end }, [statement]));
  }
  return syntax('if_statement', field, node, kids);
}

function convertSwitch(node: EsNode, field: Field): Syntax {
  const value = inParentheses(node.discriminant, 'value');
  const body = { start: value.end, end: node.end };
  return syntax('switch_statement', field, node, [
    value,
    syntax('switch_body', 'body', body, convertAll(node.cases)),
  ]);
}

function convertTry(node: EsNode, field: Field): Syntax {
  const kids = [convert(node.block, 'body'), ...optional(node.handler, 'handler')];
  const start = kids.at(-1)!.end;
  if (node.finalizer) {
    const body = convert(node.finalizer, 'body');
    kids.push(syntax('finally_clause', 'finalizer', { start, end: body.end }, [body]));
  }
  return syntax('try_statement', field, node, kids);
}
