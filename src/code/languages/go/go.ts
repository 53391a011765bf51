import type { Tree } from 'web-tree-sitter';
import type { FileFacts } from '../../facts/facts.ts';
import { part } from '../../facts/fields.ts';
import { surfaceOf } from '../../facts/hash.ts';
import { openSymbols } from '../../graph/symbol-list.ts';
import type { LanguageReader } from '../language.ts';
import type { GoDetail, GoImport } from './detail.ts';
import { goScopeIn } from './scope.ts';
import { visitGo } from './walk.ts';

/** Reads Go. */
export const go: LanguageReader = {
  language: 'go',
  extensions: ['.go'],
  grammar: 'tree-sitter-go.wasm',
  read(path, source, tree): FileFacts<GoDetail> {
    const symbols = openSymbols(source);
    const detail: GoDetail = {
      package: packageOf(tree),
      imports: importsOf(tree),
      types: {},
      functions: {},
      variables: {},
      mentions: [],
    };
    visitGo(tree.rootNode, goScopeIn(null, -1), { symbols, detail });
    const { mentions: _, imports, ...visible } = detail;
    const shown = symbols.all.map(({ kind, name, parent, exported }) => [kind, name, parent, exported]);
    return {
      path,
      language: 'go',
      surface: surfaceOf([shown, visible, imports.map(({ path: specifier, name }) => [specifier, name])]),
      symbols: symbols.all,
      imports: imports.map(({ path: specifier, line }) => ({ specifier, line })),
      detail,
      chunks: [],
      broken: tree.rootNode.hasError,
    };
  },
};

const packageOf = ({ rootNode }: Tree): string =>
  rootNode.namedChildren.find((each) => each?.type === 'package_clause')?.firstNamedChild?.text ?? '';

function importsOf({ rootNode }: Tree): GoImport[] {
  return rootNode.namedChildren
    .filter((each) => each?.type === 'import_declaration')
    .flatMap((each) => each!.descendantsOfType('import_spec'))
    .map((spec) => {
      const name = part(spec!, 'name')?.text;
      return {
        path: part(spec!, 'path')?.text.slice(1, -1) ?? '',
        ...(name && { name }),
        line: spec!.startPosition.row + 1,
      };
    });
}
