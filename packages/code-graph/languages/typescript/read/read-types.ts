import type { TypeExpression } from '../detail.ts';
import type { SourceReading } from '../reading.ts';
import type { Syntax } from '../syntax.ts';
import { members, returns, type, typeArguments, typeParameters } from '../type-grammar.ts';
import { commaList, type TypeTokens, typeTokensOf } from '../type-text.ts';

/** A part of the text, such as a node of the syntax tree. */
type Span = Pick<Syntax, 'start' | 'end'>;

const textOf = ({ source }: SourceReading, { start, end }: Span): TypeTokens =>
  typeTokensOf(source, start, end);

/** Reads a type from its text: an annotation with its colon, or the type alone. */
export function readType(reading: SourceReading, span: Span): TypeExpression {
  const words = textOf(reading, span);
  words.take(':');
  return type(reading, words);
}

/** Reads `<A, B>` after the name of what is called. */
export const readTypeArguments = (reading: SourceReading, span: Span): TypeExpression[] =>
  typeArguments(reading, textOf(reading, span)) ?? [];

/** Declares `<T extends A = B>` in the scope at hand. */
export const readTypeParameters = (reading: SourceReading, span: Span): number[] =>
  typeParameters(reading, textOf(reading, span)) ?? [];

/** Reads the types after `extends` or `implements`. */
export function readSupers(reading: SourceReading, span: Span): TypeExpression[] {
  const words = textOf(reading, span);
  if (!words.take('extends')) words.take('implements');
  return commaList(words, '', () => type(reading, words));
}

/** Reads the members of an interface from its body. */
export function readMembers(reading: SourceReading, span: Span): number[] {
  const words = textOf(reading, span);
  words.next();
  return members(reading, words).members;
}

/** Reads what a function returns from its annotation. */
export function readReturns(reading: SourceReading, span: Span): TypeExpression {
  const words = textOf(reading, span);
  words.take(':');
  return returns(reading, words);
}
