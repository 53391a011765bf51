import type { Node } from 'web-tree-sitter';
import { part, parts } from '../../facts/fields.ts';
import type { PythonBinding, PythonImport } from './detail.ts';

/** What an import statement brings: the modules, and the names it binds. */
interface ImportedNames {
  imports: PythonImport[];
  bound: [name: string, binding: PythonBinding][];
}

/** Reads `import a.b as c` and `from ..a import b as c, d`. */
export function importedBy(statement: Node): ImportedNames {
  const line = statement.startPosition.row + 1;
  const names = parts(statement, 'name').map(nameOf);
  if (statement.type === 'import_statement')
    return {
      imports: names.map(({ name }) => ({ module: name, up: 0, names: [], line })),
      bound: names.map(({ name, alias }) => [
        alias ?? name.split('.')[0]!,
        { module: alias ? name : name.split('.')[0]! },
      ]),
    };
  const { module, up } = moduleOf(part(statement, 'module_name'));
  const star = statement.namedChildren.some((each) => each?.type === 'wildcard_import');
  return {
    imports: [{ module, up, names: star ? ['*'] : names.map(({ name }) => name), line }],
    bound: names.map(({ name, alias }) => [alias ?? name, { from: module, up, name }]),
  };
}

/** As it is written: `..a.b`. */
export const specifierOf = ({ module, up }: PythonImport): string => `${'.'.repeat(up)}${module}`;

function nameOf(node: Node): { name: string; alias?: string } {
  if (node.type !== 'aliased_import') return { name: plain(node) };
  const alias = part(node, 'alias')?.text;
  return { name: plain(part(node, 'name') ?? node), ...(alias && { alias }) };
}

function moduleOf(node: Node | null): { module: string; up: number } {
  const text = node ? plain(node) : '';
  const up = /^\.*/.exec(text)![0].length;
  return { module: text.slice(up), up };
}

const plain = (node: Node): string => node.text.replace(/\s+/g, '');
