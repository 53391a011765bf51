import { invocationsOf, programName } from '../../base/shell/invocations.ts';
import { latestCommands, newestEvent } from '../../store/events/latest-runs.ts';
import type { Store } from '../../store/store.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { type FilesOnCommands, filesOnCommands } from '../tasks/project-tasks.ts';

/** Whether a word is a program of a project: one that its sessions ran, or that its task files start. */
export type IsProgram = (word: string) => boolean;

interface ReadPrograms {
  /** How far the events were read. */
  upTo: number;
  ran: ReadonlySet<string>;
  files: FilesOnCommands | undefined;
}

const known = new WeakMap<Store, ReadPrograms>();

/** The programs of the project; read again when some hundred events have come. */
export function projectPrograms({ own: { store }, project }: Pick<Engine, 'own' | 'project'>): IsProgram {
  const newest = newestEvent(store);
  const last = known.get(store);
  const isFresh = last !== undefined && newest - last.upTo < EVENTS_BETWEEN;
  const read = isFresh ? last : readPrograms(store, newest, project?.root);
  if (!isFresh) known.set(store, read);
  return (word) => read.ran.has(word) || read.files?.namesProgram(word) === true;
}

const EVENTS_BETWEEN = 500;
const MAX_COMMANDS = 2000;
/** What ran once may be a slip. */
const MIN_RUNS = 2;

function readPrograms(store: Store, upTo: number, root: string | undefined): ReadPrograms {
  const times = new Map<string, number>();
  for (const command of latestCommands(store, MAX_COMMANDS))
    for (const name of new Set(invocationsOf(command).map(({ program }) => programName(program))))
      if (/^[a-z][\w.-]{1,40}$/.test(name)) times.set(name, (times.get(name) ?? 0) + 1);
  const ran = new Set([...times].flatMap(([name, n]) => (n >= MIN_RUNS ? name : [])));
  return { upTo, ran, files: root === undefined ? undefined : filesOnCommands(root) };
}
