import { askOnce } from '../../../facts/ask-once.ts';
import type { CallExpression, ExpectedType, Expression } from '../detail.ts';
import {
  addDeclaration,
  addSymbol,
  declareMember,
  handMember,
  inScope,
  mentionName,
  nodeText,
  readInside,
  type SourceReading,
  sourceLine,
} from '../reading.ts';
import { child, childOf, type Syntax } from '../syntax.ts';
import { readAssignment } from './read-assignments.ts';
import { readClass } from './read-classes.ts';
import { FUNCTIONS, readFunction } from './read-functions.ts';
import { guarded } from './read-guards.ts';
import { readJsdocCast } from './read-jsdoc.ts';
import { readJsx } from './read-jsx.ts';
import { readObject } from './read-objects.ts';
import { readType, readTypeArguments } from './read-types.ts';

/** Reads an expression: notes the calls and names in it, and gives what is known of its value. */
export function readExpression(reading: SourceReading, node: Syntax, expected?: ExpectedType): Expression {
  // A table and not a list of cases: what a rare one needs must not spoil what was made quick for the others.
  const read = READERS.get(node.type) ?? readOther;
  return read(reading, node, expected);
}

type ExpressionReader = (reading: SourceReading, node: Syntax, expected?: ExpectedType) => Expression;

const plain =
  (name: string): ExpressionReader =>
  () => ['plain', name];

const READERS = new Map<string, ExpressionReader>(
  Object.entries({
    identifier(reading, node) {
      const name = nodeText(reading, node);
      mentionName(reading, 'value', name, node.start);
      return ['name', name];
    },
    this: (reading) => thisOf(reading),
    super: (reading) => ['super', reading.self, reading.isStatic],
    member_expression: readMember,
    subscript_expression: readElement,
    call_expression: readCall,
    new_expression: readNew,
    await_expression: (reading, node) => ['await', readFirst(reading, node)],
    parenthesized_expression: readParenthesized,
    non_null_expression: readFirst,
    instantiation_expression: readFirst,
    as_expression: readCast,
    satisfies_expression: readCast,
    type_assertion: readAssertion,
    object: (reading, node, expected) => ['declared', readObject(reading, node, expected)],
    array: readArray,
    spread_element: (reading, node) => ['spread', readFirst(reading, node)],
    ternary_expression: readTernary,
    binary_expression: readBinary,
    assignment_expression: (reading, node) => readAssignment(reading, node),
    sequence_expression: (reading, node) =>
      node.kids.map((kid) => readExpression(reading, kid)).at(-1) ?? ['unknown'],
    template_string: readString,
    string: readString,
    number: plain('Number'),
    regex: plain('RegExp'),
    true: plain('Boolean'),
    false: plain('Boolean'),
    null: plain('undefined'),
    undefined: plain('undefined'),
    unary_expression: readNumber,
    update_expression: readNumber,
    class: (reading, node) => ['declared', readClassExpression(reading, node)],
    jsx_element: readElements,
    jsx_self_closing_element: readElements,
    jsx_fragment: readElements,
    type_annotation: () => ['unknown'],
    type_arguments: () => ['unknown'],
  } satisfies Record<string, ExpressionReader>),
);

function readOther(reading: SourceReading, node: Syntax, expected?: ExpectedType): Expression {
  if (FUNCTIONS.has(node.type)) return ['declared', readLambda(reading, node, expected)];
  if (isStatement(node.type)) reading.walk.readStatement(reading, node);
  else for (const kid of node.kids) readExpression(reading, kid);
  return ['unknown'];
}

const isStatement = askOnce(/_(?:statement|declaration)$/);

function readAssertion(reading: SourceReading, node: Syntax): Expression {
  const [types, value] = node.kids;
  if (value) readExpression(reading, value);
  const [type] = types ? readTypeArguments(reading, types) : [];
  return type ? ['as', type] : ['unknown'];
}

/** Elements that are kept to tell what an array holds. */
const MAX_SAMPLED_ELEMENTS = 8;

function readArray(reading: SourceReading, node: Syntax, expected?: ExpectedType): Expression {
  const each: ExpectedType | undefined = expected && { by: 'element', of: expected };
  const elements = node.kids.map((kid) => readExpression(reading, kid, each));
  return ['array', elements.slice(0, MAX_SAMPLED_ELEMENTS)];
}

function readTernary(reading: SourceReading, node: Syntax, expected?: ExpectedType): Expression {
  readField(reading, node, 'condition');
  const yes = guarded(reading, child(node, 'condition'), () =>
    readField(reading, node, 'consequence', expected),
  );
  return either([yes, readField(reading, node, 'alternative', expected)]);
}

function readString(reading: SourceReading, node: Syntax): Expression {
  for (const kid of node.kids) for (const inner of kid.kids) readExpression(reading, inner);
  return ['plain', 'String'];
}

function readNumber(reading: SourceReading, node: Syntax): Expression {
  readFirst(reading, node);
  return ['plain', 'Number'];
}

function readElements(reading: SourceReading, node: Syntax): Expression {
  readJsx(reading, node);
  return ['unknown'];
}

/** One of several values; what is nothing does not count. */
export function either(values: Expression[]): Expression {
  const some = values
    .flatMap((value) => (value[0] === 'either' ? value[1] : [value]))
    .filter((value) => value[0] !== 'plain' || value[1] !== 'undefined');
  return some.length > 1 ? ['either', some] : (some[0] ?? ['plain', 'undefined']);
}

function readFirst(reading: SourceReading, node: Syntax, expected?: ExpectedType): Expression {
  let first: Expression | undefined;
  for (const kid of node.kids)
    if (first) readExpression(reading, kid);
    else first = readExpression(reading, kid, expected);
  return first ?? ['unknown'];
}

function readField(reading: SourceReading, node: Syntax, field: string, expected?: ExpectedType): Expression {
  const kid = child(node, field);
  return kid ? readExpression(reading, kid, expected) : ['unknown'];
}

function thisOf(reading: SourceReading): Expression {
  return reading.self === -1 ? ['unknown'] : ['this', reading.self, reading.isStatic];
}

function readMember(reading: SourceReading, node: Syntax): Expression {
  const object = child(node, 'object');
  const property = child(node, 'property');
  if (!object || !property) return ['unknown'];
  if (object.type === 'import') return ['unknown'];
  return ['member', readExpression(reading, object), nodeText(reading, property)];
}

function readElement(reading: SourceReading, node: Syntax): Expression {
  const object = readField(reading, node, 'object');
  const index = child(node, 'index');
  if (index?.type === 'string') return ['member', object, nodeText(reading, index).slice(1, -1)];
  return ['element', object, index ? readExpression(reading, index) : ['unknown']];
}

function readParenthesized(reading: SourceReading, node: Syntax, expected?: ExpectedType): Expression {
  const cast = readJsdocCast(reading, node.start);
  const value = readFirst(reading, node, cast ? { by: 'type', type: cast } : expected);
  return cast ? ['as', cast] : value;
}

function readCast(reading: SourceReading, node: Syntax, expected?: ExpectedType): Expression {
  const [value, written] = node.kids;
  const isConst = !written || nodeText(reading, written) === 'const';
  const type = isConst ? undefined : readType(reading, written);
  const given = value
    ? readExpression(reading, value, type ? { by: 'type', type } : expected)
    : (['unknown'] as Expression);
  // What is only checked keeps its own type; `any` says nothing.
  if (!type || node.type === 'satisfies_expression' || type[0] === 'unknown') return given;
  return ['as', type];
}

function readBinary(reading: SourceReading, node: Syntax, expected?: ExpectedType): Expression {
  const left = readField(reading, node, 'left', expected);
  const right = node.words.includes('&&')
    ? guarded(reading, child(node, 'left'), () => readField(reading, node, 'right', expected))
    : readField(reading, node, 'right', expected);
  if (node.words.some((word) => word === '??' || word === '||')) return either([left, right]);
  if (node.words.includes('&&')) return right;
  return ['plain', node.words.length > 0 ? 'Boolean' : 'String'];
}

function readLambda(reading: SourceReading, node: Syntax, expected?: ExpectedType): number {
  const key = child(node, 'name');
  if (key) return readNamedLambda(reading, node, key, expected);
  const index = declareMember(reading, 'lambda', '', expected ? { expected } : {});
  const own = node.type !== 'arrow_function';
  readInside(reading, own ? { self: expected?.by === 'member' ? expected.of : reading.self } : {}, () =>
    readFunction(reading, node, index),
  );
  return index;
}

/** A function expression with a name knows itself by it. */
function readNamedLambda(reading: SourceReading, node: Syntax, key: Syntax, expected?: ExpectedType): number {
  const name = nodeText(reading, key);
  const symbol = addSymbol(reading, 'function', name, node, key);
  return inScope(reading, () => {
    const index = addDeclaration(reading, 'function', name, { symbol, ...(expected && { expected }) });
    const self = expected?.by === 'member' ? expected.of : reading.self;
    readInside(reading, { symbol, self }, () => readFunction(reading, node, index));
    return index;
  });
}

function readClassExpression(reading: SourceReading, node: Syntax): number {
  const key = child(node, 'name');
  const name = key ? nodeText(reading, key) : '';
  const symbol = name ? addSymbol(reading, 'class', name, node, key!) : -1;
  const index = declareMember(reading, 'class', name, symbol === -1 ? {} : { symbol });
  readClass(reading, node, index);
  return index;
}

function readCall(reading: SourceReading, node: Syntax): Expression {
  const called = child(node, 'function');
  const args = child(node, 'arguments');
  if (!called) return ['unknown'];
  // The grammar takes `await f<T>(x)` for a call of what was awaited.
  const [awaited] = called.type === 'await_expression' && child(node, 'type_arguments') ? called.kids : [];
  if (awaited) return ['await', addCall(reading, node, awaited, args)];
  const specifier = specifierOf(reading, called, args);
  if (specifier !== undefined) {
    reading.imports.push({ specifier, line: sourceLine(reading, node.start) });
    return [called.type === 'import' ? 'import' : 'module', specifier];
  }
  if (called.type === 'import') {
    for (const kid of args?.kids ?? []) readExpression(reading, kid);
    return ['unknown'];
  }
  return addCall(reading, node, called, args);
}

function readNew(reading: SourceReading, node: Syntax): Expression {
  const called = child(node, 'constructor');
  return called ? addCall(reading, node, called, child(node, 'arguments'), true) : ['unknown'];
}

function specifierOf(reading: SourceReading, called: Syntax, args: Syntax | undefined): string | undefined {
  const isImport =
    called.type === 'import' || (called.type === 'identifier' && nodeText(reading, called) === 'require');
  const [first] = isImport ? (args?.kids ?? []) : [];
  if (first?.type === 'template_string' && first.kids.every(({ type }) => type === 'string_fragment'))
    return nodeText(reading, first).slice(1, -1);
  return first?.type === 'string' ? nodeText(reading, first).slice(1, -1) : undefined;
}

function addCall(
  reading: SourceReading,
  node: Syntax,
  called: Syntax,
  args: Syntax | undefined,
  isNew = false,
): Expression {
  const bare = unwrap(called);
  const at = (bare.type === 'member_expression' && child(bare, 'property')) || bare;
  const types = child(node, 'type_arguments') ?? childOf(called, 'type_arguments');
  const callee: Expression =
    bare.type === 'identifier' ? ['name', nodeText(reading, bare)] : readExpression(reading, called);
  const call: CallExpression = {
    callee,
    arguments: [],
    line: sourceLine(reading, at.start),
    symbol: reading.symbol,
    scope: reading.scope,
  };
  if (isNew) call.new = true;
  if (types) call.types = readTypeArguments(reading, types);
  const index = reading.calls.push(call) - 1;
  if (args?.type === 'template_string') readExpression(reading, args);
  else
    call.arguments = (args?.kids ?? []).map((kid, i) => {
      const value = readExpression(reading, kid, { by: 'argument', call: index, index: i });
      handMember(reading, kid, value);
      return value;
    });
  if (callee[0] === 'member' && BORROWS.has(callee[2])) handMember(reading, child(bare, 'object'), callee[1]);
  return ['call', index];
}

/** `f.call(x)` and its like run what they are a member of. */
const BORROWS = new Set(['call', 'apply', 'bind']);

/** What stands inside of parentheses and casts. */
export function unwrap(node: Syntax): Syntax {
  let at = node;
  while (WRAPPERS.has(at.type) && at.kids[0]) at = at.kids[0];
  return at;
}

const WRAPPERS = new Set([
  'parenthesized_expression',
  'non_null_expression',
  'instantiation_expression',
  'as_expression',
  'satisfies_expression',
]);
