import { groupWordOf, type Kind, kindOf, type Memory } from '@sqrl/base/model/memory.ts';
import { attributionOf, quotedFrom } from '@sqrl/base/model/sync/told.ts';
import { oneLine, visible } from '@sqrl/base/plain.ts';
import type { Style, TerminalOutput } from '@sqrl/base/terminal/terminal.ts';
import { columns, cutToWidth, pad, wrap } from '@sqrl/base/terminal/width.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import type { CommandRun } from './task.ts';

const COLOURS: Record<Kind, Style> = {
  guard: 'red',
  invariant: 'blue',
  preference: 'magenta',
  pattern: 'cyan',
  note: 'gray',
};
const MAX_HIT_LINES = 8;

/** A memory, and whether the code it is about has changed. */
type MemoryWithStaleness = Memory & { stale?: boolean | undefined; earlier?: boolean | undefined };

/** Prints a memory as readers of search results want it: the text first, then quietly what it is. */
export function showHit(
  { out: sheet, ago }: CommandRun,
  hit: { place: string; memory: MemoryWithStaleness; notes?: string[]; marked?: string },
): void {
  const { place, memory } = hit;
  const indent = ' '.repeat(columns(place) + 2);
  const lines = wrap(quotedFrom(memory, visible(memory.text.trim())), sheet.width - indent.length);
  const shown = lines.length > MAX_HIT_LINES ? lines.slice(0, MAX_HIT_LINES - 1) : lines;
  shown.forEach((plain, i) => {
    const line = hit.marked === undefined ? plain : markWords(sheet, plain, hit.marked);
    sheet.line(i === 0 ? `${sheet.bold(place)}  ${line}` : `${indent}${line}`);
  });
  if (shown.length < lines.length) {
    sheet.quiet(`${indent}… ${lines.length - shown.length} more lines: sqrl show ${memory.id}`);
  }
  sheet.line(
    `${indent}${paintedGroup(sheet, memory)} ${aside(sheet, factsOf(memory, ago), indent, groupWordOf(memory))}`,
  );
  for (const note of hit.notes ?? []) {
    for (const line of wrap(visible(note), sheet.width - indent.length)) sheet.quiet(indent + line);
  }
}

/** Prints memories one to a line: in columns on a terminal, with tabs in between for other programs. */
export function showTable({ out: sheet, ago }: CommandRun, memories: readonly MemoryWithStaleness[]): void {
  const rows = memories.map((memory) => ({ memory, age: ago(memory.createdAt) }));
  if (!sheet.isTerminal) {
    for (const { memory, age } of rows)
      sheet.line([memory.id, memory.type, age, attributed(memory)].join('\t'));
    return;
  }
  const widest = (texts: string[]) => texts.reduce((most, text) => Math.max(most, text.length), 0);
  const ids = widest(rows.map(({ memory }) => memory.id));
  const types = widest(rows.map(({ memory }) => groupWordOf(memory)));
  const ages = widest(rows.map(({ age }) => age));
  const room = Math.max(sheet.width - ids - types - ages - 6, 20);
  for (const { memory, age } of rows) {
    const mark = markOf(memory);
    const type = paintedGroup(sheet, memory) + ' '.repeat(types - groupWordOf(memory).length);
    const dim = (text: string) => sheet.dim(text);
    const text = cutToWidth(attributed(memory), room);
    sheet.line(
      `${dim(pad(memory.id, ids))} ${sheet.paint('yellow', mark)} ${type} ${dim(pad(age, ages))}  ${text}`,
    );
  }
}

const attributed = (memory: Memory): string => quotedFrom(memory, oneLine(memory.text));

function markOf({ pinned, status, stale, needsReview }: MemoryWithStaleness): string {
  if (pinned) return '*';
  if (status === 'deprecated') return '-';
  if (needsReview) return '?';
  return stale ? '~' : ' ';
}

/** What a memory is, in the word of its group and the colour of its kind. */
export const paintedGroup = (sheet: TerminalOutput, memory: Pick<Memory, 'type' | 'key'>): string =>
  sheet.paint(COLOURS[kindOf(memory.type)], groupWordOf(memory));

function factsOf(memory: MemoryWithStaleness, ago: CommandRun['ago']): string[] {
  return [
    memory.id,
    ago(memory.updatedAt),
    ...(memory.scope === 'project'
      ? []
      : [memory.scopeOf ? `${memory.scope} ${memory.scopeOf}` : memory.scope]),
    ...(memory.status === 'active' ? [] : [memory.status === 'deprecated' ? 'archived' : memory.status]),
    ...(memory.branch ? [`branch ${memory.branch}`] : []),
    ...(memory.pinned ? ['pinned'] : []),
    ...(memory.earlier ? ['earlier'] : []),
    ...(memory.stale ? ['stale'] : []),
    ...(memory.needsReview ? ['needs review'] : []),
    ...(memory.userId ? [`from ${attributionOf(memory)}`] : []),
    ...(memory.tainted ? ['from an external source'] : []),
    ...memory.tags.map((tag) => `#${tag}`),
    ...memory.files,
  ].map(oneLine);
}

function aside(sheet: TerminalOutput, facts: string[], indent: string, type: string): string {
  const room = sheet.width - indent.length - type.length - 1;
  return sheet.dim(cutToWidth(facts.map((fact) => `· ${fact}`).join(' '), room));
}

/** Paints the words of a line that a question names, so that a reader sees why it was found. */
export function markWords(sheet: Pick<TerminalOutput, 'paint'>, line: string, question: string): string {
  const asked = contentWords(question);
  if (asked.size === 0) return line;
  return line.replace(WORD, (word) =>
    [...contentWords(word)].some((form) => asked.has(form)) ? sheet.paint('bold', word) : word,
  );
}

const WORD = /[\p{L}\p{N}_]+/gu;
