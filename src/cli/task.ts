import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { json, visible } from '../base/plain.ts';
import { Problem } from '../base/problem.ts';
import type { Client } from '../protocol/client.ts';
import type { Notice } from '../protocol/verbs.ts';
import type { NamedCommand } from './command.ts';
import { type Progress, startProgress } from './progress.ts';
import { readLine } from './reading.ts';
import type { Sheet } from './terminal.ts';
import { usage } from './usage.ts';
import type { Place, World } from './world.ts';

/** One run of one command: what was typed after its name, and all it may touch. */
export interface Task {
  argv: string[];
  world: World;
  /** Everything the command line can do; `help` tells it. */
  commands: readonly NamedCommand[];
  out: Sheet;
  err: Sheet;
  /** The answer is wanted as one JSON value on standard output. */
  json: boolean;
  /** The work is to be done in this process. */
  noDaemon: boolean;
  /** Aborts at Ctrl-C, and when the reader of the answer has gone. */
  signal: AbortSignal;
}

/** Opens the memory a task is about. Calls through this client show a bar when they take long. */
export async function openMemory(task: Task, { project, global }: Place): Promise<Client> {
  const place: Place = {
    ...(project !== undefined && placeOf(task, project)),
    ...(global && { global }),
    ...(task.noDaemon && { noDaemon: true }),
  };
  const client = await opened();
  showNotices(task, client.notices);
  return watched(task, client);

  async function opened(): Promise<Client> {
    using _ = barFor(task, 'Opening the memory');
    return await task.world.open(place);
  }
}

/** A file as it was typed, from the folder it was typed in or the project that was named. */
export function filePath(task: Task, { project }: Place, typed: string): string {
  if (project === undefined) return resolve(task.world.cwd, typed);
  const { project: folder, called } = placeOf(task, project);
  // Where the project's folder is not here, a file can only be named as memories name it.
  return called === undefined ? resolve(folder!, typed) : typed;
}

/** Lets a client's calls show how far they are and stop at Ctrl-C. */
export function watched(task: Task, client: Client): Client {
  const call: Client['call'] = async (verb, input, options) => {
    // A caller that listens for progress shows it itself.
    using bar = options?.onProgress ? undefined : barFor(task);
    return await client.call(verb, input, { onProgress: bar?.tell, signal: task.signal, ...options });
  };
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= closing());
  return { call, notices: client.notices, close, [Symbol.asyncDispose]: close };

  async function closing(): Promise<void> {
    // The copy that is made once a day is made now.
    using _ = barFor(task, 'Closing the memory');
    await client.close();
  }
}

/** A progress bar on standard error, if that is a terminal. */
const barFor = ({ err, world }: Task, what?: string): Progress =>
  startProgress(err, (world.stderr as { fd?: number }).fd, what);

/** The result of a command; its notices are printed for the user. */
type Answer = { readonly notices?: readonly Notice[]; readonly [field: string]: unknown };

/** Prints the answer as JSON with --json, otherwise with `show` and its notices. */
export function answer(task: Task, value: Answer, show: () => void): void {
  if (task.json) task.out.line(json(value, task.out.isTerminal ? 2 : undefined));
  else {
    show();
    showNotices(task, value.notices ?? []);
  }
}

/** Asks before something is deleted; `wanted` is the word that means yes. Scripts pass --yes instead. */
export async function agrees(task: Task, options: { question: string; wanted: string }): Promise<boolean> {
  if (!task.world.stdin.isTTY || task.json) {
    throw usage(
      'This needs confirmation, and standard input is not a terminal.',
      'Pass --yes to confirm. Nothing was changed.',
    );
  }
  task.err.write(`${options.question} `);
  const said = await readLine(task.world.stdin, task.signal).catch((error) => {
    task.err.line();
    throw error;
  });
  return options.wanted === 'y' ? /^y(es)?$/i.test(said) : said === options.wanted;
}

/** A folder that is there means its project; anything else may be what a project is called. */
function placeOf(task: Task, name: string): Place {
  const project = resolve(task.world.cwd, name);
  const found = statSync(project, { throwIfNoEntry: false });
  if (found?.isDirectory()) return { project };
  if (found) throw new Problem(`--project ${name} is not a folder.`, '', 'usage');
  return { project, called: name };
}

function showNotices({ err }: Task, notices: readonly Notice[]): void {
  for (const { message, hint } of notices) {
    err.line(err.paint('yellow', visible(message)));
    if (hint) err.line(err.paint('dim', visible(hint)));
  }
}
