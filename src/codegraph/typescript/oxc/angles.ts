/**
 * Whether the parser may try in vain to read too much of a text as types. At each `<` of TypeScript it goes on as if
 * types followed, up to where they cannot, and what it made on the way stays in its memory, which is of a fixed size:
 * the process dies where that is full. So the lengths of all that may follow are added up.
 */
export function triesTooMuch(source: string, isJsx: boolean): boolean {
  let tried = 0;
  for (let at = source.indexOf('<'); at !== -1; at = source.indexOf('<', at + 1)) tried += source.length - at;
  // In the text of an element quotes begin no strings: there is no telling what is one.
  return tried > MOST && (isJsx || triedClosely(source) > MOST);
}

/** In letters: sixty bytes for each were measured, of two gigabytes. */
const MOST = 25_000_000;

/**
 * The same, but what is closed again, or ended with its statement, counts only up to there. Strings, templates and
 * comments are stepped over; a slash may begin an expression in which anything can stand, and then nothing is sure.
 */
function triedClosely(source: string): number {
  let tried = 0;
  // How many are open, and how many of them since the innermost bracket opened.
  let open = 0;
  let here = 0;
  const around: { here: number; isTemplate: boolean }[] = [];
  const into = (isTemplate: boolean): void => {
    around.push({ here, isTemplate });
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
    } else if (mark === '(' || mark === '[' || mark === '{') into(false);
    else if (mark === ')' || mark === ']' || mark === '}') {
      open -= here;
      const before = around.pop();
      here = before?.here ?? 0;
      if (before?.isTemplate && stepOverText(source)) into(true);
    } else if (mark === '/') return Number.POSITIVE_INFINITY;
    else if (mark === '`' && stepOverText(source)) into(true);
  }
  return tried + open * (source.length - last);
}

const PART =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^'\\\n]|\\[\s\S])*'?|"(?:[^"\\\n]|\\[\s\S])*"?|=>|[<>;()[\]{}`/]/g;

/** Steps over the text of a template; true where code comes next, and not its end. */
function stepOverText(source: string): boolean {
  TEXT.lastIndex = PART.lastIndex;
  const text = TEXT.exec(source)!;
  PART.lastIndex = TEXT.lastIndex;
  return text[1] === '${';
}

const TEXT = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(`|\$\{|$)/y;
