import { coreOf } from '@sqrl/base/shell/command.ts';
import type { ToolUse } from '../types.ts';
import type { Subject } from './item.ts';

/** What a call is about: files with the lines it asks for, or a command. */
export function subjectsOf({ tool, command = null, files = [] }: ToolUse, input: unknown): Subject[] {
  if (tool === 'read' || tool === 'edit' || tool === 'write') {
    const lines = tool === 'read' ? linesIn(input) : null;
    return files.map((path) => ({ key: path, lines, shows: tool !== 'edit' }));
  }
  if (command === null || command === '') return [];
  if (tool === 'run')
    return readByShell(command) ?? [{ key: `$ ${coreOf(command)}`, lines: null, shows: true }];
  return [{ key: `${tool} ${command} ${files.join(' ')}`, lines: null, shows: true }];
}

/** Whether one shows all that the other does. */
export const covers = (newer: Subject, older: Subject): boolean =>
  newer.lines === null ||
  (older.lines !== null && newer.lines[0] <= older.lines[0] && older.lines[1] <= newer.lines[1]);

/** The files that a command line shows, if it does nothing else: `sed -n '10,60p' a.ts && cat b.ts`. */
function readByShell(command: string): Subject[] | undefined {
  if (command.length > MAX_READ_COMMAND_CHARS) return undefined;
  const subjects: Subject[] = [];
  for (const step of command.replace(/^cd \S+ && /, '').split(/&&|;|\n/)) {
    const words = step.trim().replaceAll(/["']/g, '').split(/\s+/);
    const subject = shownBy(words);
    if (subject === undefined) return undefined;
    subjects.push(subject);
  }
  return subjects;
}

const MAX_READ_COMMAND_CHARS = 500;

function shownBy(words: readonly string[]): Subject | undefined {
  const [program, ...rest] = words;
  const shows = (path: string | undefined, lines: Subject['lines']): Subject | undefined =>
    path === undefined || /^-|[*|<>$`(]/.test(path) ? undefined : { key: path, lines, shows: true };
  if (program === 'cat' && rest.length === 1) return shows(rest[0], null);
  if (program === 'nl' && rest[0] === '-ba') {
    if (rest.length === 2) return shows(rest[1], null);
    return rest[2] === '|' && rest[3] === 'sed' ? shows(rest[1], sedLines(rest.slice(4))) : undefined;
  }
  if (program === 'sed' && rest.length === 3)
    return sedLines(rest) ? shows(rest[2], sedLines(rest)) : undefined;
  if (program === 'head') {
    const count = Number(rest.at(-2)?.replace('-', ''));
    return Number.isSafeInteger(count) && rest.length <= 3 ? shows(rest.at(-1), [1, count]) : undefined;
  }
  return undefined;
}

function sedLines([option, range]: readonly string[]): Subject['lines'] {
  const [, from, to] = /^(\d{1,9}),(\d{1,9})p$/.exec(range ?? '') ?? [];
  return option === '-n' && from && to ? [Number(from), Number(to)] : null;
}

/** The lines that a reading tool is asked for, under the names that tools have for them. */
function linesIn(input: unknown): Subject['lines'] {
  if (typeof input !== 'object' || input === null) return null;
  const { offset, limit, start_line, startLine, end_line, endLine, view_range } = input as Record<
    string,
    unknown
  >;
  const [first, last] = Array.isArray(view_range)
    ? view_range
    : [start_line ?? startLine, end_line ?? endLine];
  if (typeof last === 'number')
    return [typeof first === 'number' ? first : 1, last < 0 ? Number.MAX_SAFE_INTEGER : last];
  if (typeof limit !== 'number') return null;
  const from = typeof offset === 'number' ? offset : 1;
  return [from, from + limit - 1];
}
