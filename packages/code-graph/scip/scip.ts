import { Problem } from '@sqrl/base/problem.ts';
import { fieldsOf, packedNumbers, textIn } from './protobuf.ts';

/** A file in a SCIP index, with what was found in it. */
export interface ScipDocument {
  path: string;
  /** What columns count; UTF-16 units where the index does not say. */
  columns: 'utf8' | 'utf16' | 'utf32';
  occurrences: ScipOccurrence[];
  /** What a symbol implements or extends. */
  parents: { symbol: string; parent: string }[];
}

/** A place where a symbol is named. */
export interface ScipOccurrence {
  symbol: string;
  /** From 1, as everywhere here. */
  line: number;
  /** From 0. */
  column: number;
  endColumn: number;
  definition: boolean;
}

/** Reads the documents of a SCIP index one by one, without ever holding more than one. */
export function* scipDocuments(index: Uint8Array): Generator<ScipDocument> {
  let documents = 0;
  try {
    for (const field of fieldsOf(index)) {
      if (field.number !== DOCUMENTS || !('bytes' in field)) continue;
      documents++;
      yield documentOf(field.bytes);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const far = documents === 0 ? '' : ` It is readable up to document ${documents}.`;
    throw new Problem(`Not a SCIP index, or a damaged one.${far}`, 'Create it again with a SCIP indexer.');
  }
}

/** The last part of a SCIP symbol: its name, and what its ending says it is. */
export function descriptorOf(symbol: string): { name: string; is: 'method' | 'type' | 'term' | 'other' } {
  const [, quoted, plain, end] = LAST.exec(symbol) ?? [];
  const name = quoted === undefined ? (plain ?? '') : quoted.replaceAll('``', '`');
  const is = end === '#' ? 'type' : end === '.' ? 'term' : end?.startsWith('(') ? 'method' : 'other';
  // A constructor is what its class is called.
  if (name === '<constructor>' || name === '__init__')
    return { ...descriptorOf(symbol.slice(0, symbol.lastIndexOf('#') + 1)), is: 'method' };
  return { name: name.replace(/^<(?:get|set)>/, ''), is };
}

const LAST = /(?:`((?:[^`]|``)*)`|([\w$+-]*))(\(\+?\w*\)\.|[#./:!\]])$/;

// Numbers of the fields, after the published scip.proto.
const DOCUMENTS = 2;
const DOCUMENT = { path: 1, occurrences: 2, symbols: 3, encoding: 6 };
const OCCURRENCE = { range: 1, symbol: 2, roles: 3 };
const INFORMATION = { symbol: 1, relationships: 4 };
const RELATIONSHIP = { symbol: 1, implementation: 3 };
const DEFINITION_ROLE = 1;
const ENCODINGS = ['utf16', 'utf8', 'utf16', 'utf32'] as const;

function documentOf(message: Uint8Array): ScipDocument {
  const document: ScipDocument = { path: '', columns: 'utf16', occurrences: [], parents: [] };
  for (const field of fieldsOf(message)) {
    if (!('bytes' in field)) {
      if (field.number === DOCUMENT.encoding) document.columns = ENCODINGS[field.value] ?? 'utf16';
    } else if (field.number === DOCUMENT.path) document.path = textIn(field.bytes);
    else if (field.number === DOCUMENT.occurrences) document.occurrences.push(...occurrenceOf(field.bytes));
    else if (field.number === DOCUMENT.symbols) document.parents.push(...parentsOf(field.bytes));
  }
  return document;
}

function occurrenceOf(message: Uint8Array): ScipOccurrence[] {
  let range: number[] = [];
  let symbol = '';
  let roles = 0;
  for (const field of fieldsOf(message)) {
    if (field.number === OCCURRENCE.range)
      range = 'bytes' in field ? packedNumbers(field.bytes) : [...range, field.value];
    else if (field.number === OCCURRENCE.symbol && 'bytes' in field) symbol = textIn(field.bytes);
    else if (field.number === OCCURRENCE.roles && 'value' in field) roles = field.value;
  }
  const [line, column, end] = range;
  if (symbol === '' || line === undefined || column === undefined || end === undefined) return [];
  return [
    {
      symbol,
      line: line + 1,
      column,
      // Three numbers are on one line; of four the third is a line.
      endColumn: range[3] ?? end,
      definition: (roles & DEFINITION_ROLE) !== 0,
    },
  ];
}

function parentsOf(message: Uint8Array): ScipDocument['parents'] {
  let symbol = '';
  const parents: string[] = [];
  for (const field of fieldsOf(message)) {
    if (!('bytes' in field)) continue;
    if (field.number === INFORMATION.symbol) symbol = textIn(field.bytes);
    else if (field.number === INFORMATION.relationships) {
      const relation = [...fieldsOf(field.bytes)];
      const implemented = relation.some(
        (one) => one.number === RELATIONSHIP.implementation && 'value' in one && one.value === 1,
      );
      const parent = relation.find((one) => one.number === RELATIONSHIP.symbol);
      if (implemented && parent && 'bytes' in parent) parents.push(textIn(parent.bytes));
    }
  }
  return parents.map((parent) => ({ symbol, parent }));
}
