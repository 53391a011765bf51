import type { Syntax } from '../syntax.ts';
import { convert, convertAll, optional } from './convert.ts';
import { ambient } from './declarations.ts';
import { annotation, convertKey, typeParameters, withSignature } from './functions.ts';
import { around, type EsNode, type Field, isJavaScript, NONE, source, syntax, tokenFrom } from './nodes.ts';

/** Converts a class that is declared, or used as a value. */
export function convertClass(node: EsNode, field: Field): Syntax {
  const body = { ...node.body };
  const kids = [
    ...convertAll(node.decorators ?? NONE),
    ...optional(node.id, 'name'),
    ...typeParameters(node),
    ...heritage(node),
    syntax('class_body', 'body', body, convertMembers(body.body)),
  ];
  return ambient(node, syntax(classType(node), field, node, kids));
}

function classType({ type, abstract }: EsNode): string {
  if (type === 'ClassExpression') return 'class';
  return abstract ? 'abstract_class_declaration' : 'class_declaration';
}

function heritage(node: EsNode): Syntax[] {
  const clauses: Syntax[] = [];
  if (node.superClass) {
    const parts = [convert(node.superClass, 'value')];
    if (node.superTypeArguments)
      parts.push(syntax('type_arguments', 'type_arguments', node.superTypeArguments));
    clauses.push(around('extends_clause', null, parts));
  }
  if (node.implements?.length > 0) {
    const { start } = node.implements[0];
    clauses.push(syntax('implements_clause', null, { start, end: node.implements.at(-1).end }));
  }
  return clauses.length > 0 ? [around('class_heritage', null, clauses)] : NONE;
}

function convertMembers(members: readonly EsNode[]): Syntax[] {
  const kids: Syntax[] = [];
  for (const member of members) {
    const converted = convert(member);
    // The grammar of TypeScript has the decorators of a method next to it, that of JavaScript in it.
    if (converted.type !== 'public_field_definition' && !isJavaScript && member.decorators?.length > 0) {
      const decorators = converted.kids.splice(0, member.decorators.length);
      kids.push(...decorators);
      converted.start = tokenFrom(decorators.at(-1)!.end);
    }
    kids.push(converted);
  }
  return kids;
}

export function convertStaticBlock(node: EsNode, field: Field): Syntax {
  const start = source.indexOf('{', node.start);
  const body = syntax('statement_block', 'body', { start, end: node.end }, convertAll(node.body));
  return syntax('class_static_block', field, node, [body], STATIC);
}

const STATIC = ['static'];

export function convertMethod(node: EsNode, field: Field): Syntax {
  const { key, value, kind } = node;
  const isAbstract = node.type === 'TSAbstractMethodDefinition';
  const type = value.body
    ? 'method_definition'
    : isAbstract
      ? 'abstract_method_signature'
      : 'method_signature';
  const words = [...(node.static ? STATIC : NONE), ...(kind === 'get' || kind === 'set' ? [kind] : NONE)];
  const kids = convertAll(node.decorators ?? NONE);
  kids.push(convertKey(key, 'name', node.computed));
  const whole = withSignature(syntax(type, field, node, kids, words), value);
  // The grammar ends a signature before its semicolon.
  if (!value.body) whole.end -= source.slice(whole.start, whole.end).match(/\s*;?$/)![0].length;
  return whole;
}

/** Converts a field, which in the grammar ends before its semicolon. */
export function convertField(node: EsNode, field: Field): Syntax {
  const key = convertKey(node.key, isJavaScript ? 'property' : 'name', node.computed);
  const kids = [
    ...convertAll(node.decorators ?? NONE),
    key,
    ...annotation(node.typeAnnotation, 'type'),
    ...optional(node.value, 'value'),
  ];
  const type = isJavaScript ? 'field_definition' : 'public_field_definition';
  let end = kids.at(-1)!.end;
  if (kids.at(-1) === key && (node.optional || node.definite)) end = tokenFrom(end) + 1;
  return syntax(type, field, { start: node.start, end }, kids, node.static ? STATIC : NONE);
}
