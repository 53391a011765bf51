import type { TypeExpression } from './detail.ts';
import { inScope, mentionName, type SourceReading, sourceLine } from './reading.ts';
import { objectType } from './type-members.ts';
import { functionType, isFunctionType } from './type-signatures.ts';
import { commaList, isName, type TypeTokens } from './type-text.ts';

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
