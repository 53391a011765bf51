import type { CallExpression, ExpectedType, Expression } from '../detail.ts';
import {
  addDeclaration,
  addSymbol,
  declareMember,
  handMember,
  inScope,
  memberName,
  mentionName,
  nodeText,
  readAll,
  readInside,
  type SourceReading,
  sourceLine,
} from '../reading.ts';
import { child, childOf, type Syntax } from '../syntax.ts';
import { readAssignment } from './read-assignments.ts';
import { FUNCTIONS, readFunction } from './read-functions.ts';
import { readClass, readObject } from './read-members.ts';
import { readType, readTypes } from './read-types.ts';

type ExpressionReader = (reading: SourceReading, node: Syntax, expected?: ExpectedType) => Expression;

const plain =
  (name: string): ExpressionReader =>
  (reading, node) => {
    readAll(reading, node.kids);
    return ['plain', name];
  };

const nothing: ExpressionReader = () => ['unknown'];

/** How expressions are read: each notes the calls and names in it, and gives what is known of its value. */
export const EXPRESSIONS = new Map<string, ExpressionReader>(
  Object.entries({
    identifier(reading, node) {
      const name = nodeText(reading, node);
      mentionName(reading, 'value', name, node.start);
      return ['name', name];
    },
    this: ({ self, isStatic }) => (self === -1 ? ['unknown'] : ['this', self, isStatic]),
    super: ({ self, isStatic }) => ['super', self, isStatic],
    member_expression: readMember,
    subscript_expression: readElement,
    call_expression: readCall,
    new_expression: readNew,
    await_expression: (reading, node) => ['await', readFirst(reading, node)],
    parenthesized_expression: readFirst,
    non_null_expression: readFirst,
    instantiation_expression: readFirst,
    as_expression: readCast,
    satisfies_expression: readCast,
    type_assertion: readAssertion,
    object: (reading, node, expected) => ['declared', readObject(reading, node, expected)],
    array: readArray,
    spread_element: (reading, node) => ['spread', readFirst(reading, node)],
    ternary_expression(reading, node, expected) {
      readField(reading, node, 'condition');
      const yes = readField(reading, node, 'consequence', expected);
      return either([yes, readField(reading, node, 'alternative', expected)]);
    },
    binary_expression: readBinary,
    assignment_expression: (reading, node) => readAssignment(reading, node),
    sequence_expression: (reading, node) => node.kids.map((kid) => reading.read(kid)).at(-1) ?? ['unknown'],
    template_string: readString,
    string: readString,
    number: plain('Number'),
    regex: plain('RegExp'),
    true: plain('Boolean'),
    false: plain('Boolean'),
    null: plain('undefined'),
    undefined: plain('undefined'),
    unary_expression: plain('Number'),
    update_expression: plain('Number'),
    class: (reading, node) => ['declared', readClassExpression(reading, node)],
    jsx_element: readElements,
    jsx_self_closing_element: readElements,
    jsx_fragment: readElements,
    type_annotation: nothing,
    type_arguments: nothing,
    ...Object.fromEntries([...FUNCTIONS].map((type): [string, ExpressionReader] => [type, readLambda])),
  } satisfies Record<string, ExpressionReader>),
);

function readAssertion(reading: SourceReading, node: Syntax): Expression {
  const [types, value] = node.kids;
  if (value) reading.read(value);
  const [type] = types ? readTypes(reading, types) : [];
  return type ? ['as', type] : ['unknown'];
}

/** Elements that are kept to tell what an array holds. */
const MAX_SAMPLED_ELEMENTS = 8;

function readArray(reading: SourceReading, node: Syntax, expected?: ExpectedType): Expression {
  const each: ExpectedType | undefined = expected && { by: 'element', of: expected };
  const elements = node.kids.map((kid) => reading.read(kid, each));
  return ['array', elements.slice(0, MAX_SAMPLED_ELEMENTS)];
}

function readString(reading: SourceReading, node: Syntax): Expression {
  for (const kid of node.kids) readAll(reading, kid.kids);
  return ['plain', 'String'];
}

function readElements(reading: SourceReading, node: Syntax): Expression {
  const name = child(node, 'name');
  // Names in small letters are elements of the page.
  if (name && node.type !== 'jsx_closing_element') {
    const text = nodeText(reading, name);
    if (/^[A-Z$_]|\./.test(text)) mentionName(reading, 'element', text, name.start);
  }
  for (const kid of node.kids) {
    if (kid === name) continue;
    if (kid.type.startsWith('jsx_') && kid.type !== 'jsx_expression') readElements(reading, kid);
    else readAll(reading, kid.kids);
  }
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
  const [first, ...others] = node.kids;
  const value: Expression = first ? reading.read(first, expected) : ['unknown'];
  readAll(reading, others);
  return value;
}

function readField(reading: SourceReading, node: Syntax, field: string, expected?: ExpectedType): Expression {
  const kid = child(node, field);
  return kid ? reading.read(kid, expected) : ['unknown'];
}

function readMember(reading: SourceReading, node: Syntax): Expression {
  const object = child(node, 'object');
  const property = child(node, 'property');
  if (!object || !property || object.type === 'import') return ['unknown'];
  return ['member', reading.read(object), nodeText(reading, property)];
}

function readElement(reading: SourceReading, node: Syntax): Expression {
  const object = readField(reading, node, 'object');
  const index = child(node, 'index');
  if (index?.type === 'string') return ['member', object, memberName(reading, index)];
  return ['element', object, index ? reading.read(index) : ['unknown']];
}

function readCast(reading: SourceReading, node: Syntax, expected?: ExpectedType): Expression {
  const [value, written] = node.kids;
  const type = written && readType(reading, written);
  const given: Expression = value ? reading.read(value, type ? { by: 'type', type } : expected) : ['unknown'];
  // What is only checked keeps its own type; `any` says nothing.
  if (!type || node.type === 'satisfies_expression' || type[0] === 'unknown') return given;
  return ['as', type];
}

function readBinary(reading: SourceReading, node: Syntax, expected?: ExpectedType): Expression {
  const left = readField(reading, node, 'left', expected);
  const right = readField(reading, node, 'right', expected);
  if (node.words.some((word) => word === '??' || word === '||')) return either([left, right]);
  if (node.words.includes('&&')) return right;
  return ['plain', node.words.length > 0 ? 'Boolean' : 'String'];
}

/** Reads a function where it stands; one with a name knows itself by it. */
function readLambda(reading: SourceReading, node: Syntax, expected?: ExpectedType): Expression {
  const key = child(node, 'name');
  const self = expected?.by === 'member' ? expected.of : reading.self;
  const around = node.type === 'arrow_function' ? {} : { self };
  const given = expected ? { expected } : {};
  if (!key) {
    const index = declareMember(reading, 'lambda', '', given);
    readInside(reading, around, () => readFunction(reading, node, index));
    return ['declared', index];
  }
  const name = nodeText(reading, key);
  const symbol = addSymbol(reading, 'function', name, node, key);
  return inScope(reading, () => {
    const index = addDeclaration(reading, 'function', name, { symbol, ...given });
    readInside(reading, { symbol, ...around }, () => readFunction(reading, node, index));
    return ['declared', index];
  });
}

function readClassExpression(reading: SourceReading, node: Syntax): number {
  const key = child(node, 'name');
  const name = key ? nodeText(reading, key) : '';
  const symbol = key && addSymbol(reading, 'class', name, node, key);
  const index = declareMember(reading, 'class', name, symbol === undefined ? {} : { symbol });
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
  if (called.type !== 'import') return addCall(reading, node, called, args);
  readAll(reading, args?.kids ?? []);
  return ['unknown'];
}

function readNew(reading: SourceReading, node: Syntax): Expression {
  const called = child(node, 'constructor');
  return called ? addCall(reading, node, called, child(node, 'arguments'), true) : ['unknown'];
}

function specifierOf(reading: SourceReading, called: Syntax, args: Syntax | undefined): string | undefined {
  const isImport =
    called.type === 'import' || (called.type === 'identifier' && nodeText(reading, called) === 'require');
  const [first] = isImport ? (args?.kids ?? []) : [];
  const isPlain =
    first?.type === 'string' ||
    (first?.type === 'template_string' && first.kids.every(({ type }) => type === 'string_fragment'));
  return isPlain ? nodeText(reading, first).slice(1, -1) : undefined;
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
    bare.type === 'identifier' ? ['name', nodeText(reading, bare)] : reading.read(called);
  const call: CallExpression = {
    callee,
    line: sourceLine(reading, at.start),
    symbol: reading.symbol,
    scope: reading.scope,
  };
  if (isNew) call.new = true;
  if (types) call.types = readTypes(reading, types);
  const index = reading.calls.push(call) - 1;
  if (args?.type === 'template_string') reading.read(args);
  else
    args?.kids.forEach((kid, i) => {
      handMember(reading, kid, reading.read(kid, { by: 'argument', call: index, index: i }));
    });
  if (callee[0] === 'member' && BORROWS.has(callee[2])) handMember(reading, child(bare, 'object'), callee[1]);
  return ['call', index];
}

/** `f.call(x)` and its like run what they are a member of. */
const BORROWS = new Set(['call', 'apply', 'bind']);

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
