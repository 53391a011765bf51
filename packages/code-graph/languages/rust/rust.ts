import type { FileFacts } from '../../facts/facts.ts';
import type { LanguageReader } from '../language.ts';
import type { RustDetail } from './detail.ts';
import type { RustScope } from './scope.ts';
import { RustWalk } from './walk.ts';

export const rust: LanguageReader = {
  language: 'rust',
  extensions: ['.rs'],
  grammar: 'tree-sitter-rust.wasm',
  read(path, source, tree): FileFacts<RustDetail> {
    const detail: RustDetail = {
      modules: [{ name: '', parent: -1, items: Object.create(null), globs: [] }],
      types: {},
      impls: [],
      functions: {},
      values: {},
      imports: [],
      mentions: [],
    };
    const walk = new RustWalk(source, detail);
    walk.visit(tree.rootNode, FILE());
    const { mentions: _, imports: paths, ...visible } = detail;
    const imports = paths.map(({ path: segments, line }) => ({ specifier: segments.join('::'), line }));
    return walk.facts({ path, language: 'rust', tree }, { imports, visible });
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
