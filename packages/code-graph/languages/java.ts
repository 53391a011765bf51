import { readByQuery } from './query-reader.ts';

export const java = readByQuery({
  language: 'java',
  extensions: ['.java'],
  grammar: 'tree-sitter-java.wasm',
  query: `
    (package_declaration [(scoped_identifier) (identifier)] @scope)
    (import_declaration) @import

    (class_declaration name: (identifier) @name) @class
    (record_declaration name: (identifier) @name) @class
    (interface_declaration name: (identifier) @name) @interface
    (annotation_type_declaration name: (identifier) @name) @interface
    (enum_declaration name: (identifier) @name) @enum
    (enum_constant name: (identifier) @name) @field
    (method_declaration name: (identifier) @name) @method
    (annotation_type_element_declaration name: (identifier) @name) @method
    (constructor_declaration name: (identifier) @name) @method
    (compact_constructor_declaration name: (identifier) @name) @method
    (field_declaration declarator: (variable_declarator name: (identifier) @name)) @field
    (constant_declaration declarator: (variable_declarator name: (identifier) @name)) @field

    (method_invocation object: (_)? @_on name: (identifier) @call arguments: (_) @_args)
    (object_creation_expression type: [(type_identifier) @make (generic_type . (type_identifier) @make)])

    (superclass [(type_identifier) @super (generic_type . (type_identifier) @super)])
    (super_interfaces (type_list [(type_identifier) @super (generic_type . (type_identifier) @super)]))
    (extends_interfaces (type_list [(type_identifier) @super (generic_type . (type_identifier) @super)]))
  `,
  exported: ({ head }) => !/\bprivate\b/.test(head),
  // By custom, names of packages begin small and those of classes do not: a file is called after the outer class.
  specifiers: (text) => {
    const [, name] = /((?:[\w$]+\.)*?[A-Z][\w$]*)/.exec(text.replace(/^import\s+(?:static\s+)?/, '')) ?? [];
    return name ? [`${name.replaceAll('.', '/')}.java`] : [];
  },
});
