import type { Node } from 'web-tree-sitter';
import { readByQuery, type SymbolNameAt } from './query-reader.ts';

/** What C and C++ have in common. `static` outside of a class keeps a name to its file. */
const COMMON = `
  (preproc_include path: (_) @import)
  (preproc_def name: (identifier) @name value: (_)) @variable
  (preproc_function_def name: (identifier) @name) @function

  (struct_specifier name: (type_identifier) @name body: (_)) @class
  (union_specifier name: (type_identifier) @name body: (_)) @class
  (enum_specifier name: (type_identifier) @name body: (_)) @enum
  (enumerator name: (identifier) @name) @field
  (type_definition declarator: (_) @name) @type
  (field_declaration declarator: (_) @name) @field
  (function_definition declarator: (_) @name) @function

  (translation_unit (declaration declarator: (_) @name) @variable)
  (declaration_list (declaration declarator: (_) @name) @variable)
  (preproc_if (declaration declarator: (_) @name) @variable)
  (preproc_ifdef (declaration declarator: (_) @name) @variable)
  (preproc_else (declaration declarator: (_) @name) @variable)

  (call_expression function: (identifier) @call arguments: (_) @_args)
`;

export const c = readByQuery({
  language: 'c',
  extensions: ['.c', '.h'],
  grammar: 'tree-sitter-c.wasm',
  query: COMMON,
  name: declared,
  exported: ({ head }) => !/^\s*static\b/.test(head),
  specifiers: included,
});

export const cpp = readByQuery({
  language: 'cpp',
  extensions: [
    '.cpp',
    '.cc',
    '.cxx',
    '.c++',
    '.hpp',
    '.hh',
    '.hxx',
    '.h++',
    '.ipp',
    '.inl',
    '.tpp',
    '.ixx',
    '.cppm',
  ],
  grammar: 'tree-sitter-cpp.wasm',
  query: `${COMMON}
    (namespace_definition name: (_) @name) @namespace
    (class_specifier name: (_) @name body: (_)) @class
    (struct_specifier name: (template_type name: (_) @name) body: (_)) @class
    (alias_declaration name: (type_identifier) @name) @type
    (concept_definition name: (identifier) @name) @type
    (template_declaration (declaration declarator: (_) @name) @variable)
    (field_declaration_list (declaration declarator: (_) @name) @function)

    (call_expression
      function: (field_expression argument: (_) @_on field: (field_identifier) @call)
      arguments: (_) @_args)
    (call_expression
      function: (qualified_identifier scope: (_) @_on name: (identifier) @call)
      arguments: (_) @_args)
    (call_expression function: (qualified_identifier
      name: (qualified_identifier scope: (_) @_on name: (identifier) @call)))
    (call_expression function: (template_function name: (identifier) @call))
    (new_expression type: (type_identifier) @make)

    (base_class_clause [(type_identifier) @super (template_type name: (type_identifier) @super)])
    ((base_class_clause (qualified_identifier
      scope: (_) @_scope
      name: [(type_identifier) @super (template_type name: (type_identifier) @super)]))
      (#not-eq? @_scope "std"))
  `,
  name: declared,
  specifiers: included,
  exported: ({ head, inside }) => inside === 'class' || !/^\s*static\b/.test(head),
});

/** A header in brackets has to lie where such are kept: one of the system may have a namesake here. */
function included(text: string): string[] {
  const [, quote, name] = /^(["<])([^">]+)[">]$/.exec(text) ?? [];
  return name ? [quote === '<' ? `include/${name}` : name] : [];
}

/** The name that a declarator declares, through pointers, arrays and scopes, and that it is a function where it is one. */
function declared(node: Node): SymbolNameAt {
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
