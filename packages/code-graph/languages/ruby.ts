import { readByQuery } from './query-reader.ts';

export const ruby = readByQuery({
  language: 'ruby',
  extensions: [
    '.rb',
    '.rake',
    '.gemspec',
    '.ru',
    'rakefile',
    'gemfile',
    'guardfile',
    'capfile',
    'vagrantfile',
  ],
  grammar: 'tree-sitter-ruby.wasm',
  query: `
    ((call method: (identifier) @_how arguments: (argument_list . (string))) @import
      (#any-of? @_how "require" "require_relative" "load"))

    (module name: [(constant) (scope_resolution)] @name) @namespace
    (class name: [(constant) (scope_resolution)] @name) @class
    (method name: (_) @name) @method
    (singleton_method name: (_) @name) @method
    (alias name: (_) @name) @method
    (program (assignment left: (constant) @name) @variable)
    (body_statement (assignment left: (constant) @name) @variable)
    ((call
      method: (identifier) @_how
      arguments: (argument_list (simple_symbol) @name @field))
      (#any-of? @_how "attr_reader" "attr_writer" "attr_accessor"))

    (call receiver: (_)? @_on method: (identifier) @call)
    (identifier) @mention
    (method name: (identifier) @local)
    (singleton_method name: (identifier) @local)
    (assignment left: (identifier) @local)
    (method_parameters (identifier) @local)
    (block_parameters (identifier) @local)
    (optional_parameter name: (identifier) @local)
    (keyword_parameter name: (identifier) @local)

    (superclass [(constant) (scope_resolution)] @super)
    ((call method: (identifier) @_how arguments: (argument_list [(constant) (scope_resolution)] @super))
      (#any-of? @_how "include" "extend" "prepend"))
  `,
  exported: () => true,
  name: (node) => ({ name: node.text.replace(/^:/, ''), at: node.startIndex }),
  specifiers: (text) => {
    const [, how, path] = /^(require|require_relative|load)\b[\s(]*['"]([^'"#]+)['"]/.exec(text) ?? [];
    if (!path) return [];
    const file = path.endsWith('.rb') ? path : `${path}.rb`;
    if (path.startsWith('.')) return [file];
    return how === 'require_relative' ? [`./${file}`] : LOAD_PATH.map((folder) => `${folder}/${file}`);
  },
});

const LOAD_PATH = ['lib', 'test', 'spec'];
