import type { FileFacts } from '../../facts/facts.ts';
import { surfaceOf } from '../../facts/hash.ts';
import { openSymbols } from '../../graph/symbol-list.ts';
import type { LanguageReader } from '../language.ts';
import type { PythonDetail } from './detail.ts';
import { specifierOf } from './imports.ts';
import { pythonScopeIn } from './scope.ts';
import { visitPython } from './walk.ts';

/** Reads Python. */
export const python: LanguageReader = {
  language: 'python',
  extensions: ['.py', '.pyi', '.pyw'],
  grammar: 'tree-sitter-python.wasm',
  read(path, source, tree): FileFacts<PythonDetail> {
    const symbols = openSymbols(source);
    const detail: PythonDetail = {
      imports: [],
      names: Object.create(null),
      functions: {},
      classes: {},
      all: null,
      mentions: [],
    };
    visitPython(tree.rootNode, pythonScopeIn(null, { kind: 'module', symbol: -1, owner: -1 }), {
      symbols,
      detail,
    });
    detail.mentions = detail.mentions.filter(({ expr }) => mayLeadSomewhere(expr, detail));
    const { mentions: _, imports: statements, ...visible } = detail;
    const shown = symbols.all.map(({ kind, name, parent, exported }) => [kind, name, parent, exported]);
    return {
      path,
      language: 'python',
      surface: surfaceOf([shown, visible, statements.map(({ module, up, names }) => [module, up, names])]),
      symbols: symbols.all,
      imports: statements.map((each) => ({ specifier: specifierOf(each), line: each.line })),
      detail,
      chunks: [],
      broken: tree.rootNode.hasError,
    };
  },
};

/** A name that nothing in the file gives a meaning is a built-in one, unless all names of some module are imported. */
function mayLeadSomewhere(
  expr: PythonDetail['mentions'][number]['expr'],
  { names, imports }: PythonDetail,
): boolean {
  let root = expr;
  while (root && Array.isArray(root[1]) && (root[0] === 'get' || root[0] === 'call' || root[0] === 'index'))
    root = root[1] as typeof root;
  if (root?.[0] !== 'name') return true;
  return (
    root[1] in names || MADE_OF_ARGUMENTS.has(root[1]) || imports.some((each) => each.names.includes('*'))
  );
}

const MADE_OF_ARGUMENTS = new Set([
  'next',
  'iter',
  'sorted',
  'reversed',
  'list',
  'tuple',
  'set',
  'frozenset',
  'type',
]);
