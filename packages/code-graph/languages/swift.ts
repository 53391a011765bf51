import { readByQuery } from './query-reader.ts';

/** Reads Swift. Extensions are parts of what they extend. */
export const swift = readByQuery({
  language: 'swift',
  extensions: ['.swift'],
  grammar: 'tree-sitter-swift.wasm',
  query: `
    (import_declaration (identifier) @import)

    (protocol_declaration name: (type_identifier) @name) @interface
    (class_declaration name: (type_identifier) @name) @class
    (class_declaration name: (user_type (type_identifier) @name)) @class
    (enum_entry name: (simple_identifier) @name) @field
    (typealias_declaration . name: (type_identifier) @name) @type
    (function_declaration name: (simple_identifier) @name) @function
    (protocol_function_declaration name: (simple_identifier) @name) @method
    (init_declaration "init" @name) @method
    (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @variable

    (call_expression . (simple_identifier) @call)
    (call_expression . (navigation_expression
      target: (_) @_on
      suffix: (navigation_suffix suffix: (simple_identifier) @call)))

    (inheritance_specifier inherits_from: (user_type (type_identifier) @super))
  `,
  exported: ({ head }) => !/\b(?:private|fileprivate)\b/.test(head),
  specifiers: () => [],
});
