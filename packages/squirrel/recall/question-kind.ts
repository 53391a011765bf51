/** What a question asks by: the name of a thing, a meaning, or how things hang together. */
export type QuestionKind = 'identifier' | 'semantic' | 'structural';

/** Tells the kind of a question from its words. */
export function kindOfQuestion(text: string): QuestionKind {
  if (STRUCTURAL.test(text)) return 'structural';
  return IDENTIFIER.test(text) ? 'identifier' : 'semantic';
}

/** A camelCase or snake_case name, a path, a call, a code of an error, or what stands in backticks. */
const IDENTIFIER =
  /[a-z][A-Z]|[a-z0-9]_[a-z]|\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\w\/\w|\.\/|`[^`]+`|\b\w+\(\)|(?<![\w-])[\w-]+\.(?:[jt]sx?|mjs|py|go|rs|java|rb|php|c|h|cpp|cs|sql|json|ya?ml|toml|md|sh)\b|\b[A-Z]{1,5}\d{3,5}\b|\bE[A-Z]{4,}\b/;

const STRUCTURAL =
  /\b(?:what (?:breaks|depends|calls|uses|imports|else changes)|who (?:calls|uses|imports)|depend(?:s|encies|ents)? (?:on|of)|impact of|affected by|callers? of|callees? of|related (?:files|modules)|changes? together)\b/i;

/** "Why did we drop the MSI package?": something is asked, nothing is to be done. */
export const isDirectQuestion = (text: string): boolean =>
  text.length <= MAX_DIRECT_CHARS && /\?\s*$/.test(text);
const MAX_DIRECT_CHARS = 300;
