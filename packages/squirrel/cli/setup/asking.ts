import type { Readable, Writable } from 'node:stream';
import { Problem } from '@sqrl/base/problem.ts';
import { usage } from '@sqrl/base/terminal/usage.ts';
import type { CommandRun } from '../task.ts';

/** Asks which of several are meant; all are ticked at first. */
export async function askWhich<T extends string>(
  task: CommandRun,
  message: string,
  choices: readonly { value: T; label: string; hint: string }[],
): Promise<T[]> {
  const { multiselect } = await import('@clack/prompts');
  const options = choices.map((choice) => ({ ...choice }));
  return answered(
    await multiselect({
      ...streamsOf(task),
      message,
      options: options as never,
      initialValues: options.map(({ value }) => value),
      required: false,
    }),
  ) as T[];
}

/** Asks for a yes or a no; `initial` is what Enter answers. */
export async function askYes(task: CommandRun, message: string, initial = true): Promise<boolean> {
  const { confirm } = await import('@clack/prompts');
  return answered(await confirm({ ...streamsOf(task), message, initialValue: initial }));
}

/** Asks for a yes or a no, or for a closer look first; each is one key, and Enter is a yes. */
export async function askYesOrLook(
  task: CommandRun,
  message: string,
  look: string,
): Promise<'y' | 'n' | 'd'> {
  const { selectKey } = await import('@clack/prompts');
  const options = [
    { value: 'y', label: 'Yes (or Enter)' },
    { value: 'n', label: 'No' },
    { value: 'd', label: look },
  ] as const;
  return answered(await selectKey({ ...streamsOf(task), message, options: [...options] })) ?? 'y';
}

/** Asks which one of several is meant. */
export async function askOne<T extends string>(
  task: CommandRun,
  message: string,
  choices: readonly { value: T; label: string }[],
): Promise<T> {
  const { select } = await import('@clack/prompts');
  const options = choices.map((choice) => ({ ...choice }));
  return answered(await select({ ...streamsOf(task), message, options: options as never })) as T;
}

/** Throws if there is no terminal to ask on. */
export function mustAsk(task: CommandRun): void {
  if (!task.world.stdin.isTTY || !task.world.stderr.isTTY || task.json)
    throw usage(
      'This needs confirmation, and standard input is not a terminal.',
      'Pass --yes to confirm, or --dry-run to preview. Nothing was changed.',
    );
}

/** The questions go where a person looks; standard output is for the answer. */
const streamsOf = ({ world, signal }: CommandRun) => ({
  input: world.stdin as unknown as Readable,
  output: world.stderr as unknown as Writable,
  signal,
});

function answered<T>(answer: T): Exclude<T, symbol> {
  if (typeof answer === 'symbol') throw new Problem('Interrupted.', 'Nothing was changed.', 'cancelled');
  return answer as Exclude<T, symbol>;
}
