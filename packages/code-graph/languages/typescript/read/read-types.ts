import type { Signature, TypeExpression } from '../detail.ts';
import {
  addDeclaration,
  addSymbol,
  declareMember,
  inScope,
  memberName,
  mentionName,
  nodeText,
  readInside,
  type SourceReading,
  sourceLine,
} from '../reading.ts';
import { child, childOf, type Syntax } from '../syntax.ts';

/** Reads a type, or what stands around one, such as an annotation with its colon. */
export const readType = (reading: SourceReading, node: Syntax): TypeExpression =>
  (TYPES[node.type] ?? inner)(reading, node);

/** Reads `<A, B>` after the name of what is called, and the types after `extends` or `implements`. */
export const readTypes = (reading: SourceReading, node: Syntax): TypeExpression[] =>
  node.kids.map((kid) => readType(reading, kid));

/** Declares `<T extends A = B>` in the scope at hand. */
export function readTypeParameters(reading: SourceReading, node: Syntax | undefined): number[] | undefined {
  return node?.kids.flatMap((kid) => {
    const name = child(kid, 'name');
    if (!name) return [];
    const index = addDeclaration(reading, 'type parameter', nodeText(reading, name));
    const [bound, standard] = [child(kid, 'constraint'), child(kid, 'value')];
    if (bound) reading.declarations[index]!.type = readType(reading, bound);
    if (standard) reading.declarations[index]!.supers = [readType(reading, standard)];
    return [index];
  });
}

/** Reads the members of an interface or of the type of an object; what is said of all of them is `values`. */
export function readMembers(
  reading: SourceReading,
  body: Syntax,
): { members: number[]; values?: TypeExpression } {
  const found: { members: number[]; values?: TypeExpression } = { members: [] };
  for (const kid of body.kids)
    inScope(reading, () => {
      const member = readMember(reading, kid);
      if (typeof member === 'number') found.members.push(member);
      else if (member) found.values = member;
    });
  return found;
}

type TypeReader = (reading: SourceReading, node: Syntax) => TypeExpression;

const inner: TypeReader = (reading, { kids: [kid] }) => (kid ? readType(reading, kid) : UNKNOWN);

const UNKNOWN: TypeExpression = ['unknown'];

const plain =
  (name: string): TypeReader =>
  (reading, node) => {
    for (const kid of node.kids) readType(reading, kid);
    return ['plain', name];
  };

const TYPES: Readonly<Record<string, TypeReader>> = {
  predefined_type(reading, node) {
    const name = nodeText(reading, node);
    return name === 'any' || name === 'unknown' || name === 'object' ? UNKNOWN : ['plain', name];
  },
  literal_type(reading, { kids: [kid] }) {
    if (kid?.type === 'string') return ['literal', memberName(reading, kid)];
    return ['plain', kid && WORDS.has(kid.type) ? kid.type : 'number'];
  },
  this_type: () => ['this'],
  infer_type: () => UNKNOWN,
  template_literal_type: plain('string'),
  index_type_query: plain('string'),
  type_predicate: (reading, node) => plain('boolean')(reading, { ...node, kids: node.kids.slice(1) }),
  asserts(reading, node) {
    const predicate = childOf(node, 'type_predicate');
    return predicate ? readType(reading, predicate) : ['plain', 'void'];
  },
  identifier: named,
  type_identifier: named,
  nested_type_identifier: named,
  generic_type: named,
  array_type: (reading, node) => ['array', inner(reading, node)],
  tuple_type: (reading, node) => ['tuple', node.kids.map((kid) => element(reading, kid))],
  union_type: (reading, node) => either(parts(node).map((kid) => readType(reading, kid))),
  intersection_type: (reading, node) => ['both', parts(node).map((kid) => readType(reading, kid))],
  conditional_type,
  lookup_type(reading, { kids: [of, key] }) {
    return ['index', of ? readType(reading, of) : UNKNOWN, key ? readType(reading, key) : UNKNOWN];
  },
  type_query: typeQuery,
  member_expression: (reading, node) => imported(reading, node) ?? UNKNOWN,
  call_expression: (reading, node) => imported(reading, node) ?? UNKNOWN,
  object_type(reading, node) {
    const { members, values } = readMembers(reading, node);
    if (values && members.length === 0) return ['values', values];
    return ['declared', declareMember(reading, 'object', '', { members })];
  },
  function_type: (reading, node) => inScope(reading, () => ['declared', lambda(reading, node, '')]),
  constructor_type: (reading, node) => inScope(reading, () => ['declared', lambda(reading, node, '', true)]),
};

const WORDS = new Set(['null', 'undefined', 'true', 'false']);

/** One of several types; strings and the like among others say nothing that is asked for. */
function either(types: TypeExpression[]): TypeExpression {
  const [first, ...others] = types.filter(([tag]) => tag !== 'plain' && tag !== 'literal');
  if (!first) return types.length === 1 ? types[0]! : ['plain', 'string'];
  return others.length === 0 ? first : ['union', [first, ...others]];
}

/** The types of `A | B | C`, of which the grammar makes pairs. */
const parts = ({ type, kids }: Syntax): Syntax[] =>
  kids.flatMap((kid) => (kid.type === type ? parts(kid) : [kid]));

function conditional_type(reading: SourceReading, node: Syntax): TypeExpression {
  const [left, right, yes, no] = node.kids;
  if (left) readType(reading, left);
  // What `infer` binds in the condition is known in the first branch only, and not looked into.
  if (right) inScope(reading, () => readType(reading, right));
  return either([yes, no].flatMap((kid) => (kid ? [readType(reading, kid)] : [])));
}

/** An element of a tuple, which may have a name; of `...rest: A[]`, one of the array. */
function element(reading: SourceReading, node: Syntax): TypeExpression {
  const isNamed = node.type.endsWith('_parameter');
  const found = readType(reading, (isNamed && child(node, 'type')) || node);
  const spread = node.type === 'rest_type' || child(node, 'name')?.type === 'rest_pattern';
  return spread && found[0] === 'array' ? found[1] : found;
}

function named(reading: SourceReading, node: Syntax): TypeExpression {
  const of = node.type === 'generic_type' ? (child(node, 'name') ?? node) : node;
  const name = nodeText(reading, of).replace(/\s+/g, '');
  const args = child(node, 'type_arguments');
  const given = args && readTypes(reading, args);
  mentionName(reading, 'type', name, node.start);
  return given ? ['name', name, given] : ['name', name];
}

function typeQuery(reading: SourceReading, { kids: [of] }: Syntax): TypeExpression {
  if (!of) return UNKNOWN;
  const whole = imported(reading, of);
  if (whole?.[0] === 'import') return ['import', whole[1], whole[2], undefined, 'typeof'];
  const [bare = of, args] = of.type === 'instantiation_expression' ? of.kids : [of];
  const name = nodeText(reading, bare).replace(/\s+/g, '');
  mentionName(reading, 'value', name, bare.start);
  return args ? ['typeof', name, readTypes(reading, args)] : ['typeof', name];
}

/** `import("./cart")` and its members. */
function imported(reading: SourceReading, node: Syntax): TypeExpression | undefined {
  let at: Syntax | undefined = node;
  while (at?.type === 'member_expression') at = child(at, 'object');
  if (at?.type !== 'call_expression' || child(at, 'function')?.type !== 'import') return undefined;
  const [specifier] = child(at, 'arguments')?.kids ?? [];
  if (!specifier) return undefined;
  const path = memberName(reading, specifier);
  reading.imports.push({ specifier: path, line: sourceLine(reading, at.start) });
  return ['import', path, reading.source.slice(at.end, node.end).replace(/^\s*\.|\s+/g, '')];
}

function readMember(reading: SourceReading, node: Syntax): number | TypeExpression | undefined {
  const [key, annotation] = [child(node, 'name'), child(node, 'type')];
  switch (node.type) {
    case 'call_signature':
      return lambda(reading, node, 'call');
    case 'construct_signature':
      return lambda(reading, node, 'new', true);
    case 'index_signature': {
      const mapped = childOf(node, 'mapped_type_clause');
      const of = child(mapped ?? node, mapped ? 'type' : 'index_type');
      const type = of ? readType(reading, of) : UNKNOWN;
      const [name, alias] = mapped ? [child(mapped, 'name'), child(mapped, 'alias')] : [];
      if (name) addDeclaration(reading, 'type parameter', nodeText(reading, name), { type });
      if (alias) readType(reading, alias);
      return annotation && readType(reading, annotation);
    }
    case 'property_signature':
      // `[key]: T` says what all members may be.
      if (key?.type === 'computed_property_name') return annotation && readType(reading, annotation);
      return (
        key &&
        readNamedMember(reading, node, key, 'field', (declaration) => {
          if (annotation) declaration.type = readType(reading, annotation);
        })
      );
    case 'method_signature': {
      if (!key || key.type === 'computed_property_name') {
        readSignature(reading, node);
        return undefined;
      }
      const getter = node.words.includes('get');
      return readNamedMember(reading, node, key, getter ? 'field' : 'method', (declaration) => {
        const signature = readSignature(reading, node);
        if (getter) declaration.type = signature.returns ?? UNKNOWN;
        else declaration.signature = signature;
      });
    }
  }
  return undefined;
}

function readNamedMember(
  reading: SourceReading,
  node: Syntax,
  key: Syntax,
  kind: 'field' | 'method',
  read: (declaration: SourceReading['declarations'][number]) => void,
): number {
  const name = memberName(reading, key);
  const symbol = reading.naming ? { symbol: addSymbol(reading, kind, name, node, key) } : {};
  const index = declareMember(reading, kind, name, symbol);
  readInside(reading, symbol, () => read(reading.declarations[index]!));
  return index;
}

function lambda(reading: SourceReading, node: Syntax, name: string, constructs = false): number {
  const signature = readSignature(reading, node);
  return declareMember(reading, 'lambda', name, {
    signature: { ...signature, ...(constructs && { constructs: true }) },
  });
}

/** Reads type parameters, parameters and what is returned, of a function without a body. */
function readSignature(reading: SourceReading, node: Syntax): Signature {
  const types = readTypeParameters(reading, child(node, 'type_parameters'));
  const parameters = (child(node, 'parameters')?.kids ?? []).map((kid) => parameter(reading, kid));
  const returns = child(node, 'return_type') ?? child(node, 'type');
  return {
    parameters,
    ...(types && { typeParameters: types }),
    ...(returns && { returns: readType(reading, returns) }),
  };
}

function parameter(reading: SourceReading, node: Syntax): number {
  const [whole, annotation] = [child(node, 'pattern') ?? node, child(node, 'type')];
  const rest = whole.type === 'rest_pattern';
  const pattern = (rest && whole.kids[0]) || whole;
  const isNamed = pattern.type === 'identifier' || pattern.type === 'this';
  return addDeclaration(reading, 'parameter', isNamed ? nodeText(reading, pattern) : '', {
    type: annotation ? readType(reading, annotation) : UNKNOWN,
    ...(rest && { each: 'of' }),
  });
}
