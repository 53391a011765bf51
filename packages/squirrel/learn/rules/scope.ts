import { kindGlobs } from './named.ts';
import type { RuleToken } from './tokens.ts';

export interface RuleScope {
  places: readonly string[];
  outside: readonly string[];
}

export const ANYWHERE: RuleScope = { places: [], outside: [] };

/**
 * The place that words behind a preposition name: tests, production code, a path; and how many of them. `isOut` turns it
 * round: "outside `src/`", "except in tests".
 */
export function placeAt(
  tokens: readonly RuleToken[],
  isPath: (token: RuleToken) => boolean,
  isOut = false,
): { scope: RuleScope; length: number } | undefined {
  const paths: string[] = [];
  let [at, known] = [0, undefined as 'tests' | 'code' | undefined];
  for (; at < tokens.length; at++) {
    const token = tokens[at]!;
    const word = token.is === 'word' ? token.text.toLowerCase() : '';
    if (token.text === '(') break;
    if (isPath(token)) paths.push(token.text);
    else if (/^(?:tests?|specs?|testing)$/.test(word)) known ??= 'tests';
    else if (/^(?:production|business|application|runtime|library|non-test)$/.test(word)) known ??= 'code';
    else if (!PLACE_WORD.test(word) && token.is !== 'comma') break;
  }
  const globs = [...paths, ...(known ? ['<tests>'] : [])];
  const kinds = globs.length === 0 && isOut ? kindGlobs(tokens.map(({ text }) => text).join(' ')) : [];
  if (globs.length + kinds.length === 0) return undefined;
  const isOutside = isOut !== (known === 'code' && paths.length === 0);
  return {
    scope: isOutside ? { places: [], outside: [...globs, ...kinds] } : { places: globs, outside: [] },
    length: kinds.length > 0 ? tokens.length : at,
  };
}

const PLACE_WORD =
  /^(?:the|our|your|a|an|any|all|and|or|unit|integration|e2e|end-to-end|code|file|files|suite|suites|folders?|director(?:y|ies)|modules?|layers?|in|of|for|paths?|itself)$/;

/** Where a clause holds by what limits it: "outside `src/`", "except in tests"; undefined where it says more than that. */
export function tailScope(
  tail: readonly RuleToken[],
  isPath: (token: RuleToken) => boolean,
): RuleScope | undefined {
  if (!/^(?:outside|except|unless)$/i.test(tail[0]?.text ?? '')) return undefined;
  const reason = tail.findIndex(({ text }) => /^(?:as|because|since|so)$/i.test(text));
  const place = tail.slice(1, reason < 0 ? undefined : reason);
  const found = placeAt(place, isPath, true);
  return found && found.length >= place.length - 1 ? found.scope : undefined;
}
