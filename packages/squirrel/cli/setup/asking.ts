import type { Readable, Writable } from 'node:stream';
import { Problem } from '@sqrl/base/problem.ts';
import { usage } from '@sqrl/base/terminal/usage.ts';
import type { CommandRun } from '../task.ts';

type Prompts = typeof import('@clack/prompts');

interface Choice<T extends string> {
  value: T;
  label: string;
  hint?: string;
}

/** Asks which of several are meant; all are ticked at first. */
export const askWhich = <T extends string>(
  task: CommandRun,
  message: string,
  choices: readonly Required<Choice<T>>[],
): Promise<T[]> =>
  ask(task, ({ multiselect }, streams) =>
    multiselect({
      ...{ ...streams, message, options: choices as never, required: false },
      initialValues: choices.map(({ value }) => value),
    }),
  ) as Promise<T[]>;

/** Asks for a yes or a no; `initial` is what Enter answers. */
export const askYes = (task: CommandRun, message: string, initial = true): Promise<boolean> =>
  ask(task, ({ confirm }, streams) => confirm({ ...streams, message, initialValue: initial }));

/** Asks for a yes or a no, or for a closer look first; each is one key, and Enter is a yes. */
export async function askYesOrLook(
  task: CommandRun,
  message: string,
  look: string,
): Promise<'y' | 'n' | 'd'> {
  const options: Choice<'y' | 'n' | 'd'>[] = [
    { value: 'y', label: 'Yes (or Enter)' },
    { value: 'n', label: 'No' },
    { value: 'd', label: look },
  ];
  const said = await ask(task, ({ selectKey }, streams) => selectKey({ ...streams, message, options }));
  return said ?? 'y';
}

export const askOne = <T extends string>(
  task: CommandRun,
  message: string,
  choices: readonly Choice<T>[],
): Promise<T> =>
  ask(task, ({ select }, streams) =>
    select<T>({ ...streams, message, options: choices as never }),
  ) as Promise<T>;

/** Throws if there is no terminal to ask on. */
export function mustAsk(task: CommandRun): void {
  if (!task.world.stdin.isTTY || !task.world.stderr.isTTY || task.json)
    throw usage(
      'This needs confirmation, and standard input is not a terminal.',
      'Pass --yes to confirm, or --dry-run to preview. Nothing was changed.',
    );
}

/** Asks where a person looks: standard output is for the answer. */
async function ask<T>(
  { world, signal }: CommandRun,
  prompt: (prompts: Prompts, streams: ReturnType<typeof streamsOf>) => Promise<T>,
): Promise<Exclude<T, symbol>> {
  const said = await prompt(await import('@clack/prompts'), streamsOf(world, signal));
  if (typeof said === 'symbol') throw new Problem('Interrupted.', 'Nothing was changed.', 'cancelled');
  return said as Exclude<T, symbol>;
}

const streamsOf = (world: CommandRun['world'], signal: AbortSignal) => ({
  input: world.stdin as unknown as Readable,
  output: world.stderr as unknown as Writable,
  signal,
});
