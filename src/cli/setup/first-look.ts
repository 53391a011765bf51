import type { HookClient } from '../../model/hook-events.ts';
import { readDaemonFile } from '../../protocol/daemon-file.ts';
import type { Output } from '../../protocol/verbs.ts';
import { type CommandRun, openMemory } from '../task.ts';

/** How far back the history is read; what is older can be had with `sqrl ingest`. */
const READ_DAYS = 30;
const MAX_PROJECTS = 5;
const MAX_MEMORIES = 5;

/** What the history of the agents came to. */
export interface FirstLook {
  days: number;
  read: Pick<Output<'ingest'>, 'logs' | 'read' | 'added' | 'projects' | 'troubles'>;
  learnt: { id: string; type: string; text: string }[];
}

/** Reads the recent logs of the agents and picks some of the memories learned. */
export async function lookBack(
  task: CommandRun,
  clients: readonly HookClient[],
  memory: string,
): Promise<FirstLook> {
  // A daemon started now would read in the background, without visible progress.
  const quiet = { ...task, noDaemon: task.noDaemon || !readDaemonFile(memory) };
  const { logs, read, added, projects, troubles } = await readBack(quiet, clients);
  const learnt = await pick(quiet, projects);
  return { days: READ_DAYS, read: { logs, read, added, projects, troubles }, learnt };
}

async function readBack(task: CommandRun, clients: readonly HookClient[]): Promise<Output<'ingest'>> {
  await using client = await openMemory(task, {});
  const since = task.world.now() - READ_DAYS * 24 * 3600_000;
  return await client.call('ingest', { clients: [...clients], since });
}

/** A few memories of each project that was read, and of the present one where all was read before. */
async function pick(task: CommandRun, projects: readonly string[]): Promise<FirstLook['learnt']> {
  const picked = new Map<string, FirstLook['learnt'][number]>();
  for (const project of projects.length > 0 ? projects.slice(0, MAX_PROJECTS) : [undefined]) {
    if (picked.size >= MAX_MEMORIES || task.signal.aborted) break;
    await using client = await openMemory(task, project === undefined ? {} : { project });
    const { memories } = await client.call('list', { limit: projects.length > 1 ? 2 : MAX_MEMORIES });
    for (const { id, type, text } of memories) picked.set(id, { id, type, text });
  }
  return [...picked.values()].slice(0, MAX_MEMORIES);
}
