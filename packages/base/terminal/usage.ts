import { Problem } from '../problem.ts';
import { nearest } from './nearest.ts';

/** A problem with the arguments of a command. */
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
