import { type ParseArgsConfig, parseArgs } from 'node:util';
import { nearest } from './nearest.ts';
import { usage } from './usage.ts';

export type Options = NonNullable<ParseArgsConfig['options']>;

/** What every command understands. */
export const globalOptions = {
  project: { type: 'string' },
  json: { type: 'boolean' },
  'no-color': { type: 'boolean' },
  'no-daemon': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies Options;

/** What a person typed, taken apart. */
export type Arguments<O extends Options> = {
  values: ReturnType<typeof parseArgs<{ options: O & typeof globalOptions }>>['values'];
  words: string[];
};

/** Takes apart what was typed after a command, or says in one sentence what is wrong with it. */
export function argumentsOf<O extends Options>(command: string, argv: string[], options: O): Arguments<O> {
  const known: Options = { ...options, ...globalOptions };
  // Not strict, since parseArgs' own complaints neither suggest nor point anywhere.
  const { values, positionals, tokens } = parseArgs({
    args: argv,
    options: known,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) if (token.kind === 'option') check(command, token, known);
  return { values: values as Arguments<O>['values'], words: positionals };
}

/** The words a command was given when it wants exactly so many, named as a person would. */
export function wordsOf(
  command: string,
  words: string[],
  wanted: { what: string; from: number; to: number },
): string[] {
  const see = `See \`sqrl help ${command}\`.`;
  if (words.length < wanted.from) throw usage(`${command} needs ${wanted.what}.`, see);
  const extra = words[wanted.to];
  if (extra === undefined) return words;
  const takes = wanted.to === 0 ? 'takes options only' : `takes ${wanted.what} only`;
  throw usage(`${command} ${takes}; "${extra}" is too much.`, see);
}

interface Given {
  name: string;
  rawName: string;
  value: string | undefined;
  inlineValue: boolean | undefined;
}

function check(command: string, { name, rawName, value, inlineValue }: Given, known: Options): void {
  const option = Object.hasOwn(known, name) ? known[name] : undefined;
  const see = `See \`sqrl help ${command}\`.`;
  if (option === undefined) {
    const meant = nearest(name, Object.keys(known));
    throw usage(
      `${command} has no option ${rawName}.${meant ? ` Did you mean --${meant}?` : ''}`,
      `${see} Text that begins with a dash goes behind --.`,
    );
  }
  if (option.type === 'boolean' && value !== undefined) {
    throw usage(`${rawName} takes no value, but was given "${value}".`, see);
  }
  if (option.type === 'string' && value === undefined) throw usage(`${rawName} needs a value.`, see);
  // `--tag --json` is a forgotten value far more often than a tag called --json.
  if (option.type === 'string' && !inlineValue && value!.length > 1 && value!.startsWith('-')) {
    throw usage(
      `${rawName} needs a value, and ${value} looks like an option.`,
      `If it is meant: ${rawName}=${value}`,
    );
  }
}
