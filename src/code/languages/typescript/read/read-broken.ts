import { addDeclaration, addSymbol, endSymbol, readInside, type SourceReading } from '../reading.ts';
import type { Syntax } from '../syntax.ts';
import { readTypeDeclaration } from './read-types.ts';

/**
 * Reads a part of a module that the grammar could not parse: statements that came out whole, and interfaces and types
 * from their text. (The grammar does not know signatures that only the end of a line parts from the one before.)
 */
export function readBroken(reading: SourceReading, node: Syntax): void {
  const typed = [...reading.source.slice(node.start, node.end).matchAll(DECLARED)].map((match) => ({
    start: node.start + match.index,
    match,
  }));
  const whole = node.kids.filter(({ type }) => WHOLE.test(type)).map((kid) => ({ start: kid.start, kid }));
  let past = node.start;
  for (const each of [...typed, ...whole].toSorted((a, b) => a.start - b.start || ('match' in a ? -1 : 1))) {
    if (each.start < past) continue;
    if ('match' in each) past = readTyped(reading, each.start, each.match);
    else {
      reading.walk.readStatement(reading, each.kid);
      past = each.kid.end;
    }
  }
}

const WHOLE =
  /^(?:import|export|lexical|variable|ambient|function|generator_function|class|abstract_class|enum)_/;

/** Reads an interface or a type that begins a line, and gives where it ends. */
function readTyped(reading: SourceReading, start: number, match: RegExpExecArray): number {
  const { exported, kind, name } = match.groups as {
    exported?: string;
    kind: 'interface' | 'type';
    name: string;
  };
  const head = start + match[0].length;
  const place = { start, end: head, nameAt: head - name.length };
  const symbol = addSymbol(reading, kind, name, place, exported !== undefined);
  const declaration = addDeclaration(reading, kind, name, { symbol });
  const past = readInside(reading, { symbol, naming: true }, () =>
    readTypeDeclaration(reading, reading.declarations[declaration]!, {
      start: head,
      end: reading.source.length,
    }),
  );
  endSymbol(reading, symbol, past);
  if (exported) reading.exports.push({ kind: 'declaration', name, declaration });
  return past;
}

const DECLARED = /^(?<exported>export )?(?:declare )?(?<kind>interface|type) (?<name>[\w$]+)/gm;
