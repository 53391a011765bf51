import { remembered } from '../memo.ts';

/**
 * What a command line does, without what only surrounds it: a change of folder, variables, redirections, and the
 * filters its output was piped through. `cd app && CI=1 bun run test 2>&1 | tail -5` is `bun run test`.
 */
export const coreOf: (command: string) => string = remembered((command) => {
  const steps = command
    .slice(0, MAX_COMMAND_CHARS)
    .replace(/\\\n/g, ' ')
    .split(/&&|\|\||;|\n/)
    .map((step) => bare(step))
    .filter((step) => step !== '');
  return steps.join(' && ').slice(0, MAX_SHORT_COMMAND_CHARS);
}, 500);

/**
 * The names of the variables that are set for a command line, in order of the alphabet, without those that only change
 * how it looks: `DATABASE_URL=… npx prisma migrate` has `DATABASE_URL`.
 */
export function variablesOf(command: string): string[] {
  const names = new Set<string>();
  for (const step of command.slice(0, MAX_COMMAND_CHARS).split(/&&|;|\n/)) {
    const set = SETS.exec(step);
    if (set === null && !/^\s*(?:cd|set|source|\.)\s/.test(step)) break;
    for (const [, name] of (set?.[0] ?? '').matchAll(/(\w+)=/g)) if (!LOOKS.has(name!)) names.add(name!);
    // What follows a program is set for that program alone.
    if (set !== null && !/^\s*export\s/.test(step)) break;
  }
  return [...names].sort();
}

const SETS = /^\s*(?:export\s+)?(?:env\s+)?(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|[^\s"']*)(?:\s+|$))+/;

const LOOKS: ReadonlySet<string> = new Set('CI FORCE_COLOR NO_COLOR TERM COLUMNS PAGER GIT_PAGER'.split(' '));

/** Whether two command lines do the same work, though one may be wrapped or name more: `rtk bun test` and `bun test`. */
export function isAlike(a: string, b: string): boolean {
  const [first, second] = [wordsOf(coreOf(a)), wordsOf(coreOf(b))];
  const [few, many] = first.length <= second.length ? [first, second] : [second, first];
  // One word in common is a program's name, which says nothing of what it was asked to do.
  if (few.length < 2) return few.length === 1 && many.length === 1 && few[0] === many[0];
  return few.every((word) => many.includes(word)) && many.length - few.length <= MAX_MORE;
}

const MAX_SHORT_COMMAND_CHARS = 400;

/** Characters of a command line that are read: more than a log keeps of one. */
export const MAX_COMMAND_CHARS = 4000;

/** Words that a wrapper or a flag adds; a command with more of them is another one. */
const MAX_MORE = 2;

const SURROUNDINGS = /^(cd|pushd|popd|export|set|source|\.|echo|sleep|true|clear|pwd)(\s|$)/;

function bare(step: string): string {
  const parts = outsideQuotes(step).split(' | ');
  // What runs the output is part of the work: `curl … | tee x | sh`.
  const last = Math.max(
    0,
    parts.findLastIndex((part, i) => i > 0 && RUNS_INPUT.test(part)),
  );
  const text = step
    .slice(0, parts.slice(0, last + 1).join(' | ').length)
    // Bounded, since a long run of blanks or digits would be gone through again from each of them.
    .replace(/\s{0,9}\d{0,3}>>?\s{0,9}(&\d|\S+)/g, '')
    .replace(/\s{0,9}<\s{0,9}\S+/g, '')
    .replace(/^\s*(?:env\s+)?(\w+=("[^"]*"|'[^']*'|\S*)\s+)+/, '')
    .replace(/^\s*(time|nohup|sudo|command|exec|timeout\s+\S+)\s+/, '')
    .replace(/\s+/g, ' ')
    .trim();
  return SURROUNDINGS.test(text) ? '' : text;
}

const RUNS_INPUT =
  /^(?:(?:sudo|env|exec|command|nohup|xargs)(?: (?:-\S{1,20}|\w{1,40}=\S{0,200})){0,8} )?(?:\/\S{1,80}\/)?(?:(?:sh|bash|zsh|dash|ksh|fish)(?:\s|$)|(?:python[\d.]{0,5}|node|perl|ruby|php)(?: -)?\s*$)/;

/** The same text with everything quoted blanked out, so that a pipe inside quotes is no pipe. */
function outsideQuotes(text: string): string {
  let left = '';
  let from = 0;
  // A quote that nothing closes is a plain sign, and so are all of its kind after it.
  const open = new Set<string>();
  QUOTE.lastIndex = 0;
  for (let quote = QUOTE.exec(text); quote; quote = QUOTE.exec(text)) {
    if (open.has(quote[0])) continue;
    const end = closingOf(text, quote.index);
    if (end < 0) {
      open.add(quote[0]);
      continue;
    }
    left += text.slice(from, quote.index) + '_'.repeat(end - quote.index);
    from = end;
    QUOTE.lastIndex = end;
  }
  return left + text.slice(from);
}

const QUOTE = /["']/g;

/** Where the quotation that begins at a place has ended; -1 where it does not. */
function closingOf(text: string, begin: number): number {
  if (text[begin] === "'") return text.indexOf("'", begin + 1) + 1 || -1;
  for (let at = begin + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return -1;
}

const wordsOf = (core: string): string[] => core.split(' ').filter((word) => word !== '' && word !== '&&');
