import type { Tree } from 'web-tree-sitter';
import type { FileFacts } from '../../facts/facts.ts';
import { part } from '../../facts/fields.ts';
import type { LanguageReader } from '../language.ts';
import type { GoDetail, GoImport } from './detail.ts';
import { goScopeIn } from './scope.ts';
import { GoWalk } from './walk.ts';

export const go: LanguageReader = {
  language: 'go',
  extensions: ['.go'],
  grammar: 'tree-sitter-go.wasm',
  read(path, source, tree): FileFacts<GoDetail> {
    const detail: GoDetail = {
      package: packageOf(tree),
      imports: importsOf(tree),
      types: {},
      functions: {},
      variables: {},
      mentions: [],
    };
    const walk = new GoWalk(source, detail);
    walk.visit(tree.rootNode, goScopeIn(null, -1));
    const { mentions: _, imports, ...visible } = detail;
    return walk.facts(
      { path, language: 'go', tree },
      {
        imports: imports.map(({ path: specifier, line }) => ({ specifier, line })),
        visible: [visible, imports.map(({ path: specifier, name }) => [specifier, name])],
      },
    );
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
