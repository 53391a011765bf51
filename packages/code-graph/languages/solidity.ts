import { readByQuery } from './query-reader.ts';

export const solidity = readByQuery({
  language: 'solidity',
  extensions: ['.sol'],
  grammar: 'tree-sitter-solidity.wasm',
  query: `
    (import_directive source: (string) @import)

    (contract_declaration name: (identifier) @name) @class
    (library_declaration name: (identifier) @name) @class
    (interface_declaration name: (identifier) @name) @interface
    (struct_declaration name: (identifier) @name) @class
    (enum_declaration name: (identifier) @name) @enum
    (event_definition name: (identifier) @name) @function
    (error_declaration name: (identifier) @name) @function
    (modifier_definition name: (identifier) @name) @function
    (function_definition name: (identifier) @name) @function
    (state_variable_declaration name: (identifier) @name) @field
    (struct_member name: (identifier) @name) @field

    (call_expression function: (expression [
      (identifier) @call
      (member_expression object: (_) @_on property: (identifier) @call)
      (new_expression name: (type_name (user_defined_type (identifier) @make)))
    ]))
    (emit_statement name: (expression (identifier) @call))
    (modifier_invocation (identifier) @call)

    (inheritance_specifier ancestor: (user_defined_type (identifier) @super))
  `,
  exported: ({ head }) => !/\bprivate\b/.test(head),
  specifiers: (text) => [text.replace(/^["']|["']$/g, '')],
});
