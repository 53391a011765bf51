import { invocationsOf, programName } from '@sqrl/base/shell/invocations.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { latestCommands, newestEvent } from '../../store/events/last-work.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { TaskFiles } from '../tasks/project-tasks.ts';

/** Whether a word is a program of a project: one that its sessions ran, or that its task files start. */
export type IsProgram = (word: string) => boolean;

/** What was read of each store, and how far its events were. */
const known = new WeakMap<Store, { upTo: number; isProgram: IsProgram }>();

/** The programs of the project; read again when some hundred events have come. */
export function projectPrograms({ own: { store }, project }: Pick<Engine, 'own' | 'project'>): IsProgram {
  const newest = newestEvent(store);
  const last = known.get(store);
  if (last !== undefined && newest - last.upTo < EVENTS_BETWEEN) return last.isProgram;
  const ran = programsRun(store);
  const files = project && new TaskFiles(project.root);
  const isProgram: IsProgram = (word) => ran.has(word) || files?.namesProgram(word) === true;
  known.set(store, { upTo: newest, isProgram });
  return isProgram;
}

const EVENTS_BETWEEN = 500;
const MAX_COMMANDS = 2000;
/** What ran once may be a slip. */
const MIN_RUNS = 2;

function programsRun(store: Store): ReadonlySet<string> {
  const times = new Map<string, number>();
  for (const command of latestCommands(store, MAX_COMMANDS))
    for (const name of new Set(invocationsOf(command).map(({ program }) => programName(program))))
      if (/^[a-z][\w.-]{1,40}$/.test(name)) times.set(name, (times.get(name) ?? 0) + 1);
  return new Set([...times].flatMap(([name, n]) => (n >= MIN_RUNS ? name : [])));
}
