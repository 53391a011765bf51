import { parseArgs } from 'node:util';
import { endTime, startTime } from './time.ts';
import { nearest, optionChoice, optionNumber, usage } from './usage.ts';

interface Option<T = unknown> {
  type: 'string' | 'boolean';
  short?: string;
  multiple?: boolean;
  /** Makes a value of the text, or throws a usage problem that names the option. */
  read?(text: string, option: string, now: number): T;
}

/** Which program is typed: the options that all of its commands take, and how its help is asked for. */
export interface TypedProgram {
  options: Options;
  help(command: string): string;
}

export type Options = Readonly<Record<string, Option>>;

export const flag = { type: 'boolean' } as const;
/** Several of these. */
export const flags = <const N extends string>(...names: N[]) =>
  Object.fromEntries(names.map((name) => [name, flag])) as Record<N, typeof flag>;
export const text = { type: 'string' } as const;
/** May be given several times. */
export const texts = { type: 'string', multiple: true } as const;
/** A whole number within bounds. */
export const whole = (from: number, to: number) => ({
  type: 'string' as const,
  read: (typed: string, option: string) => optionNumber(option, typed, { from, to, whole: true })!,
});
/** A share, 0 to 1. */
export const part = {
  type: 'string',
  read: (typed: string, option: string) => optionNumber(option, typed, { from: 0, to: 1 })!,
} as const;
export const oneOf = <const T extends string>(known: readonly T[]) => ({
  type: 'string' as const,
  read: (typed: string, option: string) => optionChoice(option, typed, known),
});
export const someOf = <const T extends string>(known: readonly T[]) => ({
  ...oneOf(known),
  multiple: true as const,
});
export const since = {
  type: 'string',
  read: (typed: string, option: string, now: number) => startTime(option, typed, now),
} as const;
export const until = {
  type: 'string',
  read: (typed: string, option: string, now: number) => endTime(option, typed, now),
} as const;

export const globalOptions = {
  project: text,
  json: flag,
  'no-color': flag,
  'no-daemon': flag,
  help: { type: 'boolean', short: 'h' },
} as const satisfies Options;

type Value<P extends Option> = P extends { type: 'boolean' }
  ? boolean
  : P extends { read: (...given: never[]) => infer T }
    ? T
    : string;

/** What was typed for each option; undefined where it was not. */
export type Values<O extends Options> = {
  [K in keyof (O & typeof globalOptions)]?:
    | ((O & typeof globalOptions)[K] extends { multiple: true }
        ? Value<(O & typeof globalOptions)[K]>[]
        : Value<(O & typeof globalOptions)[K]>)
    | undefined;
};

export interface Arguments<O extends Options> {
  values: Values<O>;
  words: string[];
}

const SQRL: TypedProgram = { options: globalOptions, help: (command) => `sqrl help ${command}` };

export function argumentsOf<O extends Options>(
  command: string,
  argv: readonly string[],
  options: O,
  now = Date.now(),
  program = SQRL,
): Arguments<O> {
  const known: Options = { ...options, ...program.options };
  // Not strict: the errors of parseArgs do not suggest the nearest option.
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    options: known,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) if (token.kind === 'option') check(command, token, known, program);
  const read = Object.entries(values).map(([name, typed]) => {
    const reader = known[name]?.read;
    if (!reader) return [name, typed];
    const one = (given: unknown) => reader(String(given), `--${name}`, now);
    return [name, Array.isArray(typed) ? typed.map(one) : one(typed)];
  });
  return { values: Object.fromEntries(read) as Values<O>, words: positionals };
}

/** The words that a command takes besides its options; `what` names them in an error. */
export interface Words {
  what: string;
  from: number;
  to: number;
}

export const takes = (what: string, from = 1, to = from): Words => ({ what, from, to });
export const NO_WORDS = takes('options', 0);

export function positionalsOf(command: string, words: string[], wanted: Words, program = SQRL): string[] {
  const see = `Run \`${program.help(command)}\`.`;
  if (words.length < wanted.from) throw usage(`${command} needs ${wanted.what}.`, see);
  const extra = words[wanted.to];
  if (extra === undefined) return words;
  throw usage(`${command}: unexpected argument "${extra}".`, see);
}

interface OptionToken {
  name: string;
  rawName: string;
  value: string | undefined;
  inlineValue: boolean | undefined;
}

function check(
  command: string,
  { name, rawName, value, inlineValue }: OptionToken,
  known: Options,
  program: TypedProgram,
): void {
  const option = Object.hasOwn(known, name) ? known[name] : undefined;
  const see = `Run \`${program.help(command)}\`.`;
  if (option === undefined) {
    const meant = nearest(name, Object.keys(known));
    throw usage(
      `${command}: unknown option ${rawName}.${meant ? ` Did you mean --${meant}?` : ''}`,
      `${see} Put text that begins with a dash after --.`,
    );
  }
  if (option.type === 'boolean' && value !== undefined) {
    throw usage(`${rawName} does not take a value, but got "${value}".`, see);
  }
  if (option.type === 'string' && value === undefined) throw usage(`${rawName} needs a value.`, see);
  // `--tag --json` is a forgotten value far more often than a tag called --json.
  if (option.type === 'string' && !inlineValue && value!.length > 1 && value!.startsWith('-')) {
    throw usage(
      `${rawName} needs a value, and ${value} looks like an option.`,
      `To pass it as a value, write ${rawName}=${value}`,
    );
  }
}
