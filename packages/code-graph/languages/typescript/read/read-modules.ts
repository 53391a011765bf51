import {
  addDeclaration,
  addSymbol,
  memberName,
  nodeText,
  readInside,
  type SourceReading,
  sourceLine,
  specifiersOf,
} from '../reading.ts';
import { child, childOf, type Syntax } from '../syntax.ts';
import { declare } from './read-declarations.ts';
import { FUNCTIONS, readFunction } from './read-functions.ts';
import { readClass } from './read-members.ts';

/** Reads an import of any form and declares its names. */
export function readImport(reading: SourceReading, node: Syntax): void {
  const required = childOf(node, 'import_require_clause');
  const source = child(node, 'source') ?? (required && child(required, 'source'));
  if (!source) return;
  const specifier = memberName(reading, source);
  reading.imports.push({ specifier, line: sourceLine(reading, node.start) });
  const bind = (local: string, name: string): void => {
    addDeclaration(reading, 'import', local, { from: { specifier, name } });
  };
  if (required?.kids[0]) bind(nodeText(reading, required.kids[0]), '=');
  for (const clause of childOf(node, 'import_clause')?.kids ?? []) {
    if (clause.type === 'identifier') bind(nodeText(reading, clause), 'default');
    else if (clause.type !== 'namespace_import')
      for (const { name, as } of specifiersOf(nodeText(reading, clause))) bind(as, name);
    else if (clause.kids[0]) bind(nodeText(reading, clause.kids[0]), '*');
  }
}

export function readExport(reading: SourceReading, node: Syntax): void {
  for (const kid of node.kids) if (kid.type === 'decorator') reading.read(kid);
  const source = child(node, 'source');
  const declaration = child(node, 'declaration');
  if (source) readReexport(reading, node, memberName(reading, source));
  else if (declaration) exportDeclaration(reading, declaration, node);
  else if (node.words.includes('default')) exportDefault(reading, node);
  else {
    const clause = childOf(node, 'export_clause');
    for (const { name, as } of clause ? specifiersOf(nodeText(reading, clause)) : [])
      reading.exports.push({ kind: 'local', name: as, local: name });
    const [value] = node.kids;
    if (!clause && value)
      reading.exports.push({ kind: 'all', value: reading.read(value), scope: reading.scope });
  }
}

function readReexport(reading: SourceReading, node: Syntax, specifier: string): void {
  reading.imports.push({ specifier, line: sourceLine(reading, node.start) });
  const namespace = childOf(node, 'namespace_export');
  const clause = childOf(node, 'export_clause');
  if (namespace?.kids[0]) {
    const name = memberName(reading, namespace.kids[0]);
    reading.exports.push({ kind: 'from', name, specifier, original: '*' });
  } else if (!clause) reading.exports.push({ kind: 'star', specifier });
  for (const { name, as } of clause ? specifiersOf(nodeText(reading, clause)) : [])
    reading.exports.push({ kind: 'from', name: as, specifier, original: name });
}

function exportDeclaration(reading: SourceReading, declaration: Syntax, statement: Syntax): void {
  const isDefault = statement.words.includes('default');
  for (const index of declare(reading, declaration, true)) {
    const { name } = reading.declarations[index]!;
    reading.exports.push({ kind: 'declaration', name: isDefault ? 'default' : name, declaration: index });
  }
}

/** `export default` of something that has no name yet takes that name. */
function exportDefault(reading: SourceReading, node: Syntax): void {
  const value = child(node, 'value');
  if (!value) return;
  const isClass = value.type === 'class';
  if (!isClass && !FUNCTIONS.has(value.type)) {
    const given = reading.read(value);
    reading.exports.push({ kind: 'value', name: 'default', value: given, scope: reading.scope });
    return;
  }
  const key = child(value, 'name');
  const name = key ? nodeText(reading, key) : 'default';
  const kind = isClass ? 'class' : 'function';
  const symbol = addSymbol(reading, kind, name, value, key ?? value, true);
  const index = addDeclaration(reading, kind, name, { symbol });
  readInside(reading, { symbol }, () => (isClass ? readClass : readFunction)(reading, value, index));
  reading.exports.push({ kind: 'declaration', name: 'default', declaration: index });
}
