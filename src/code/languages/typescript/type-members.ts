import type { TypeExpression } from './detail.ts';
import {
  addDeclaration,
  declareMember,
  endSymbol,
  inScope,
  readInside,
  type SourceReading,
  startSymbol,
} from './reading.ts';
import { type } from './type-grammar.ts';
import { readSignature } from './type-signatures.ts';
import type { TypeTokens } from './type-text.ts';

/** Reads the type of an object from its brace on. */
export function objectType(reading: SourceReading, words: TypeTokens): TypeExpression {
  words.next();
  const { members: found, values } = members(reading, words);
  words.take('}');
  if (values && found.length === 0) return ['values', values];
  return ['declared', declareMember(reading, 'object', '', { members: found })];
}

/** Reads members up to the closing brace, which is left. */
export function members(
  reading: SourceReading,
  words: TypeTokens,
): { members: number[]; values?: TypeExpression } {
  const found: number[] = [];
  let values: TypeExpression | undefined;
  while (words.word !== '}' && words.word !== '') {
    const before = words.at;
    const member = inScope(reading, () => readMember(reading, words));
    if (typeof member === 'number') found.push(member);
    else if (member) values = member;
    while (words.word === ';' || words.word === ',') words.next();
    if (words.at === before) words.next();
  }
  return values ? { members: found, values } : { members: found };
}

function readMember(reading: SourceReading, words: TypeTokens): number | TypeExpression | undefined {
  const start = words.at;
  while (MODIFIERS.has(words.word) && !/^[?:(<,;}]$/.test(words.peek())) words.next();
  if (words.word === '[') return indexed(reading, words);
  if (words.word === '(' || words.word === '<') return called(reading, words, 'call');
  if (words.word === 'new' && /^[(<]$/.test(words.peek())) {
    words.next();
    return called(reading, words, 'new');
  }
  const nameAt = words.at;
  const name = words.next().replace(/^['"]|['"]$/g, '');
  words.take('?');
  const isMethod = words.word === '(' || words.word === '<';
  const getter = reading.source.slice(start, nameAt).startsWith('get');
  const symbol = reading.naming
    ? startSymbol(reading, isMethod && !getter ? 'method' : 'field', name, { start, nameAt })
    : -1;
  const index = declareMember(
    reading,
    isMethod && !getter ? 'method' : 'field',
    name,
    symbol === -1 ? {} : { symbol },
  );
  const declaration = reading.declarations[index]!;
  readInside(reading, { symbol: symbol === -1 ? reading.symbol : symbol }, () => {
    if (isMethod) {
      const signature = readSignature(reading, words, ':');
      if (getter) declaration.type = signature.returns ?? ['unknown'];
      else declaration.signature = signature;
    } else if (words.take(':')) declaration.type = type(reading, words);
  });
  if (symbol !== -1) {
    const text = reading.source.slice(start, words.at).trimEnd().replace(/[;,]$/, '');
    endSymbol(reading, symbol, start + text.length);
  }
  return index;
}

const MODIFIERS = new Set(['readonly', 'get', 'set', '+', '-', 'static']);

/** `[key: string]: T` and `[K in Keys]: T` say what all members are; `[Symbol.iterator](): T` is one that is not named. */
function indexed(reading: SourceReading, words: TypeTokens): TypeExpression | undefined {
  const ahead = words.peek();
  words.next();
  words.next();
  if (words.word === 'in') {
    words.next();
    addDeclaration(reading, 'type parameter', ahead, { type: type(reading, words) });
    if (words.take('as')) type(reading, words);
  } else if (words.take(':')) type(reading, words);
  else while (words.word !== ']' && words.word !== '') words.next();
  words.take(']');
  while (/^[?+-]$/.test(words.word)) words.next();
  if (words.word === '(' || words.word === '<') {
    readSignature(reading, words, ':');
    return undefined;
  }
  return words.take(':') ? type(reading, words) : undefined;
}

function called(reading: SourceReading, words: TypeTokens, name: 'call' | 'new'): number {
  const signature = readSignature(reading, words, ':');
  return declareMember(reading, 'lambda', name, {
    signature: { ...signature, ...(name === 'new' && { constructs: true }) },
  });
}
