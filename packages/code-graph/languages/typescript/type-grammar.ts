import type { Signature, TypeExpression } from './detail.ts';
import {
  addDeclaration,
  declareMember,
  endSymbol,
  inScope,
  mentionName,
  readInside,
  type SourceReading,
  sourceLine,
  startSymbol,
} from './reading.ts';
import { commaList, isName, type TypeTokens, typeTokensOf } from './type-text.ts';

/** Reads a type, as far as it goes. */
export function type(reading: SourceReading, words: TypeTokens): TypeExpression {
  const left = union(reading, words);
  if (words.word !== 'extends') return left;
  words.next();
  // What `infer` binds in the condition is known in the first branch only, and not looked into.
  inScope(reading, () => union(reading, words));
  if (!words.take('?')) return left;
  const yes = type(reading, words);
  words.take(':');
  return either([yes, type(reading, words)]);
}

/** One of several types; strings and the like among others say nothing that is asked for. */
function either(types: TypeExpression[]): TypeExpression {
  const [first, ...others] = types.filter(([tag]) => tag !== 'plain' && tag !== 'literal');
  if (!first) return types.length === 1 ? types[0]! : ['plain', 'string'];
  return others.length === 0 ? first : ['union', [first, ...others]];
}

function union(reading: SourceReading, words: TypeTokens): TypeExpression {
  words.take('|');
  const types = [both(reading, words)];
  while (words.take('|')) types.push(both(reading, words));
  return either(types);
}

function both(reading: SourceReading, words: TypeTokens): TypeExpression {
  words.take('&');
  const types = [postfix(reading, words)];
  while (words.take('&')) types.push(postfix(reading, words));
  return types.length === 1 ? types[0]! : ['both', types];
}

function postfix(reading: SourceReading, words: TypeTokens): TypeExpression {
  let found = prefix(reading, words);
  for (;;) {
    if (words.word === '[') {
      words.next();
      if (words.take(']')) found = ['array', found];
      else {
        found = ['index', found, type(reading, words)];
        words.take(']');
      }
    } else if ((words.word === '=' || words.word === '!') && reading.javascript) words.next();
    else return found;
  }
}

function prefix(reading: SourceReading, words: TypeTokens): TypeExpression {
  switch (words.word) {
    case 'keyof':
      if (!startsType(words.peek())) break;
      words.next();
      prefix(reading, words);
      return ['plain', 'string'];
    case 'readonly':
      words.next();
      return postfix(reading, words);
    case 'unique':
      words.next();
      words.next();
      return ['plain', 'symbol'];
    case 'infer':
      words.next();
      words.next();
      return ['unknown'];
    case '?':
    case '!':
    case '...':
      words.next();
      return postfix(reading, words);
  }
  return primary(reading, words);
}

const startsType = (word: string): boolean => isName(word) || /^['"`\d({[<-]/.test(word);

function primary(reading: SourceReading, words: TypeTokens): TypeExpression {
  const { word } = words;
  if (word === '(')
    return isFunctionType(reading, words) ? functionType(reading, words) : parenthesized(reading, words);
  if (word === '<') return functionType(reading, words);
  if (word === '{') return objectType(reading, words);
  if (word === '[') return tuple(reading, words);
  if (word === 'abstract' || (word === 'new' && /^[(<]/.test(words.peek()))) {
    words.take('abstract');
    words.take('new');
    return functionType(reading, words, true);
  }
  if (word === 'typeof') return typeQuery(reading, words);
  if (word === 'import' && words.peek() === '(') return importType(reading, words);
  if (isName(word)) return named(reading, words);
  if (/^['"]/.test(word)) {
    words.next();
    return ['literal', word.slice(1, -1)];
  }
  if (/^[`\d-]/.test(word)) {
    if (words.next() === '-') words.next();
    return ['plain', word[0] === '`' ? 'string' : 'number'];
  }
  if (word === '*') words.next();
  return ['unknown'];
}

function parenthesized(reading: SourceReading, words: TypeTokens): TypeExpression {
  words.next();
  const found = type(reading, words);
  words.take(')');
  return found;
}

function tuple(reading: SourceReading, words: TypeTokens): TypeExpression {
  words.next();
  const types = commaList(words, ']', () => {
    const spread = words.take('...');
    if (isName(words.word) && /^[:?]$/.test(words.peek())) {
      words.next();
      words.take('?');
      words.take(':');
    }
    const found = type(reading, words);
    words.take('?');
    return spread && found[0] === 'array' ? found[1] : found;
  });
  words.take(']');
  return ['tuple', types];
}

function typeQuery(reading: SourceReading, words: TypeTokens): TypeExpression {
  words.next();
  if (words.word === 'import') {
    const found = importType(reading, words);
    return found[0] === 'import' ? ['import', found[1], found[2], found[3], 'typeof'] : found;
  }
  const at = words.at;
  const name = dotted(words);
  mentionName(reading, 'value', name, at);
  const args = typeArguments(reading, words);
  return args ? ['typeof', name, args] : ['typeof', name];
}

function importType(reading: SourceReading, words: TypeTokens): TypeExpression {
  const line = words.at;
  words.next();
  words.take('(');
  const specifier = words.next().replace(/^['"`]|['"`]$/g, '');
  while (words.word !== ')' && words.word !== '') words.next();
  words.take(')');
  reading.imports.push({ specifier, line: sourceLine(reading, line) });
  const name = words.take('.') ? dotted(words) : '';
  const args = typeArguments(reading, words);
  return args ? ['import', specifier, name, args] : ['import', specifier, name];
}

function named(reading: SourceReading, words: TypeTokens): TypeExpression {
  const { at } = words;
  const name = dotted(words);
  if (name === 'this') return ['this'];
  if (PLAIN.has(name))
    return name === 'any' || name === 'unknown' || name === 'object' ? ['unknown'] : ['plain', name];
  if (reading.javascript && words.word === '.' && words.peek() === '<') words.next();
  const args = typeArguments(reading, words);
  mentionName(reading, 'type', name, at);
  return args ? ['name', name, args] : ['name', name];
}

const PLAIN = new Set(
  'string number boolean bigint symbol void undefined null never any unknown object true false'.split(' '),
);

function dotted(words: TypeTokens): string {
  let name = words.next();
  while (words.word === '.' && isName(words.peek())) {
    words.next();
    name += `.${words.next()}`;
  }
  return name;
}

/** Reads `<A, B>` where it comes next. */
export function typeArguments(reading: SourceReading, words: TypeTokens): TypeExpression[] | undefined {
  if (!words.take('<')) return undefined;
  const types = commaList(words, '>', () => type(reading, words));
  words.take('>');
  return types;
}

/** Reads the type of an object from its brace on. */
function objectType(reading: SourceReading, words: TypeTokens): TypeExpression {
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

/** Reads what a function returns; one that says what its parameter is returns whether it is. */
export function returns(reading: SourceReading, words: TypeTokens): TypeExpression {
  const asserts = words.word === 'asserts' && isName(words.peek()) && words.take('asserts');
  if (!isName(words.word) || words.peek() !== 'is') {
    if (asserts) words.next();
    return asserts ? ['plain', 'void'] : type(reading, words);
  }
  words.next();
  words.next();
  type(reading, words);
  return ['plain', 'boolean'];
}

/** Whether an arrow follows the parenthesis that opens here. */
function isFunctionType({ source }: SourceReading, words: TypeTokens): boolean {
  const ahead = typeTokensOf(source, words.at, source.length);
  skipBrackets(ahead);
  return ahead.word === '=>';
}

function skipBrackets(words: TypeTokens): void {
  let depth = 0;
  do {
    const { word } = words;
    if (word === '(' || word === '{' || word === '[') depth++;
    else if (word === ')' || word === '}' || word === ']') depth--;
    words.next();
  } while (depth > 0 && words.word !== '');
}

/** Reads a function type from its parameters on. */
function functionType(reading: SourceReading, words: TypeTokens, constructs = false): TypeExpression {
  return inScope(reading, () => {
    const signature = readSignature(reading, words, '=>');
    return [
      'declared',
      declareMember(reading, 'lambda', '', {
        signature: { ...signature, ...(constructs && { constructs: true }) },
      }),
    ];
  });
}

/** Reads type parameters, parameters and what is returned, after a colon or an arrow. */
function readSignature(reading: SourceReading, words: TypeTokens, before: ':' | '=>'): Signature {
  const parameters = typeParameters(reading, words);
  const signature: Signature = { parameters: [], ...(parameters && { typeParameters: parameters }) };
  words.take('(');
  signature.parameters = commaList(words, ')', () => parameter(reading, words));
  words.take(')');
  return words.take(before) ? { ...signature, returns: returns(reading, words) } : signature;
}

function parameter(reading: SourceReading, words: TypeTokens): number {
  const rest = words.take('...');
  let name = words.word;
  if (name === '{' || name === '[') {
    skipBrackets(words);
    name = '';
  } else words.next();
  words.take('?');
  const found: TypeExpression = words.take(':') ? type(reading, words) : ['unknown'];
  return addDeclaration(reading, 'parameter', name, { type: found, ...(rest && { each: 'of' }) });
}

/** Declares `<T extends A = B>` where it comes next. */
export function typeParameters(reading: SourceReading, words: TypeTokens): number[] | undefined {
  if (!words.take('<')) return undefined;
  const found = commaList(words, '>', () => {
    while (/^(?:const|in|out)$/.test(words.word) && isName(words.peek()) && words.peek() !== 'extends')
      words.next();
    const index = addDeclaration(reading, 'type parameter', words.next());
    if (words.take('extends')) reading.declarations[index]!.type = type(reading, words);
    if (words.take('=')) {
      const standard = type(reading, words);
      reading.declarations[index]!.supers = [standard];
    }
    return index;
  });
  words.take('>');
  return found;
}
