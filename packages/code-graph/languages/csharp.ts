import { readByQuery } from './query-reader.ts';

export const csharp = readByQuery({
  language: 'csharp',
  extensions: ['.cs'],
  grammar: 'tree-sitter-c_sharp.wasm',
  query: `
    (using_directive) @import
    (file_scoped_namespace_declaration name: (_) @scope)

    (namespace_declaration name: (_) @name) @namespace
    (class_declaration name: (identifier) @name) @class
    (struct_declaration name: (identifier) @name) @class
    (record_declaration name: (identifier) @name) @class
    (interface_declaration name: (identifier) @name) @interface
    (enum_declaration name: (identifier) @name) @enum
    (enum_member_declaration name: (identifier) @name) @field
    (delegate_declaration name: (identifier) @name) @type
    (method_declaration name: (identifier) @name) @method
    (constructor_declaration name: (identifier) @name) @method
    (destructor_declaration name: (identifier) @name) @method
    (local_function_statement name: (identifier) @name) @function
    (property_declaration name: (identifier) @name) @field
    (field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @field
    (event_declaration name: (identifier) @name) @field
    (event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @field

    (invocation_expression function: [(identifier) @call (generic_name (identifier) @call)] arguments: (_) @_args)
    (invocation_expression
      function: (member_access_expression
        expression: (_) @_on
        name: [(identifier) @call (generic_name (identifier) @call)])
      arguments: (_) @_args)
    (invocation_expression
      function: (conditional_access_expression . (_) @_on (member_binding_expression name: (identifier) @call))
      arguments: (_) @_args)
    (object_creation_expression type: [(identifier) @make (generic_name (identifier) @make)
      (qualified_name name: (identifier) @make)])

    (base_list [
      (identifier) @super
      (generic_name (identifier) @super)
      (qualified_name name: (identifier) @super)
      (primary_constructor_base_type (identifier) @super)
    ])
  `,
  // A type says nothing where it is internal, a member of a class where it is private.
  exported: ({ head, inside }) =>
    inside === 'class' ? /\b(?:public|internal|protected)\b/.test(head) : !/\b(?:private|file)\b/.test(head),
  specifiers: (text) => [text.replace(/^(?:global\s+)?using\s+(?:static\s+|\w+\s*=\s*)?|\s*;\s*$/g, '')],
});
