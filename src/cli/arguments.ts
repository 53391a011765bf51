import { type ParseArgsConfig, parseArgs } from 'node:util';
import { nearest } from './nearest.ts';
import { usage } from './usage.ts';

export type Options = NonNullable<ParseArgsConfig['options']>;

/** Options of every command. */
export const globalOptions = {
  project: { type: 'string' },
  json: { type: 'boolean' },
  'no-color': { type: 'boolean' },
  'no-daemon': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies Options;

/** Parsed arguments of a command. */
export type Arguments<O extends Options> = {
  values: ReturnType<typeof parseArgs<{ options: O & typeof globalOptions }>>['values'];
  words: string[];
};

/** Parses the arguments of a command, or throws a usage problem with a suggestion. */
export function argumentsOf<O extends Options>(command: string, argv: string[], options: O): Arguments<O> {
  const known: Options = { ...options, ...globalOptions };
  // Not strict: the errors of parseArgs do not suggest the nearest option.
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

/** The positional arguments of a command, within its bounds; `what` names them in an error. */
export function positionalsOf(
  command: string,
  words: string[],
  wanted: { what: string; from: number; to: number },
): string[] {
  const see = `Run \`sqrl help ${command}\`.`;
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

function check(command: string, { name, rawName, value, inlineValue }: OptionToken, known: Options): void {
  const option = Object.hasOwn(known, name) ? known[name] : undefined;
  const see = `Run \`sqrl help ${command}\`.`;
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
