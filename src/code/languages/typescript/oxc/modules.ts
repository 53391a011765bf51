import type { Syntax } from '../syntax.ts';
import { convert } from './convert.ts';
import { around, type EsNode, type Field, syntax } from './nodes.ts';

export function convertImport(node: EsNode, field: Field): Syntax {
  const kids = [syntax('string', 'source', node.source)];
  if (node.specifiers.length > 0) kids.unshift(convertImportClause(node.specifiers));
  return syntax('import_statement', field, node, kids);
}

function convertImportClause(specifiers: readonly EsNode[]): Syntax {
  const kids: Syntax[] = [];
  const named: Syntax[] = [];
  for (const node of specifiers) {
    const local = syntax('identifier', null, node.local);
    if (node.type === 'ImportSpecifier')
      named.push(convertSpecifier('import_specifier', node, node.imported, node.local));
    else if (node.type === 'ImportDefaultSpecifier') kids.push(local);
    else kids.push(syntax('namespace_import', null, node, [local]));
  }
  if (named.length > 0) kids.push(around('named_imports', null, named));
  return around('import_clause', null, kids);
}

/** `name` or `name as alias`: where it is written once, both have the same offset. */
function convertSpecifier(type: string, node: EsNode, name: EsNode, alias: EsNode): Syntax {
  const kids = [exportedName(name, 'name')];
  if (alias.start !== name.start) kids.push(syntax('identifier', 'alias', alias));
  return syntax(type, null, node, kids);
}

const exportedName = (node: EsNode, field: Field): Syntax =>
  syntax(node.type === 'Literal' ? 'string' : 'identifier', field, node);

/** `import a = require('a')` and `import b = c.d`. */
export function convertImportEquals(node: EsNode, field: Field): Syntax {
  const { id, moduleReference: reference } = node;
  const name = syntax('identifier', null, id);
  if (reference.type !== 'TSExternalModuleReference')
    return syntax('import_alias', field, node, [name, syntax('identifier', null, reference)]);
  const kids = [name, syntax('string', 'source', reference.expression)];
  const clause = syntax('import_require_clause', null, { start: id.start, end: reference.end }, kids);
  return syntax('import_statement', field, node, [clause]);
}

export function convertExportAll(node: EsNode, field: Field): Syntax {
  const kids = [syntax('string', 'source', node.source)];
  if (node.exported) kids.unshift(around('namespace_export', null, [exportedName(node.exported, null)]));
  return syntax('export_statement', field, node, kids);
}

export function convertExportNamed(node: EsNode, field: Field): Syntax {
  if (node.declaration)
    return withDecorators(
      syntax('export_statement', field, node, [convert(node.declaration, 'declaration')]),
    );
  const names = node.specifiers.map((each: EsNode) =>
    convertSpecifier('export_specifier', each, each.local, each.exported),
  );
  const kids = [syntax('export_clause', null, node, names)];
  if (node.source) kids.push(syntax('string', 'source', node.source));
  return syntax('export_statement', field, node, kids);
}

/** A default export without a name is a value. */
export function convertExportDefault(node: EsNode, field: Field): Syntax {
  const exported: EsNode = node.declaration;
  const isDeclaration = exported.id && /Declaration$|^TSDeclareFunction$/.test(exported.type);
  const kid = isDeclaration ? convert(exported, 'declaration') : convert(asValue(exported), 'value');
  return withDecorators(syntax('export_statement', field, node, [kid], ['default']));
}

const asValue = (node: EsNode): EsNode => ({
  ...node,
  type: node.type.replace(/Declaration$/, 'Expression'),
});

/** Decorators before `export` belong to the statement in the grammar, and the class begins after the word. */
function withDecorators(whole: Syntax): Syntax {
  const [declared] = whole.kids as [Syntax];
  const before = declared.kids.filter(({ type, start }) => type === 'decorator' && start < whole.start);
  if (before.length === 0) return whole;
  declared.kids = declared.kids.slice(before.length);
  whole.kids = [...before, declared];
  whole.start = before[0]!.start;
  return whole;
}
