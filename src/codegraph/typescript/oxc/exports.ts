import type { Syntax } from '../syntax.ts';
import { readClass } from './classes.ts';
import { readClassDeclaration, readInterface } from './declarations.ts';
import { readExpression, readOne } from './expressions.ts';
import { readFunctionDeclaration, readFunctionExpression } from './functions.ts';
import {
  count,
  each,
  end,
  type Field,
  isNameless,
  leadsNowhere,
  leaf,
  NOTHING,
  node,
  start,
  tag,
  target,
} from './memory.ts';
import { readDeclaration } from './statements.ts';

/** `import` with or without names. */
export function readImport(at: number, field: Field): Syntax {
  const kids: Syntax[] = [];
  if (!leadsNowhere(at + 16) && count(at + 16) > 0) kids.push(readImportClause(at + 16));
  kids.push(node('string', 'source', at + 40));
  return node('import_statement', field, at, kids);
}

function readImportClause(at: number): Syntax {
  const kids: Syntax[] = [];
  const named: Syntax[] = [];
  const first = target(at);
  const last = first + 16 * count(at);
  for (let each = first; each < last; each += 16) {
    const specifier = target(each + 8);
    if (tag(each) === 0) named.push(readSpecifier('import_specifier', specifier, specifier + 72));
    else if (tag(each) === 1) kids.push(node('identifier', null, specifier + 16));
    else kids.push(node('namespace_import', null, specifier, [node('identifier', null, specifier + 16)]));
  }
  if (named.length > 0) kids.push(around('named_imports', named));
  return around('import_clause', kids);
}

function around(type: string, kids: Syntax[]): Syntax {
  const whole = leaf(type, null, kids[0]!.start, kids.at(-1)!.end);
  whole.kids = kids;
  return whole;
}

/** `name` or `name as alias`: that what it becomes stands elsewhere says that it is written twice. */
function readSpecifier(type: string, at: number, alias: number): Syntax {
  const name = at + 24;
  const kids = [node(nameType(at + 16), 'name', name)];
  if (start(alias) !== start(name)) kids.push(node('identifier', 'alias', alias));
  return node(type, null, at, kids);
}

const QUOTED = 2;
const nameType = (at: number): string => (tag(at) === QUOTED ? 'string' : 'identifier');

/** `import a = require('a')` and `import b = c.d`. */
export function readImportEquals(at: number, field: Field): Syntax {
  const name = node('identifier', null, at + 16);
  const reference = target(at + 56);
  if (tag(at + 48) !== 0) return node('import_alias', field, at, [name, node('identifier', null, reference)]);
  const clause = leaf('import_require_clause', null, name.start, end(reference));
  clause.kids = [name, node('string', 'source', reference + 16)];
  return node('import_statement', field, at, [clause]);
}

export function readExportAll(at: number, field: Field): Syntax {
  const kids: Syntax[] = [];
  if (tag(at + 16) !== NOTHING) {
    const name = node(nameType(at + 16), null, at + 24);
    kids.push(around('namespace_export', [name]));
  }
  kids.push(node('string', 'source', at + 72));
  return node('export_statement', field, at, kids);
}

export const readExportNames = (at: number, field: Field): Syntax =>
  node('export_statement', field, at, [readExportClause(at)]);

export const readExportFrom = (at: number, field: Field): Syntax =>
  node('export_statement', field, at, [readExportClause(at), node('string', 'source', at + 40)]);

function readExportClause(at: number): Syntax {
  const clause = leaf('export_clause', null, start(at), end(at));
  clause.kids = each(at + 16, 128, (specifier) =>
    readSpecifier('export_specifier', specifier, specifier + 80),
  );
  return clause;
}

/** `export =`. */
export const readExportAssignment = (at: number, field: Field): Syntax =>
  node('export_statement', field, at, [readExpression(at + 16)]);

export const readExportDeclaration = (at: number, field: Field): Syntax =>
  withDecorators(node('export_statement', field, at, [readDeclaration(at + 16, 'declaration')]));

const DEFAULT = ['default'];
const [FUNCTION, CLASS, INTERFACE] = [64, 65, 66];

/** What is exported by default may have no name: it is then a value. */
export function readExportDefault(at: number, field: Field): Syntax {
  const exported = target(at + 24);
  return withDecorators(node('export_statement', field, at, [readDefault(tag(at + 16), exported)], DEFAULT));
}

function readDefault(which: number, at: number): Syntax {
  if (which === FUNCTION)
    return isNameless(at + 16)
      ? readFunctionExpression(at, 'value')
      : readFunctionDeclaration(at, 'declaration');
  if (which === CLASS)
    return isNameless(at + 40) ? readClass(at, 'value', 'class') : readClassDeclaration(at, 'declaration');
  if (which === INTERFACE) return readInterface(at, 'declaration');
  return readOne(which, at, 'value');
}

/** Decorators before `export` belong to the export, and the class begins behind it. */
function withDecorators(whole: Syntax): Syntax {
  const [declared] = whole.kids as [Syntax];
  const before = declared.kids.filter(({ type, start: from }) => type === 'decorator' && from < whole.start);
  if (before.length === 0) return whole;
  declared.kids = declared.kids.filter((kid) => !before.includes(kid));
  whole.kids = [...before, declared];
  whole.start = before[0]!.start;
  return whole;
}
