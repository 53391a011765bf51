import { readByQuery } from './query-reader.ts';

export const dart = readByQuery({
  language: 'dart',
  extensions: ['.dart'],
  grammar: 'tree-sitter-dart.wasm',
  query: `
    (import_specification (configurable_uri (uri) @import))
    (library_export (configurable_uri (uri) @import))

    (class_definition name: (identifier) @name) @class
    (mixin_declaration (identifier) @name) @class
    (extension_declaration name: (identifier) @name) @class
    (enum_declaration name: (identifier) @name) @enum
    (enum_constant name: (identifier) @name) @field
    (type_alias . (type_identifier) @name) @type
    (program (function_signature name: (identifier) @name) @function)
    (method_signature (function_signature name: (identifier) @name)) @method
    (method_signature (getter_signature name: (identifier) @name)) @field
    (method_signature (constructor_signature . name: (identifier) @name)) @method
    (declaration (function_signature name: (identifier) @name)) @method
    (declaration (constructor_signature . name: (identifier) @name)) @method
    (declaration (initialized_identifier_list (initialized_identifier (identifier) @name))) @field
    (program (initialized_identifier_list (initialized_identifier . (identifier) @name)) @variable)

    ((identifier) @call . (selector (argument_part)))
    ((_) @_on . (selector (unconditional_assignable_selector (identifier) @call)) . (selector (argument_part)))
    ((_) @_on . (selector (conditional_assignable_selector (identifier) @call)) . (selector (argument_part)))
    (new_expression (type_identifier) @make)

    (superclass (type_identifier) @super)
    (mixins (type_identifier) @super)
    (interfaces (type_identifier) @super)
  `,
  exported: ({ name }) => !name.startsWith('_'),
  specifiers: (text) => [text.replace(/^['"]|['"]$/g, '').replace(/^package:[^/]*\//, 'lib/')],
});
