import {
  argumentsOf,
  globalOptions,
  NO_WORDS,
  type Options,
  positionalsOf,
  type Values,
  type Words,
} from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { optionChoice, usage } from '@sqrl/base/terminal/usage.ts';
import type { VerbClient } from '../protocol/client.ts';
import type { Input, Output, Verb } from '../protocol/verbs.ts';
import { answer, type CommandRun, declines, openMemory } from './task.ts';

export interface Command {
  /** Usage, options and at least one example. */
  help: string;
  options: Options;
  /** First words that choose another form, as `sessions` in `sqrl history sessions`. */
  forms?: readonly string[];
  run(task: CommandRun): Promise<ExitCode>;
}

export interface CommandEntry {
  name: string;
  group: string;
  /** One line for the overview; starts with a verb. */
  summary: string;
  hidden: boolean;
  load(): Promise<Command>;
}

/** What a command does, or one of its forms. */
export interface Form<O extends Options> {
  /** Words besides the form's own; none unless given. */
  words?: Words;
  /** The options that it knows; all unless given. */
  options?: readonly (keyof O)[];
  /** Options of which one at most may be given. */
  apart?: readonly (readonly (keyof O & string)[])[];
  /** Options that make sense next to another one only. */
  needs?: { readonly [K in keyof O]?: keyof O & string };
  /** Its exit status, where it is another than 0. */
  run(task: CommandRun, values: Values<O>, words: string[]): Promise<ExitCode | undefined> | Promise<void>;
}

/** A question that one verb answers: what is asked, and how the answer is shown. */
export interface Question<V extends Verb, O extends Options> extends Omit<Form<O>, 'run'> {
  input(values: Values<O>, words: string[], task: CommandRun): Input<V>;
  show(task: CommandRun, output: Output<V>, values: Values<O>, words: string[]): void;
  /** Whether it says anything; the command exits with status 3 where it does not. */
  found?(output: Output<V>): boolean;
  /** What is said where nothing was found; otherwise the answer is shown all the same. */
  none?(task: CommandRun, output: Output<V>, client: VerbClient): string | Promise<string>;
  /** What the person is asked first, unless they pass --yes. */
  confirm?(words: string[]): string | false;
  /** Asks the user's own memory alone. */
  global?: boolean;
}

export function asks<V extends Verb, O extends Options>(verb: V, question: Question<V, O>): Form<O> {
  const { input, show, found = () => true, none, confirm, global, ...form } = question;
  return {
    ...form,
    run: async (task, values, words) => {
      const { project, yes } = values as { project?: string; yes?: boolean };
      const sent = input(values, words, task);
      const asked = confirm?.(words);
      if (asked && (await declines(task, yes, asked))) return EXIT.problem;
      await using client = await openMemory(task, { project, global });
      const output = await client.call(verb, sent);
      const isFound = found(output);
      const said = isFound ? undefined : await none?.(task, output, client);
      answer(task, output, () => {
        if (said === undefined) show(task, output, values, words);
        else task.err.line(said);
      });
      return isFound ? EXIT.done : EXIT.nothing;
    },
  };
}

export const command = <O extends Options>(
  name: string,
  { help, options, ...form }: { help: string; options: O } & Omit<Form<O>, 'options'>,
): Command => formsOf(name, { help, options, forms: { '': form } });

/** A command whose first word chooses a form; the form '' has no such word. */
export function formsOf<O extends Options>(
  name: string,
  { help, options, forms }: { help: string; options: O; forms: Readonly<Record<string, Form<O>>> },
): Command {
  const names = Object.keys(forms).filter((form) => form !== '');
  return {
    ...{ help, options, forms: names },
    run: async (task) => {
      const { values, words } = argumentsOf(name, task.argv, options, task.world.now());
      const [first = ''] = words;
      const chosen = Object.hasOwn(forms, first) ? first : '';
      const form = forms[chosen] ?? forms[optionChoice(name, first, names)]!;
      if (chosen === '' && first !== '' && names.length > 0 && (form.words ?? NO_WORDS).to === 0)
        optionChoice(name, first, names);
      const title = chosen === '' ? name : `${name} ${chosen}`;
      const wrong = Object.keys(values).find(
        (option) => !Object.hasOwn(globalOptions, option) && form.options?.includes(option) === false,
      );
      if (wrong !== undefined)
        throw usage(`--${wrong} cannot be used with ${title}.`, `Run \`sqrl help ${name}\`.`);
      refuseCombinations(name, form, values);
      const rest = positionalsOf(title, chosen === '' ? words : words.slice(1), form.words ?? NO_WORDS);
      const exit = await form.run(task, values, rest);
      return typeof exit === 'number' ? exit : EXIT.done;
    },
  };
}

function refuseCombinations<O extends Options>(
  name: string,
  { apart = [], needs = {} }: Form<O>,
  values: Readonly<Record<string, unknown>>,
): void {
  const see = `Run \`sqrl help ${name}\`.`;
  for (const options of apart) {
    const [one, other] = options.filter((option) => values[option] !== undefined);
    if (other !== undefined) throw usage(`--${one} and --${other} cannot be combined.`, see);
  }
  for (const [option, needed] of Object.entries<string | undefined>(needs))
    if (values[option] !== undefined && values[needed!] === undefined)
      throw usage(`--${option} can be used with --${needed} only.`, see);
}
