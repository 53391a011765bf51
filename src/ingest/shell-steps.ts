/** A word of a command line, as the program gets it. */
export interface ShellWord {
  text: string;
  /** Nothing in it was left to the shell: no variable, no pattern. */
  plain: boolean;
}

/** One program of a command line. */
export interface ShellStep {
  words: ShellWord[];
  /** Files that its output goes to. */
  writes: { to: ShellWord; append: boolean }[];
  /** What follows it; `cut` if that is unknown. */
  joint: '&&' | '||' | ';' | '|' | '&' | 'end' | 'cut';
}

/**
 * Takes a command line apart; undefined where that is more than words and what joins them: a subshell, a substitution, a
 * loop. Who would understand those as well would be a shell.
 */
export function shellSteps(line: string): ShellStep[] | undefined {
  const steps: ShellStep[] = [];
  let step: ShellStep = { words: [], writes: [], joint: 'end' };
  let heredocs: { mark: string; indented: boolean }[] = [];
  let at = 0;

  const end = (joint: ShellStep['joint']): void => {
    if (step.words.length + step.writes.length > 0) steps.push({ ...step, joint });
    // Nothing stands between the two: the line is not what it seems.
    else if (joint !== ';' && joint !== 'end' && joint !== 'cut') throw NOT_PLAIN;
    step = { words: [], writes: [], joint: 'end' };
  };
  const next = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(line);
    if (found) at += found[0].length;
    return found ?? undefined;
  };
  const word = (): ShellWord => {
    next(BLANK);
    const found = wordAt(line, at);
    if (found.end === at) throw NOT_PLAIN;
    at = found.end;
    return found;
  };

  try {
    while (at < line.length) {
      if (next(BLANK) || next(COMMENT)) continue;
      if (next(NEWLINE)) {
        for (const heredoc of heredocs) at = behind(line, at, heredoc);
        heredocs = [];
        const { joint } = steps.at(-1) ?? {};
        const goesOn =
          step.words.length + step.writes.length === 0 && joint !== undefined && JOINS.has(joint);
        if (!goesOn) end(';');
      } else if (next(COPY_OF_OUTPUT)) continue;
      else if (next(HERE_WORD)) word();
      else {
        const heredoc = next(HEREDOC);
        if (heredoc) {
          heredocs.push({ mark: word().text, indented: heredoc[0].endsWith('-') });
          continue;
        }
        const write = next(WRITE);
        if (write) step.writes.push({ to: word(), append: write[0].includes('>>') });
        else if (next(INPUT)) word();
        else {
          const join = next(JOIN);
          if (join) end((join[0] === '|&' ? '|' : join[0]) as ShellStep['joint']);
          else step.words.push(word());
        }
      }
    }
    if (heredocs.length > 0) throw CUT;
    end('end');
  } catch (stopped) {
    if (stopped === CUT) end('cut');
    else if (stopped === NOT_PLAIN) return undefined;
    else throw stopped;
  }
  const last = steps.at(-1);
  if (last?.joint === ';') last.joint = 'end';
  return steps;
}

const NOT_PLAIN = Symbol('more than words');
const CUT = Symbol('its end is missing');
const JOINS = new Set<ShellStep['joint']>(['&&', '||', '|']);

const BLANK = /(?:[ \t\r]|\\\r?\n)+/y;
const COMMENT = /(?<=^|\s)#[^\n]*/y;
const NEWLINE = /\n/y;
const COPY_OF_OUTPUT = /\d*[<>]&(?:\d+|-)(?=$|[\s;&|)])/y;
const HERE_WORD = /<<</y;
const HEREDOC = /<<(?!<)-?/y;
const WRITE = /(?:\d*|&)>(?:>|\||&)?(?!\()/y;
const INPUT = /\d*<(?![<>(&])/y;
const JOIN = /&&|\|\||\|&|;(?!;)|\||&(?!>)/y;

/** The word that begins at a place, and where it ends. */
function wordAt(line: string, from: number): ShellWord & { end: number } {
  let text = '';
  let plain = true;
  let at = from;
  for (; ; at++) {
    const start = at;
    at = past(PLAIN, line, at);
    if (at > start) text += line.slice(start, at);
    const sign = line[at];
    if (sign === undefined || /[\s;&|<>]/.test(sign)) break;
    if (sign === "'") {
      const close = line.indexOf("'", at + 1);
      if (close < 0) throw CUT;
      text += line.slice(at + 1, close);
      at = close;
    } else if (sign === '"') {
      const quoted = quotedAt(line, at);
      text += quoted.text;
      plain &&= quoted.plain;
      at = quoted.end;
    } else if (sign === '\\') {
      const escaped = line[++at];
      if (escaped === undefined) throw CUT;
      // In a path of Windows it is no escape.
      if (/[\w.]/.test(escaped)) throw NOT_PLAIN;
      if (escaped !== '\n') text += escaped;
    } else if (/[()`]/.test(sign) || (sign === '$' && /["'(]/.test(line[at + 1] ?? ''))) throw NOT_PLAIN;
    else {
      if (/[$*?[\]{}]/.test(sign) || (sign === '~' && at === from && !/[/\s]/.test(line[at + 1] ?? ' ')))
        plain = false;
      text += sign;
    }
  }
  return { text, plain, end: at };
}

/** What stands between double quotes. */
function quotedAt(line: string, from: number): ShellWord & { end: number } {
  let text = '';
  let plain = true;
  for (let at = from + 1; ; at++) {
    const start = at;
    at = past(PLAIN_IN_QUOTES, line, at);
    if (at > start) text += line.slice(start, at);
    const sign = line[at];
    if (sign === undefined) throw CUT;
    if (sign === '"') return { text, plain, end: at };
    if (sign === '`' || (sign === '$' && line[at + 1] === '(')) throw NOT_PLAIN;
    if (sign === '$' && /[\w{@*#?!-]/.test(line[at + 1] ?? '')) plain = false;
    if (sign === '\\' && /[$`"\\\n]/.test(line[at + 1] ?? '')) {
      at++;
      if (line[at] !== '\n') text += line[at];
    } else text += sign;
  }
}

/** Signs that mean nothing but themselves, of which nearly all words are made: to look at each would take longer than all the rest. */
const PLAIN = /[^\s;&|<>'"\\()`$*?[\]{}~]+/y;
const PLAIN_IN_QUOTES = /[^"`$\\]+/y;

/** Where a run of such signs ends. */
function past(signs: RegExp, line: string, from: number): number {
  signs.lastIndex = from;
  return signs.test(line) ? signs.lastIndex : from;
}

/** Where the text ends that a program is given in place. */
function behind(line: string, from: number, { mark, indented }: { mark: string; indented: boolean }): number {
  for (let at = from; at < line.length; ) {
    const end = line.indexOf('\n', at);
    const last = end < 0 ? line.length : end;
    const text = line.slice(at, last).replace(/\r$/, '');
    if ((indented ? text.replace(/^\t+/, '') : text) === mark) return end < 0 ? last : end + 1;
    if (end < 0) break;
    at = end + 1;
  }
  throw CUT;
}
