import { contentWords } from '@sqrl/base/text/content-words.ts';
import { lastName } from '../../learn/lifecycle/occasion.ts';
import { type DeliveryCandidate, type DeliveryText, SILENCE, surestFirst } from './delivery-text.ts';
import { inFewLines, MAX_GUARD_TOKENS } from './line.ts';

/** The answer to a search, where a memory says where that thing is. */
export function onSearch(pattern: string, found: readonly DeliveryCandidate[], tokens: number): DeliveryText {
  const names = searchedNames(pattern);
  const answers = found.filter(({ memory }) => {
    if (memory.files.length === 0 && !PATH.test(memory.text)) return false;
    const said = `${memory.text} ${memory.symbols.join(' ')}`;
    return (
      names.some((name) => memory.symbols.some((symbol) => lastName(symbol) === name)) ||
      (names.length > 0 && names.every((name) => isNamedIn(name, said)))
    );
  });
  if (answers.length === 0) return SILENCE;
  return inFewLines(answers.toSorted(surestFirst), { lines: 1, each: MAX_GUARD_TOKENS, tokens });
}

/**
 * The names that a search looks for: `parsePrice`, `parse_price`, `price-parser.ts`. A plain word is looked for in a
 * hundred ways, of which a memory that holds it answers one by chance; so it takes two of them.
 */
export function searchedNames(pattern: string): string[] {
  const plain = pattern.replace(/\\[bBdDsSwW]/g, ' ').replace(/\\(.)/g, '$1');
  const words = plain.match(/[\p{L}\p{N}_$][\p{L}\p{N}_$.-]{2,}/gu) ?? [];
  const names = words.filter((word) => NAME.test(word));
  if (names.length > 0) return names;
  return words.length > 1 && contentWords(plain).size > 1 ? words : [];
}

const NAME = /[a-z\d][A-Z]|_[a-z]|[A-Z]_|[a-z]-[a-z]|\w\.\w/;
const PATH = /[\w.-]+\/[\w.-]+|\b[\w-]+\.[a-z]{1,5}\b/;

const isNamedIn = (name: string, said: string): boolean => {
  const at = said.toLowerCase().indexOf(name.toLowerCase());
  return at >= 0 && !/[\p{L}\p{N}_]/u.test((said[at - 1] ?? ' ') + (said[at + name.length] ?? ' '));
};
