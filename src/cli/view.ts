import { oneLine, visible } from '../base/plain.ts';
import { countNoun } from './size.ts';
import type { CommandRun } from './task.ts';
import type { Style, TerminalOutput } from './terminal.ts';
import { columns, cutToWidth, pad, wrap } from './width.ts';

/** A fact in a line; an empty one is left out. */
type Fact = string | false | null | undefined;

const given = (facts: readonly Fact[]): string[] =>
  facts.filter((fact) => typeof fact === 'string' && fact !== '') as string[];

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

/** Prints a list: a line for what each thing is, one for its facts, and what is below it. */
export function showItems(sheet: TerminalOutput, items: readonly Item[]): void {
  const widest = Math.max(0, ...items.map(({ mark = '' }) => columns(mark)));
  const indent = ' '.repeat(widest > 0 ? widest + 2 : 0);
  const room = sheet.width - indent.length;
  for (const { mark = '', style = 'dim', head, facts = [], below = [] } of items) {
    const lead = widest > 0 ? `${sheet.paint(style, pad(mark, widest))}  ` : '';
    sheet.line(lead + cutToWidth(oneLine(head), room));
    const aside = given(facts).map(oneLine).join(' · ');
    if (aside !== '') sheet.line(indent + sheet.paint('dim', cutToWidth(aside, room)));
    for (const text of below)
      for (const line of wrap(visible(text), room - 2)) sheet.line(`${indent}  ${line}`);
  }
}

/** A list under a heading; nothing where it is empty. */
export function showSection(sheet: TerminalOutput, heading: string, items: readonly Item[]): void {
  if (items.length === 0) return;
  sheet.line(`\n${sheet.paint('bold', heading)}`);
  showItems(sheet, items);
}

/** Prints names and what they are, in two columns; the values may be painted. */
export function showFacts(
  sheet: TerminalOutput,
  facts: readonly (readonly [name: string, value: Fact])[],
): void {
  const shown = facts.filter(([, value]) => value);
  const widest = Math.max(...shown.map(([name]) => name.length));
  for (const [name, value] of shown) sheet.line(`${sheet.paint('dim', pad(name, widest))}  ${value}`);
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

/** Says that a list goes on. */
export function showMore(
  { err }: CommandRun,
  shown: number,
  total: number,
  one: string,
  many = `${one}s`,
): void {
  if (shown < total)
    err.line(
      err.paint('dim', `${shown} of ${countNoun(total, one, many)}; use --limit or --offset for more.`),
    );
}
