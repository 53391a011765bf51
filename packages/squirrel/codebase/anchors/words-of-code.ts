/** Words of a text that are written as only names of code are: in backticks, with brackets, or joined. */
export function wordsOfCode(text: string): string[] {
  const ticked = [...text.matchAll(/`([^`\s]{2,100})`/g)].map(([, word]) => word!);
  const plain = text
    .split(/[\s,;"'`?!<>{}[\]]+/)
    .filter((word) => word.length <= MAX_NAME_CHARS)
    .map((word) => word.replace(/^\(|[.:]+$/g, '').replace(/^([^(]*)\)$/, '$1'))
    .filter((word) => JOINED.test(word) || /^[\w$.]+\(\)$/.test(word));
  return [...new Set([...ticked, ...plain])].slice(0, MAX_TEXT_NAMES);
}

/** `parseBody`, `parse_body`, `Cart.add`, `std::move`, `src/cart.ts`. */
const JOINED = /^[\w$./:#>-]*(?:\p{Ll}\p{Lu}|\w_\w|\w(?:\.|::|#|->)\w)[\w$./:#>()-]*$/u;
const MAX_TEXT_NAMES = 8;
const MAX_NAME_CHARS = 100;
