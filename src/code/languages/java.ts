import { dirname, join } from 'node:path/posix';
import { nearestEnding } from '../facts/nearest.ts';
import { readByQuery } from '../facts/symbols.ts';
import { lastPart, linkQueried } from './query-linker.ts';

/** Reads Java. */
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

    (superclass [(type_identifier) @super (generic_type . (type_identifier) @super)])
    (super_interfaces (type_list [(type_identifier) @super (generic_type . (type_identifier) @super)]))
    (extends_interfaces (type_list [(type_identifier) @super (generic_type . (type_identifier) @super)]))
  `,
  exported: ({ head }) => !/\bprivate\b/.test(head),
  specifiers: (text) => [text.replace(/^import\s+(?:static\s+)?|[\s;]+/g, '')],
});

/** Finds classes by the folders of their packages. */
export const javaLinker = linkQueried({
  languages: ['java'],
  files(specifier, { path }, world) {
    // What is imported may be a member of a class, or a class in one: then the file is called after the outer one.
    const parts = specifier.replace(/\.\*$/, '').split('.');
    for (let length = parts.length; length > Math.max(1, parts.length - 3); length--) {
      const file = nearestEnding(`${parts.slice(0, length).join('/')}.java`, path, world);
      if (file) return [file];
    }
    return [];
  },
  beside(name, { path }, world) {
    const file = join(dirname(path), `${name}.java`);
    return world.exists(file) ? file : undefined;
  },
  // Only where a whole package is imported can a name come from a file that is not named.
  anywhere: (name, { imports }) =>
    imports.some(({ specifier }) => specifier.endsWith('.*')) &&
    !imports.some(({ specifier }) => lastPart(specifier) === name),
});
