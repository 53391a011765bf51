/**
 * Whether the parser may try in vain to read too much of a text as types. At each `<` of TypeScript it goes on as if
 * types followed, up to where they cannot, and what it made on the way stays in its memory, which is of a fixed size:
 * the process dies where that is full. So the lengths of all that may follow are added up.
 */
export function triesTooMuch(source: string, isJsx: boolean): boolean {
  let tried = 0;
  for (let at = source.indexOf('<'); at !== -1; at = source.indexOf('<', at + 1))
    if (mayFollowValue(source, at)) tried += source.length - at;
  // In the text of an element quotes begin no strings: there is no telling what is one.
  return tried > MOST && (isJsx || triedClosely(source) > MOST);
}

/** Whether a value may end right before a place: only then could types follow. That of an element's end cannot. */
function mayFollowValue(source: string, at: number): boolean {
  if (source.charCodeAt(at + 1) === SLASH) return false;
  let before = at - 1;
  while (source.charCodeAt(before) <= BLANK) before--;
  const code = source.charCodeAt(before);
  return code > 127 || code === SLASH || VALUE_END.test(source[before] ?? '');
}

const [BLANK, SLASH] = [32, 47];

// A slash may end a comment.
const VALUE_END = /[\w$)\]}'"`!.]/;

/** In letters: sixty bytes for each were measured, of two gigabytes. */
const MOST = 25_000_000;

/**
 * The same, but what is closed again, or ended with its statement, counts only up to there. Strings, templates,
 * patterns and comments are stepped over; where it is not sure whether a slash begins a pattern, nothing is.
 */
function triedClosely(source: string): number {
  let tried = 0;
  // How many are open, and how many of them since the innermost bracket opened.
  let open = 0;
  let here = 0;
  const around: { here: number; isTemplate: boolean; isHead: boolean }[] = [];
  let pastHead = false;
  const into = (isTemplate: boolean, isHead = false): void => {
    around.push({ here, isTemplate, isHead });
    here = 0;
  };
  let last = 0;
  PART.lastIndex = 0;
  for (let part = PART.exec(source); part; part = PART.exec(source)) {
    tried += open * (part.index - last);
    last = part.index;
    const mark = part[0];
    if (mark === '<') {
      here++;
      open++;
    } else if (mark === '>') {
      if (here > 0) open--;
      here = Math.max(0, here - 1);
    } else if (mark === ';') {
      open -= here;
      here = 0;
    } else if (mark === '(' || mark === '[' || mark === '{')
      into(false, mark === '(' && HEAD.test(source.slice(Math.max(0, last - 20), last)));
    else if (mark === ')' || mark === ']' || mark === '}') {
      open -= here;
      const before = around.pop();
      here = before?.here ?? 0;
      pastHead = before?.isHead ?? false;
      if (before?.isTemplate && stepOverText(source)) into(true);
    } else if (mark === '/') {
      const kind = slashAt(source, part.index, pastHead);
      if (kind === 'unsure') return Number.POSITIVE_INFINITY;
      if (kind === 'pattern') stepOverPattern(source, part.index);
    } else if (mark === '`' && stepOverText(source)) into(true);
  }
  return tried + open * (source.length - last);
}

const PART =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^'\\\n]|\\[\s\S])*'?|"(?:[^"\\\n]|\\[\s\S])*"?|=>|[<>;()[\]{}`/]/g;

const HEAD = /\b(?:if|while|with|for(?:\s+await)?)\s*$/;

/** Steps over the text of a template; true where code comes next, and not its end. */
function stepOverText(source: string): boolean {
  TEXT.lastIndex = PART.lastIndex;
  const text = TEXT.exec(source)!;
  PART.lastIndex = TEXT.lastIndex;
  return text[1] === '${';
}

const TEXT = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(`|\$\{|$)/y;

/** Whether a slash divides or begins a pattern, by what stands before it. */
function slashAt(source: string, at: number, pastHead: boolean): 'divides' | 'pattern' | 'unsure' {
  let before = at - 1;
  while (source.charCodeAt(before) <= BLANK) before--;
  const char = source[before] ?? ';';
  if ('=(,:[!&|?;{'.includes(char)) return 'pattern';
  if (char === ']') return 'divides';
  // What a statement begins with may be followed by another, any other value by a division.
  if (char === ')') return pastHead ? 'pattern' : 'divides';
  if (!/[\w$]/.test(char)) return 'unsure';
  let from = before;
  while (/[\w$.]/.test(source[from - 1] ?? '')) from--;
  return WORDS.has(source.slice(from, before + 1)) ? 'pattern' : 'divides';
}

/** Words that a value follows. */
const WORDS = new Set(
  'return typeof case in of do else new delete void throw await yield instanceof default extends'.split(' '),
);

function stepOverPattern(source: string, at: number): void {
  PATTERN.lastIndex = at;
  if (PATTERN.test(source)) PART.lastIndex = PATTERN.lastIndex;
}

const PATTERN = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//y;
