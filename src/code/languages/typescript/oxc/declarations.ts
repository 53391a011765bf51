import type { Syntax } from '../syntax.ts';
import { bare, convert, optional } from './convert.ts';
import { annotation, typeParameters } from './functions.ts';
import { type EsNode, type Field, NONE, syntax, tokenFrom } from './nodes.ts';

/** The grammar puts what is declared with `declare` into a node of its own. */
export function ambient(node: EsNode, declared: Syntax): Syntax {
  if (!node.declare) return declared;
  const whole = syntax('ambient_declaration', declared.field, node, [declared]);
  declared.field = null;
  declared.start = tokenFrom(node.start + 'declare'.length);
  return whole;
}

export function convertVariables(node: EsNode, field: Field): Syntax {
  const type = node.kind === 'var' ? 'variable_declaration' : 'lexical_declaration';
  const kids = node.declarations.map(convertVariable);
  return ambient(node, syntax(type, field, node, kids, declarationWords(node)));
}

/** The word that declares variables; `using` binds a constant. */
export const declarationWords = ({ kind }: EsNode): string[] => [
  kind === 'var' || kind === 'let' ? kind : 'const',
];

function convertVariable(node: EsNode): Syntax {
  return syntax('variable_declarator', null, node, [
    bare(node.id, 'name'),
    ...annotation(node.id.typeAnnotation, 'type'),
    ...optional(node.init, 'value'),
  ]);
}

const nameOf = ({ id }: EsNode): Syntax => syntax('identifier', 'name', id);

export function convertTypeAlias(node: EsNode, field: Field): Syntax {
  const kids = [nameOf(node), ...typeParameters(node), typeLeaf(node.typeAnnotation, 'value')];
  return ambient(node, syntax('type_alias_declaration', field, node, kids));
}

/** Types are read from their text; the parts of a long one are places to cut it into chunks. */
export function typeLeaf(node: EsNode, field: Field): Syntax {
  return syntax('type', field, node, partsOfLong(node, node.types ?? node.members ?? node.elementTypes));
}

const LONG_TYPE = 4_000;

const partsOfLong = ({ start, end }: EsNode, parts: readonly EsNode[] | undefined): Syntax[] | undefined =>
  end - start > LONG_TYPE ? parts?.map((part) => typeLeaf(part, null)) : undefined;

export function convertInterface(node: EsNode, field: Field): Syntax {
  const kids = [nameOf(node), ...typeParameters(node)];
  if (node.extends.length > 0) {
    const { start } = node.extends[0];
    kids.push(syntax('extends_type_clause', null, { start, end: node.extends.at(-1).end }));
  }
  kids.push(syntax('interface_body', 'body', node.body, partsOfLong(node.body, node.body.body)));
  return ambient(node, syntax('interface_declaration', field, node, kids));
}

export function convertEnum(node: EsNode, field: Field): Syntax {
  const members = node.body.members.map(convertEnumMember);
  const kids = [nameOf(node), syntax('enum_body', 'body', node.body, members)];
  return ambient(node, syntax('enum_declaration', field, node, kids));
}

function convertEnumMember(node: EsNode): Syntax {
  const name = node.computed ? convert(node.id, 'name') : syntax('property_identifier', 'name', node.id);
  if (!node.initializer) return name;
  return syntax('enum_assignment', null, node, [name, convert(node.initializer, 'value')]);
}

/** Converts `namespace A.B`, `module 'name'` and `global`. */
export function convertModule(node: EsNode, field: Field): Syntax {
  const { id, kind, body } = node;
  if (kind === 'global') return syntax('ambient_declaration', field, node, [convert(body)]);
  const isQuoted = id.type === 'Literal';
  const kids = [
    syntax(isQuoted ? 'string' : 'identifier', 'name', id),
    ...(body ? [convert(body, 'body')] : NONE),
  ];
  return ambient(node, syntax(kind === 'module' ? 'module' : 'internal_module', field, node, kids));
}
