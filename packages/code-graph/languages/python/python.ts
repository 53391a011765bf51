import type { FileFacts } from '../../facts/facts.ts';
import type { LanguageReader } from '../language.ts';
import type { PythonDetail } from './detail.ts';
import { specifierOf } from './imports.ts';
import { pythonScopeIn } from './scope.ts';
import { PythonWalk } from './walk.ts';

export const python: LanguageReader = {
  language: 'python',
  extensions: ['.py', '.pyi', '.pyw'],
  grammar: 'tree-sitter-python.wasm',
  read(path, source, tree): FileFacts<PythonDetail> {
    const detail: PythonDetail = {
      imports: [],
      names: Object.create(null),
      functions: {},
      classes: {},
      all: null,
      mentions: [],
    };
    const walk = new PythonWalk(source, detail);
    walk.visit(tree.rootNode, pythonScopeIn(null, { kind: 'module', symbol: -1, owner: -1 }));
    detail.mentions = detail.mentions.filter(({ expr }) => mayLeadSomewhere(expr, detail));
    const { mentions: _, imports, ...visible } = detail;
    return walk.facts(
      { path, language: 'python', tree },
      {
        imports: imports.map((each) => ({ specifier: specifierOf(each), line: each.line })),
        visible: [visible, imports.map(({ module, up, names }) => [module, up, names])],
      },
    );
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
