import { readByQuery } from '../../facts/symbols.ts';
import { declared } from './declarator.ts';

/** What C and C++ have in common. `static` outside of a class keeps a name to its file. */
export const COMMON = `
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
`;

/** Reads C. */
export const c = readByQuery({
  language: 'c',
  extensions: ['.c', '.h'],
  grammar: 'tree-sitter-c.wasm',
  query: COMMON,
  name: declared,
  exported: ({ head }) => !/^\s*static\b/.test(head),
});
