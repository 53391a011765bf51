import { oneLine, visible } from '@sqrl/base/plain.ts';
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
  indent?: number;
}

/** Prints a list: a line for what each thing is, its facts, and what is below it. */
export function showItems(
  sheet: TerminalOutput,
  items: readonly Item[],
  { inline = false, indent: start = 0 }: ListLook = {},
): void {
  const widest = Math.max(0, ...items.map(({ mark = '' }) => columns(mark)));
  const before = ' '.repeat(start);
  const indent = before + ' '.repeat(widest > 0 ? widest + 2 : 0);
  const room = sheet.width - indent.length;
  for (const { mark = '', style = 'dim', head, facts = [], below = [] } of items) {
    const lead = before + (widest > 0 ? `${sheet.paint(style, pad(mark, widest))}  ` : '');
    const shown = cutToWidth(oneLine(head), room);
    const aside = facts.filter((fact) => typeof fact === 'string' && fact !== '');
    const dim = (text: string, width: number) => sheet.paint('dim', cutToWidth(oneLine(text), width));
    if (aside.length === 0) sheet.line(lead + shown);
    else if (inline)
      sheet.line(`${lead}${shown}  ${dim(aside.join(', '), Math.max(room - columns(shown) - 2, MIN_ASIDE))}`);
    else {
      sheet.line(lead + shown);
      sheet.line(indent + dim(aside.join(' · '), room));
    }
    for (const text of below)
      for (const line of wrap(visible(text), room - 2)) sheet.line(`${indent}  ${line}`);
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
  sheet.line(`\n${sheet.paint('bold', heading)}`);
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
      sheet.line(`${sheet.paint('dim', pad(at === 0 ? name : '', widest))}  ${line}`);
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
  sheet.line(sheet.paint('bold', names.map(cell).join('  ')));
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
