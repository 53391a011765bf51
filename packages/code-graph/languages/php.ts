import { readByQuery } from './query-reader.ts';

export const php = readByQuery({
  language: 'php',
  extensions: ['.php', '.phtml', '.inc'],
  grammar: 'tree-sitter-php.wasm',
  query: `
    (namespace_definition name: (namespace_name) @scope)
    (namespace_use_declaration) @import
    (require_expression) @import
    (require_once_expression) @import
    (include_expression) @import
    (include_once_expression) @import

    (class_declaration name: (name) @name) @class
    (interface_declaration name: (name) @name) @interface
    (trait_declaration name: (name) @name) @class
    (enum_declaration name: (name) @name) @enum
    (enum_case name: (name) @name) @field
    (function_definition name: (name) @name) @function
    (method_declaration name: (name) @name) @method
    (property_declaration (property_element name: (variable_name (name) @name))) @field
    (property_promotion_parameter name: (variable_name (name) @name)) @field.member
    (declaration_list (const_declaration (const_element (name) @name)) @field)
    (enum_declaration_list (const_declaration (const_element (name) @name)) @field)
    (program (const_declaration (const_element (name) @name)) @variable)

    (function_call_expression function: [(name) @call (qualified_name (name) @call)])
    (member_call_expression object: (_) @_on name: (name) @call)
    (nullsafe_member_call_expression object: (_) @_on name: (name) @call)
    (scoped_call_expression scope: (_) @_on name: (name) @call)
    (object_creation_expression [(name) @make (qualified_name (name) @make)])

    (base_clause [(name) (qualified_name)] @super)
    (class_interface_clause [(name) (qualified_name)] @super)
    (use_declaration [(name) (qualified_name)] @super)
  `,
  exported: ({ head }) => !/\b(?:private|protected)\b/.test(head),
  specifiers: (text) => (text.startsWith('use') ? used(text) : included(text)),
});

/** The names of `use A\\B, C as D` and of `use A\\{B, function c}`. */
function used(text: string): string[] {
  const [, prefix = '', names = ''] =
    /^use\s+(?:(?:function|const)\s+)?(?:([^{;]*)\{)?([^};]*)/.exec(text) ?? [];
  return names
    .split(',')
    .map((name) => name.replace(/^\s*(?:function|const)\s+|\s+as\s+\w+\s*$/g, '').trim())
    .filter((name) => name !== '')
    .map((name) => `${`${prefix.trim()}${name}`.replace(/^\\/, '').replaceAll('\\', '/')}.php`);
}

/** The path of `require __DIR__ . '/a.php'`, relative to the file it stands in; none where it is computed. */
function included(text: string): string[] {
  const [, where, path] = INCLUDED.exec(text) ?? [];
  if (!path) return [];
  const up = where === 'dirname(__DIR__)' ? '..' : '.';
  return [path.startsWith('.') ? path : `${up}/${path.replace(/^\//, '')}`];
}

const INCLUDED =
  /^\w+[\s(]+(?:(__DIR__|dirname\(__DIR__\)|dirname\(__FILE__\))\s*\.\s*)?['"]([^'"$]+)['"][\s)]*$/;
