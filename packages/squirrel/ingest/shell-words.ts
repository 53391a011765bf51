/**
 * The programs that a command line starts, each with its words, also those in loops, subshells and substitutions. What
 * stands in quotes is one word. `scripts` are the texts that are handed to programs in place (heredocs and quoted words
 * of more than one line or with code in them). Unlike `shellSteps` it finds too much rather than too little.
 */
export function programsIn(line: string): { programs: string[][]; scripts: string[] } {
  const scripts: string[] = [];
  const programs: string[][] = [];
  scan(withoutHeredocs(line, scripts), programs, scripts, 0);
  return { programs, scripts };
}

/** Takes the bodies of heredocs out. One whose end is missing goes on to the end of the text. */
function withoutHeredocs(line: string, scripts: string[]): string {
  let rest = '';
  let at = 0;
  for (const found of line.matchAll(HEREDOC)) {
    if (found.index < at) continue;
    const body = line.indexOf('\n', found.index);
    if (body < 0) break;
    const mark = found[1] ?? found[2] ?? found[3]!;
    const end = endOfHeredoc(line, body, mark);
    scripts.push(line.slice(body + 1, end));
    rest += line.slice(at, body);
    at = Math.min(line.length, end + mark.length);
  }
  return rest + line.slice(at);
}

const HEREDOC = /<<-?[ \t]*(?:'([^'\n]{1,100})'|"([^"\n]{1,100})"|\\?([\w.-]{1,100}))/g;

/** Where the line begins that ends a heredoc. */
function endOfHeredoc(line: string, body: number, mark: string): number {
  for (let at = body; at >= 0; at = line.indexOf('\n', at + 1)) {
    let start = at + 1;
    while (line[start] === '\t' || line[start] === ' ') start++;
    if (
      line.startsWith(mark, start) &&
      /^(?:$|[\s)])/.test(line.slice(start + mark.length, start + mark.length + 1))
    )
      return start;
  }
  return line.length;
}

/** Reads words up to the end of the text, or to the bracket that ends what it was called for; says where that is. */
function scan(line: string, programs: string[][], scripts: string[], from: number, until = ''): number {
  let words: string[] = [];
  let word: string | undefined;
  // Where output goes is not read.
  let isTarget = false;
  let at = from;
  const endWord = () => {
    if (word !== undefined && !isTarget) words.push(word);
    if (word !== undefined) isTarget = false;
    word = undefined;
  };
  const end = () => {
    endWord();
    isTarget = false;
    if (words.length > 0) programs.push(words);
    words = [];
  };
  const inner = (start: number, close: string) => {
    word = `${word ?? ''}_`;
    return scan(line, programs, scripts, start, close);
  };
  for (; at < line.length; at++) {
    const sign = line[at]!;
    if (sign === until) break;
    if (sign === '\\') {
      at++;
      if (line[at] !== '\n') word = `${word ?? ''}${line[at] ?? ''}`;
    } else if (sign === "'") {
      const close = line.indexOf("'", at + 1);
      const text = line.slice(at + 1, close < 0 ? line.length : close);
      scripts.push(text);
      word = `${word ?? ''}${text}`;
      at = close < 0 ? line.length : close;
    } else if (sign === '"') {
      const start = at + 1;
      let text = '';
      for (at++; at < line.length && line[at] !== '"'; at++) {
        if (line[at] === '\\') text += line[++at] ?? '';
        else if (line[at] === '$' && line[at + 1] === '(') at = inner(at + 2, ')');
        else if (line[at] === '`') at = inner(at + 1, '`');
        else text += line[at];
      }
      scripts.push(line.slice(start, at));
      word = `${word ?? ''}${text}`;
    } else if ((sign === '$' || sign === '<' || sign === '>') && line[at + 1] === '(')
      at = inner(at + 2, ')');
    else if (sign === '`') at = inner(at + 1, '`');
    else if (sign === '(') {
      end();
      at = scan(line, programs, scripts, at + 1, ')');
    } else if (sign === '#' && word === undefined) {
      const close = line.indexOf('\n', at);
      at = close < 0 ? line.length : close - 1;
    } else if (/[\n;|&)]/.test(sign)) {
      // `2>&1` and `&>` join nothing.
      if (sign === '&' && (/[<>]/.test(line[at - 1] ?? '') || line[at + 1] === '>')) continue;
      end();
    } else if (sign === '>') {
      if (/^\d+$/.test(word ?? '')) word = undefined;
      endWord();
      isTarget = true;
    } else if (/[\s<]/.test(sign)) endWord();
    else word = `${word ?? ''}${sign}`;
  }
  end();
  return at;
}
