import { Problem } from '@sqrl/base/problem.ts';
import { fieldsOf, messageOf } from './protobuf.ts';

export interface ScipDocument {
  path: string;
  /** What columns count; UTF-16 units where the index does not say. */
  columns: 'utf8' | 'utf16' | 'utf32';
  occurrences: ScipOccurrence[];
  /** What a symbol implements or extends. */
  parents: { symbol: string; parent: string }[];
}

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

function documentOf(bytes: Uint8Array): ScipDocument {
  const { text, numbers, messages } = messageOf(bytes);
  return {
    path: text(DOCUMENT.path),
    columns: ENCODINGS[numbers(DOCUMENT.encoding).at(-1) ?? 0] ?? 'utf16',
    occurrences: messages(DOCUMENT.occurrences).flatMap(occurrenceOf),
    parents: messages(DOCUMENT.symbols).flatMap(parentsOf),
  };
}

function occurrenceOf(bytes: Uint8Array): ScipOccurrence[] {
  const { text, numbers } = messageOf(bytes);
  const symbol = text(OCCURRENCE.symbol);
  const [line, column, end, last] = numbers(OCCURRENCE.range);
  if (symbol === '' || line === undefined || column === undefined || end === undefined) return [];
  return [
    {
      symbol,
      line: line + 1,
      column,
      // Three numbers are on one line; of four the third is a line.
      endColumn: last ?? end,
      definition: ((numbers(OCCURRENCE.roles).at(-1) ?? 0) & DEFINITION_ROLE) !== 0,
    },
  ];
}

function parentsOf(bytes: Uint8Array): ScipDocument['parents'] {
  const { text, messages } = messageOf(bytes);
  return messages(INFORMATION.relationships)
    .map(messageOf)
    .filter((relation) => relation.numbers(RELATIONSHIP.implementation).at(-1) === 1)
    .map((relation) => ({ symbol: text(INFORMATION.symbol), parent: relation.text(RELATIONSHIP.symbol) }));
}
