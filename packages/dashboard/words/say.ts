import { number } from './times.ts';

/** A number with its noun: `1 memory`, `1,024 memories`. */
export const counted = (n: number, one: string, other: string): string =>
  n === 1 ? `1 ${one}` : `${number(n)} ${other}`;

/** A text of a table, with one form for 1 and one for other numbers where it counts something. */
export type Text = string | { readonly one: string; readonly other: string };

/** A text of a table with its facts; `n` also decides between the two forms. */
export const fill = (text: Text, facts: Readonly<Record<string, string | number>>): string =>
  (typeof text === 'string' ? text : facts.n === 1 ? text.one : text.other).replace(
    /\{(\w+)\}/g,
    (whole, name: string) => {
      const fact = facts[name];
      return typeof fact === 'number' ? number(fact) : (fact ?? whole);
    },
  );
