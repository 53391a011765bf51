import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { visible } from '@sqrl/base/plain.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { refuseAgents } from '@sqrl/base/terminal/agents-shell.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { agrees, type ProgramRun, printAnswer } from '@sqrl/base/terminal/program.ts';
import type { VerbClient } from '../protocol/client.ts';
import { TRAITS } from '../protocol/traits.ts';
import type { Input, Output, Verb, WireNotice } from '../protocol/verbs.ts';
import type { CommandEntry } from './command.ts';
import type { ProgressDisplay } from './progress.ts';
import type { CommandScope, World } from './world.ts';

export interface CommandRun extends ProgramRun {
  argv: string[];
  /** The whole command as it was typed, to be shown. */
  typed: string;
  world: World;
  /** Everything the command line can do; `help` tells it. */
  commands: readonly CommandEntry[];
  /** The work is to be done in this process. */
  noDaemon: boolean;
  /** How long ago a time is, or in how long. */
  ago(time: number): string;
}

/** Opens the memory a task is about. Calls through this client show a bar when they take long. */
export async function openMemory(
  task: CommandRun,
  { project, global }: { project?: string | undefined; global?: boolean | undefined },
): Promise<VerbClient> {
  const place: CommandScope = {
    ...(project !== undefined && placeOf(task, project)),
    ...(global && { global }),
    ...(task.noDaemon && { noDaemon: true }),
  };
  const client = await opened();
  showNotices(task, client.notices);
  return watched(task, client, refuse);

  async function refuse<V extends Verb>(verb: V, input: Input<V>): Promise<void> {
    const { persons } = TRAITS[verb] ?? {};
    const what = typeof persons === 'function' ? persons(input) : persons;
    if (what) refuseAgents(task, what);
  }

  async function opened(): Promise<VerbClient> {
    using _ = await barFor(task, 'Opening the memory');
    return await patiently(task, () => task.world.open(place));
  }
}

/** A file as it was typed, from the folder it was typed in or the project that was named. */
export function filePath(
  task: CommandRun,
  { project }: { project?: string | undefined },
  typed: string,
): string {
  if (project === undefined) return resolve(task.world.cwd, typed);
  const { project: folder, called } = placeOf(task, project);
  // Where the project's folder is not here, a file can only be named as memories name it.
  return called === undefined ? resolve(folder!, typed) : typed;
}

/** Lets a client's calls show how far they are and stop at Ctrl-C. */
export function watched(
  task: CommandRun,
  client: VerbClient,
  before?: <V extends Verb>(verb: V, input: Input<V>) => Promise<void>,
): VerbClient {
  const call: VerbClient['call'] = async (verb, input, options) => {
    await before?.(verb, input);
    // A caller that listens for progress shows it itself.
    using bar = options?.onProgress ? undefined : await barFor(task);
    const how = { onProgress: bar?.tell, signal: task.signal, ...options };
    return await patiently(task, () => client.call(verb, given(input), how));
  };
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= closing());
  return { call, notices: client.notices, close, [Symbol.asyncDispose]: close };

  async function closing(): Promise<void> {
    // The copy that is made once a day is made now.
    using _ = await barFor(task, 'Closing the memory');
    await client.close();
  }
}

/** Repeats what another process's writing kept from working, such as a long reading of logs. */
async function patiently<T>({ signal }: CommandRun, work: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + MAX_WAIT_MS; ; await setTimeout(RETRY_MS))
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof Problem && error.code === 'busy';
      if (!isBusy || signal.aborted || Date.now() > until) throw error;
    }
}

const MAX_WAIT_MS = 60_000;
const RETRY_MS = 100;

/** Without the fields of an input that were left undefined: to leave one out is to leave it to its default. */
export const given = <T>(input: T): T =>
  Object.fromEntries(Object.entries(input as object).filter(([, value]) => value !== undefined)) as T;

/**
 * Asks the memory one thing and shows what it says. Exits with status 3 where that is nothing, as `found` says.
 */
export async function tell<V extends Verb>(
  task: CommandRun,
  place: { project?: string | undefined; global?: boolean },
  [verb, input]: readonly [verb: V, input: Input<V>],
  show: (output: Output<V>) => void,
  found: (output: Output<V>) => boolean = () => true,
): Promise<ExitCode> {
  await using client = await openMemory(task, place);
  const output = await client.call(verb, input);
  answer(task, output, () => show(output));
  return found(output) ? EXIT.done : EXIT.nothing;
}

/** Asks before a command goes on, unless `yes`; where the person declines, says what was not done. */
export async function declines(
  task: CommandRun,
  yes: boolean | undefined,
  question: string,
  told = 'Nothing was changed.',
): Promise<boolean> {
  if (yes || (await agrees(task, question))) return false;
  task.err.line(told);
  return true;
}

/** A progress bar on standard error, if that is a terminal. Only then is what draws it loaded. */
export async function barFor(
  { err, world }: CommandRun,
  what?: string,
): Promise<ProgressDisplay | undefined> {
  const { fd } = world.stderr as { fd?: number };
  if (!err.isTerminal || fd === undefined) return undefined;
  return (await import('./progress.ts')).startProgress(err, fd, what);
}

/** Prints the answer as JSON with --json, otherwise with `show` and its notices, if it has some. */
export function answer(task: CommandRun, value: object, show: () => void): void {
  printAnswer(task, value, () => {
    show();
    showNotices(task, (value as { notices?: readonly WireNotice[] }).notices ?? []);
  });
}

/** A folder that is there means its project; anything else may be what a project is called. */
function placeOf(task: CommandRun, name: string): CommandScope {
  const project = resolve(task.world.cwd, name);
  const found = statSync(project, { throwIfNoEntry: false });
  if (found?.isDirectory()) return { project };
  if (found) throw new Problem(`--project ${name} is not a folder.`, '', 'usage');
  return { project, called: name };
}

function showNotices({ err }: CommandRun, notices: readonly WireNotice[]): void {
  for (const { message, hint } of notices) {
    err.warn(visible(message));
    if (hint) err.quiet(visible(hint));
  }
}
