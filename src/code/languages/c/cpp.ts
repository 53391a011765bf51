import { readByQuery } from '../../facts/symbols.ts';
import { COMMON } from './c.ts';
import { declared } from './declarator.ts';

/** Reads C++. */
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

    (base_class_clause [(type_identifier) @super (template_type name: (type_identifier) @super)])
    ((base_class_clause (qualified_identifier
      scope: (_) @_scope
      name: [(type_identifier) @super (template_type name: (type_identifier) @super)]))
      (#not-eq? @_scope "std"))
  `,
  name: declared,
  exported: ({ head, inside }) => inside === 'class' || !/^\s*static\b/.test(head),
});
