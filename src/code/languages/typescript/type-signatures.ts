import type { Signature, Type } from './detail.ts';
import { declare, declareMember, inScope, type Reading } from './reading.ts';
import { type } from './type-grammar.ts';
import { isName, list, type Words, wordsOf } from './type-text.ts';

/** Reads what a function returns; a guard tells its parameter's type too. */
export function returns(reading: Reading, words: Words): Partial<Signature> {
  const asserts =
    words.word === 'asserts' && isName(words.peek()) && words.peek() !== 'is' && words.take('asserts');
  if (isName(words.word) && words.peek() === 'is') {
    const parameter = words.next();
    words.next();
    return { returns: ['plain', 'boolean'], guard: { parameter, type: type(reading, words) } };
  }
  if (asserts) words.next();
  return { returns: asserts ? ['plain', 'void'] : type(reading, words) };
}

/** Whether an arrow follows the parenthesis that opens here. */
export function isFunctionType({ source }: Reading, words: Words): boolean {
  const ahead = wordsOf(source, words.at, source.length);
  skipBrackets(ahead);
  return ahead.word === '=>';
}

function skipBrackets(words: Words): void {
  let depth = 0;
  do {
    const { word } = words;
    if (word === '(' || word === '{' || word === '[') depth++;
    else if (word === ')' || word === '}' || word === ']') depth--;
    words.next();
  } while (depth > 0 && words.word !== '');
}

/** Reads a function type from its parameters on. */
export function functionType(reading: Reading, words: Words, constructs = false): Type {
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
export function readSignature(reading: Reading, words: Words, before: ':' | '=>'): Signature {
  const parameters = typeParameters(reading, words);
  const signature: Signature = { parameters: [], ...(parameters && { typeParameters: parameters }) };
  words.take('(');
  signature.parameters = list(words, ')', () => parameter(reading, words));
  words.take(')');
  return words.take(before) ? { ...signature, ...returns(reading, words) } : signature;
}

function parameter(reading: Reading, words: Words): number {
  const rest = words.take('...');
  let name = words.word;
  if (name === '{' || name === '[') {
    skipBrackets(words);
    name = '';
  } else words.next();
  words.take('?');
  const found: Type = words.take(':') ? type(reading, words) : ['unknown'];
  return declare(reading, 'parameter', name, { type: found, ...(rest && { each: 'of' }) });
}

/** Declares `<T extends A = B>` where it comes next. */
export function typeParameters(reading: Reading, words: Words): number[] | undefined {
  if (!words.take('<')) return undefined;
  const found = list(words, '>', () => {
    while (/^(?:const|in|out)$/.test(words.word) && isName(words.peek()) && words.peek() !== 'extends')
      words.next();
    const index = declare(reading, 'type parameter', words.next());
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
