import { escaped } from '../../base/text/escaped.ts';
import { RULE_TITLES } from '../../clients/rule-files.ts';
import { redactLines } from '../../redact/redact.ts';
import { noteLines } from './lines.ts';
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
  const paths = pathsOf(text);
  return splitNote(text)
    .pieces.filter(({ text: rule }) => saysSomething(rule))
    .map(({ text: rule, offset, key }) => ({
      text: withoutFileTitle(rule),
      line: lines.findLastIndex((line) => line.offset <= offset) + 1,
      hash: key.slice(key.indexOf(':') + 1),
      paths,
    }));
}

/** A rule has a sentence of prose in it, or says what a command is for. */
const saysSomething = (rule: string): boolean => {
  if (LABELLED.test(rule)) return true;
  const prose = rule
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/`[^`]*`/g, ' x ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, ' ')
    .replace(/https?:\/\/\S+/g, ' ');
  const own = prose.slice(prose.indexOf(': ') + 1);
  return (
    (own.match(/\p{L}{2,}/gu) ?? []).length >= 2 && !/^\s*@\S+\s*$/.test(own) && !own.trimEnd().endsWith(':')
  );
};

/** "Tests: `pnpm test`". */
const LABELLED = /(?:^|: |> )[*_]{0,2}\p{L}[\p{L} /-]{1,40}[*_]{0,2}:[*_]{0,2} +`[^`\n]*\S [^`\n]*`/u;

/** The title of the file says nothing of the rule: `CLAUDE.md > Testing: use vitest` is about testing. */
const withoutFileTitle = (rule: string): string => rule.replace(FILE_TITLE, '');

const FILE_TITLE = new RegExp(
  `^(?:[\\w.-]*(?:${[...RULE_TITLES, 'MEMORY'].map(escaped).join('|')})(?:\\.md|\\.mdc)?|(?:project |repository |coding )?(?:rules|guidelines|instructions|memory|conventions))(?: > |: )`,
  'i',
);

/** What the lines above a rule file say it is for. */
function pathsOf(text: string): string[] {
  const head = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? '';
  const behind = /^(?:paths|globs|applyTo):[ \t]*(\S.*)$/m.exec(head)?.[1];
  const below = /^(?:paths|globs|applyTo):[ \t]*\r?\n((?:\s+-\s+.*(?:\r?\n|$))+)/m.exec(head)?.[1];
  const listed =
    behind === undefined
      ? (below ?? '').split('\n').map((line) => line.replace(/^\s+-\s+/, ''))
      : behind.replace(/^\[|\]$/g, '').split(',');
  return listed
    .map((path) => path.trim().replace(/^["']|["']$/g, ''))
    .filter((path) => path !== '' && path !== '**' && path !== '**/*');
}
