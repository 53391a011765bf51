/**
 * Words of a text that are written as only names of code are: in backticks, with brackets, or joined. Of what the text
 * calls a function, method or class, the name; it gets brackets, so that it means nothing else.
 */
export function wordsOfCode(text: string): string[] {
  const ticked = [...text.matchAll(/`([^`\s]{2,100})`/g)].map(([, word]) => word!);
  const plain = text
    .split(/[\s,;"'`?!<>{}[\]]+/)
    .filter((word) => word.length <= MAX_NAME_CHARS)
    .map((word) => word.replace(/^\(|[.:]+$/g, '').replace(/^([^(]*)\)$/, '$1'))
    .filter((word) => JOINED.test(word) || /^[\w$.]+\(\)$/.test(word));
  const said = SAID.flatMap((pattern) => [...text.matchAll(pattern)])
    .filter(([, word]) => !ORDINARY.test(word!))
    .map(([, word]) => `${word}()`);
  return [...new Set([...ticked, ...plain, ...said])].slice(0, MAX_TEXT_NAMES);
}

/** `parseBody`, `parse_body`, `Cart.add`, `std::move`, `src/cart.ts`. */
const JOINED = /^[\w$./:#>-]*(?:\p{Ll}\p{Lu}|\w_\w|\w(?:\.|::|#|->)\w)[\w$./:#>()-]*$/u;
/** `the function build`, `the Cart class`. */
const SAID = [
  /\b(?:function|method|class)\s+([A-Za-z_$][\w$]{2,99})/g,
  /\b([A-Za-z_$][\w$]{2,99})\s+(?:function|method|class)\b/g,
];
/** Words that stand next to "function" and are not its name. */
const ORDINARY =
  /^(?:that|this|the|these|which|what|with|without|from|for|and|not|but|when|where|whose|has|have|are|was|can|may|must|should|will|does|takes?|returns?|calls?|names?|bod(?:y|ies)|each|every|any|some|one|same|new|old|own|base|main|test|helper|inner|outer|public|private|static|async|abstract|utility|wrapper|factory|callback|higher|pure|virtual)$/i;
const MAX_TEXT_NAMES = 8;
const MAX_NAME_CHARS = 100;
