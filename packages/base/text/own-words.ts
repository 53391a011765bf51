import { remembered } from '../memo.ts';
import { withoutBlocks } from './tagged.ts';

/** Cutting, judging and summing up ask of the same few prompts. */
const MAX_CACHED_PROMPTS = 50;

/**
 * What a person typed of a prompt: without code, logs, tables and whatever else was pasted into it. Of a long text only
 * its beginning and end, where people say what they want.
 */
export const typedWords: (prompt: string) => string = remembered((prompt) => {
  const plan = planTitle(prompt);
  if (plan !== undefined) return plan;
  const text = withoutBlocks(prompt, '\n')
    .replace(/\[(?:Image|Pasted text|Request interrupted)[^\][]*\]/gi, ' ')
    .split('\n')
    .map(beforePaste)
    .filter((line) => line.trim() !== '' && !isPasted(line))
    .join('\n');
  return text.length > HEAD_CHARS + TAIL ? `${text.slice(0, HEAD_CHARS)}\n${text.slice(-TAIL)}` : text;
}, MAX_CACHED_PROMPTS);

/** What a person says themselves in a prompt: of what they typed, neither quotations nor code nor addresses. */
export const ownWords: (prompt: string) => string = remembered(
  (prompt) =>
    typedWords(prompt)
      .replace(/`[^`\n]*`/g, ' ')
      .replace(/[“«„][^”»“\n]{0,400}[”»“]|(?<![\p{L}\p{N}])"[^"\n]{0,400}"(?![\p{L}\p{N}])/gu, ' ')
      .replace(/\bhttps?:\/\/\S+/g, ' '),
  MAX_CACHED_PROMPTS,
);

/** The title of a plan that a client hands back for the person: its body is the agent's own writing. */
export function planTitle(prompt: string): string | undefined {
  if (!/^\s*implement (?:the following|this) plan\s*:/i.test(prompt)) return undefined;
  const title = /^#+\s*(?:plan\s*:\s*)?(.+)$/im.exec(prompt)?.[1] ?? '';
  return `Implement the plan: ${title.trim()}`;
}

const HEAD_CHARS = 900;
const TAIL = 300;

/** A line may begin in the person's words and go on with the log that they are about. */
function beforePaste(line: string): string {
  const paste = PASTE_BEGINS.exec(line);
  return paste ? line.slice(0, paste.index) : line;
}

const PASTE_BEGINS =
  /(?<=\s|^)(?:\[[A-Z][\w ./:-]*\][\s:]|\[\d[\d:. TZ-]*\]|Uncaught\b|Traceback \(most|\w*(?:Error|Exception|Warning|ERROR|FATAL)(?:\[\w+\])?:\s|\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d[ .,]|npm ERR!|\$ \w+ |(?:GET|POST|PUT|DELETE) \/)/;

/** A line of a log, a stack, a listing, a table, a diff, or another person's text. */
const isPasted = (line: string): boolean =>
  /^\s*(?:>|\||[+-]{1,3}[^\s\p{L}]|@@|at \S+(?: ?[(:]|\s*$)|File "|#include|import .* from|(?:const|let|var|def|class|function|return|public|private|if|for) .*[;{:=(]\s*$|[\w./-]+:\d+[: ]|[{}[\]();,]+\s*$|\d+ ?\||[-=*_#]{3,}\s*$)/u.test(
    line,
  ) || isMostlySigns(line);

/** Chinese and Japanese are written without spaces. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Prose is letters and spaces; code and listings are a good part signs and figures. */
function isMostlySigns(line: string): boolean {
  const text = line.trim();
  if (text.length < 20) return false;
  const prose = text.replace(/[^\p{L}\s.,;:!?'’"()-]/gu, '').length;
  return prose < text.length * 0.75 || (!/\s/.test(text) && !UNSPACED.test(text));
}
