import { redactLines } from '@sqrl/base/redact/redact.ts';
import { noteLines } from './markdown.ts';
import { splitNote } from './split.ts';

/** A rule as it stands in a file that tells agents how to work here. */
export interface FileRule {
  text: string;
  /** From 1. */
  line: number;
  /** Of its words: the same rule on another line has the same. */
  hash: string;
  /** Files it is about, where the file says so: `src/**` of a rule that is only for them. */
  paths: string[];
}

/** Reads a rule file: every paragraph and every item of a list is a rule. What is only a heading, a link or code is none. */
export function fileRulesIn(file: string): FileRule[] {
  const { text } = redactLines(file);
  const lines = noteLines(text);
  const { pieces, paths, title } = splitNote(text);
  return pieces
    .filter(({ text: rule, body }) => (LABELLED.test(rule) || isRule(body)) && !ITSELF.test(rule))
    .map(({ text: rule, offset, key }) => ({
      text: withoutTitle(rule, title),
      line: lines.findLastIndex((line) => line.offset <= offset) + 1,
      hash: key.slice(key.indexOf(':') + 1),
      paths: paths.filter((path) => path !== '**' && path !== '**/*'),
    }));
}

/** Whether a rule has two words of prose, and is not only the beginning of something. */
function isRule(body: string): boolean {
  const prose = body
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/`[^`]*`/g, ' x ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, ' ')
    .replace(/https?:\/\/\S+/g, ' ')
    .trim();
  return (prose.match(/\p{L}{2,}/gu) ?? []).length >= 2 && !/^@\S+$/.test(prose) && !/:[*_]*$/.test(prose);
}

/** "Trust these instructions" says nothing where they are not. */
const ITSELF = /\b(?:these|this) (?:instructions?|guidelines?|file|document|guide)\b/i;

/** "Tests: `pnpm test`". */
const LABELLED = /(?:^|: |> )[*_]{0,2}\p{L}[\p{L} /-]{1,40}[*_]{0,2}:[*_]{0,2} +`[^`\n]*\S [^`\n]*`/u;

/** A rule without the title of its file, which says nothing of it where there is another heading or a sentence. */
function withoutTitle(rule: string, title: string | undefined): string {
  if (title === undefined) return rule;
  if (rule.startsWith(`${title} > `)) return rule.slice(title.length + 3);
  const rest = rule.startsWith(`${title}: `) ? rule.slice(title.length + 2) : rule;
  return LABELLED.test(rest) || isRule(rest) ? rest : rule;
}
