import type { FileFacts } from '../../facts/facts.ts';
import { surfaceOf } from '../../facts/hash.ts';
import { openSymbols } from '../../graph/symbol-list.ts';
import type { LanguageReader } from '../language.ts';
import type { RustDetail } from './detail.ts';
import type { RustScope } from './scope.ts';
import { visitRust } from './walk.ts';

/** Reads Rust. */
export const rust: LanguageReader = {
  language: 'rust',
  extensions: ['.rs'],
  grammar: 'tree-sitter-rust.wasm',
  read(path, source, tree): FileFacts<RustDetail> {
    const symbols = openSymbols(source);
    const detail: RustDetail = {
      modules: [{ name: '', parent: -1, items: Object.create(null), globs: [] }],
      types: {},
      impls: [],
      functions: {},
      values: {},
      imports: [],
      mentions: [],
    };
    visitRust(tree.rootNode, FILE(), { symbols, detail, macros: new Map() });
    const { mentions: _, imports, ...visible } = detail;
    const shown = symbols.all.map(({ kind, name, parent, exported }) => [kind, name, parent, exported]);
    return {
      path,
      language: 'rust',
      surface: surfaceOf([shown, visible]),
      symbols: symbols.all,
      imports: imports.map(({ path: segments, line }) => ({ specifier: segments.join('::'), line })),
      detail,
      chunks: [],
      broken: tree.rootNode.hasError,
    };
  },
};

const FILE = (): RustScope => ({
  symbol: -1,
  module: 0,
  names: new Map(),
  types: new Map(),
  self: null,
  member: null,
  outer: null,
});
