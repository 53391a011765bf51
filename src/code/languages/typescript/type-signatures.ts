import type { Signature, TypeExpression } from './detail.ts';
import { addDeclaration, declareMember, inScope, type SourceReading } from './reading.ts';
import { type } from './type-grammar.ts';
import { commaList, isName, type TypeTokens, typeTokensOf } from './type-text.ts';

/** Reads what a function returns; a guard tells its parameter's type too. */
export function returns(reading: SourceReading, words: TypeTokens): Partial<Signature> {
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
export function isFunctionType({ source }: SourceReading, words: TypeTokens): boolean {
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
export function functionType(reading: SourceReading, words: TypeTokens, constructs = false): TypeExpression {
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
export function readSignature(reading: SourceReading, words: TypeTokens, before: ':' | '=>'): Signature {
  const parameters = typeParameters(reading, words);
  const signature: Signature = { parameters: [], ...(parameters && { typeParameters: parameters }) };
  words.take('(');
  signature.parameters = commaList(words, ')', () => parameter(reading, words));
  words.take(')');
  return words.take(before) ? { ...signature, ...returns(reading, words) } : signature;
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
