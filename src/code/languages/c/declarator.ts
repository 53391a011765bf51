import type { Node } from 'web-tree-sitter';
import type { SymbolNameAt } from '../../facts/symbols.ts';

/** The name that a declarator declares, through pointers, arrays and scopes, and that it is a function where it is one. */
export function declared(node: Node): SymbolNameAt {
  let kind: SymbolNameAt['kind'];
  let at: Node = node;
  for (let inner: Node | null = at; inner; inner = within(at)) {
    at = inner;
    // In 'int (*done)(int)' a pointer is declared, not a function.
    if (at.type === 'function_declarator' && within(at)?.type !== 'parenthesized_declarator')
      kind = 'function';
  }
  const typedef = node.parent?.type === 'type_definition';
  return { name: at.text, at: at.startIndex, ...(kind && !typedef && { kind }) };
}

/** What a declarator wraps; of a scoped name, the last part. */
function within(node: Node): Node | null {
  if (SCOPED.has(node.type)) return node.childForFieldName('name');
  if (!node.type.endsWith('_declarator')) return null;
  return node.childForFieldName('declarator') ?? node.namedChildren.at(-1) ?? null;
}

const SCOPED = new Set(['qualified_identifier', 'template_function', 'template_type']);
