import { editDistance } from '../edit-distance.ts';
import { Problem } from '../problem.ts';

export const usage = (message: string, hint = ''): Problem => new Problem(message, hint, 'usage');

/** The value of an option with fixed choices, or a problem that suggests the nearest choice. */
export function optionChoice<T extends string>(option: string, value: string, known: readonly T[]): T {
  if ((known as readonly string[]).includes(value)) return value as T;
  const meant = nearest(value, known);
  throw usage(
    `${option} cannot be ${value === '' ? 'empty' : `"${value}"`}.${meant ? ` Did you mean ${meant}?` : ''}`,
    `Choose one of: ${known.join(', ')}.`,
  );
}

/** The number given to an option, within its bounds. */
export function optionNumber(
  option: string,
  value: string | undefined,
  bounds: { from: number; to: number; whole?: boolean },
): number | undefined {
  if (value === undefined) return undefined;
  const number = /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  const fits = number >= bounds.from && number <= bounds.to && (!bounds.whole || Number.isInteger(number));
  if (fits) return number;
  const kind = bounds.whole ? 'a whole number' : 'a number';
  throw usage(`${option} must be ${kind} from ${bounds.from} to ${bounds.to}, not "${value}".`);
}

/** The known word a person most likely meant, if any is near enough to be worth guessing. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  const near = known
    .map((name) => ({ name, steps: editDistance(typed, name.toLowerCase()) }))
    .filter(({ name, steps }) => steps <= Math.max(1, Math.floor(Math.min(name.length, typed.length) / 3)))
    .sort((a, b) => a.steps - b.steps)[0]?.name;
  // "rem" is five letters away from "remember", but its meaning is clear.
  return near ?? (typed.length >= 2 ? known.find((name) => name.toLowerCase().startsWith(typed)) : undefined);
}
