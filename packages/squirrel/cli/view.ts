import { oneLine } from '@sqrl/base/plain.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import type { Style, TerminalOutput } from '@sqrl/base/terminal/terminal.ts';
import { columns, cutToWidth, pad, wrap } from '@sqrl/base/terminal/width.ts';
import type { CommandRun } from './task.ts';

/** A fact in a line; an empty one is left out. */
type Fact = string | false | null | undefined;

/** One thing in a list: what it is first, then quietly the rest. */
export interface Item {
  /** Before it, in a column of its own: an id, a status, a count. */
  mark?: string;
  style?: Style;
  head: string;
  facts?: readonly Fact[];
  /** Lines below, whole. */
  below?: readonly string[];
}

interface ListLook {
  /** Facts stand after what they are about, not below it. */
  inline?: boolean;
  /** The same, each after a dot. */
  dots?: boolean;
  indent?: number;
}

const given = (facts: readonly Fact[]): string[] =>
  facts.filter((fact) => typeof fact === 'string' && fact !== '').map((fact) => oneLine(fact as string));

/** Facts in a line, each after a dot. */
export const dotted = (facts: readonly Fact[]): string =>
  given(facts)
    .map((fact) => `· ${fact}`)
    .join(' ');

/** Prints a list: a line for what each thing is, its facts, and what is below it. */
export function showItems(
  sheet: TerminalOutput,
  items: readonly Item[],
  { inline = false, dots = false, indent: start = 0 }: ListLook = {},
): void {
  const widest = Math.max(0, ...items.map(({ mark = '' }) => columns(mark)));
  const before = ' '.repeat(start);
  const indent = before + ' '.repeat(widest > 0 ? widest + 2 : 0);
  const room = sheet.width - indent.length;
  for (const { mark = '', style = 'dim', head, facts = [], below = [] } of items) {
    const lead = before + (widest > 0 ? `${sheet.paint(style, pad(mark, widest))}  ` : '');
    const shown = cutToWidth(oneLine(head), room);
    const aside = given(facts);
    const dim = (text: string, width: number) => sheet.dim(cutToWidth(text, width));
    if (aside.length === 0) sheet.line(lead + shown);
    else if (inline || dots) {
      const [gap, told] = dots ? [' ', dotted(aside)] : ['  ', aside.join(', ')];
      const left = Math.max(room - columns(shown) - gap.length, MIN_ASIDE);
      sheet.line(lead + shown + gap + dim(told, left));
    } else {
      sheet.line(lead + shown);
      sheet.line(indent + dim(aside.join(' · '), room));
    }
    for (const text of below) sheet.block(text, `${indent}  `);
  }
}

const MIN_ASIDE = 20;

/** A list under a heading; nothing where it is empty. */
export function showSection(
  sheet: TerminalOutput,
  heading: string,
  items: readonly Item[],
  look: ListLook = {},
): void {
  if (items.length === 0) return;
  sheet.heading(heading);
  showItems(sheet, items, { indent: 2, ...look });
}

/** Prints names and what they are, in two columns; the values may be painted. */
export function showFacts(
  sheet: TerminalOutput,
  facts: readonly (readonly [name: string, value: Fact])[],
): void {
  const shown = facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  const widest = Math.max(...shown.map(([name]) => name.length));
  for (const [name, value] of shown) {
    // What is painted is short.
    const lines = value.includes('\u001b') ? [value] : wrap(value, sheet.width - widest - 2);
    for (const [at, line] of lines.entries())
      sheet.line(`${sheet.dim(pad(at === 0 ? name : '', widest))}  ${line}`);
  }
}

/** Prints rows in columns under their names, numbers to the right. */
export function showTable(
  sheet: TerminalOutput,
  names: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const widths = names.map((name, i) =>
    Math.max(columns(name), ...rows.map((row) => columns(oneLine(String(row[i]))))),
  );
  const cell = (value: string | number, i: number) =>
    i === 0 ? pad(oneLine(String(value)), widths[0]!) : String(value).padStart(widths[i]!);
  sheet.line(sheet.bold(names.map(cell).join('  ')));
  for (const row of rows) sheet.line(row.map(cell).join('  '));
}

export function showMore(
  { err }: CommandRun,
  shown: number,
  total: number,
  one: string,
  many = `${one}s`,
): void {
  if (shown < total)
    err.quiet(`${shown} of ${countNoun(total, one, many)}; use --limit or --offset for more.`);
}

const SHORT_ID_CHARS = 8;
const MAX_ID_CHARS = 18;

/** The first characters of a session's id, safe to print. */
export const shortId = (id: string, length = SHORT_ID_CHARS): string => oneLine(id).slice(0, length);

/** How much of each id must be seen to tell them apart: some clients' ids begin with the time. */
export function prefixLength(ids: readonly string[]): number {
  const all = new Set(ids).size;
  let length = SHORT_ID_CHARS;
  while (length < MAX_ID_CHARS && new Set(ids.map((id) => id.slice(0, length))).size < all) length++;
  return length;
}
