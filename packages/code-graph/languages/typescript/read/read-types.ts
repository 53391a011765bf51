import type { TypeExpression } from '../detail.ts';
import type { SourceReading } from '../reading.ts';
import { members, returns, type, typeArguments, typeParameters } from '../type-grammar.ts';
import { commaList, typeTokensOf } from '../type-text.ts';

/** Reads a type from its text: an annotation with its colon, or the type alone. */
export function readType(
  reading: SourceReading,
  { start, end }: { start: number; end: number },
): TypeExpression {
  const words = typeTokensOf(reading.source, start, end);
  words.take(':');
  return type(reading, words);
}

/** Reads `<A, B>` after the name of what is called. */
export function readTypeArguments(
  reading: SourceReading,
  { start, end }: { start: number; end: number },
): TypeExpression[] {
  return typeArguments(reading, typeTokensOf(reading.source, start, end)) ?? [];
}

/** Declares `<T extends A = B>` in the scope at hand. */
export function readTypeParameters(
  reading: SourceReading,
  { start, end }: { start: number; end: number },
): number[] {
  return typeParameters(reading, typeTokensOf(reading.source, start, end)) ?? [];
}

/** Reads the types after `extends` or `implements`. */
export function readSupers(
  reading: SourceReading,
  { start, end }: { start: number; end: number },
): TypeExpression[] {
  const words = typeTokensOf(reading.source, start, end);
  if (!words.take('extends')) words.take('implements');
  return commaList(words, '', () => type(reading, words));
}

/** Reads the members of an interface from its body. */
export function readMembers(
  reading: SourceReading,
  { start, end }: { start: number; end: number },
): number[] {
  const words = typeTokensOf(reading.source, start, end);
  words.next();
  return members(reading, words).members;
}

/** Reads what a function returns from its annotation. */
export function readReturns(reading: SourceReading, node: { start: number; end: number }): TypeExpression {
  const words = typeTokensOf(reading.source, node.start, node.end);
  words.take(':');
  return returns(reading, words);
}
