import { LEARNED, type OnProgress } from '@sqrl/base/messages.ts';
import type { HookClient } from '@sqrl/base/model/hook-events.ts';
import { oneLine } from '@sqrl/base/plain.ts';
import { cutToWidth } from '@sqrl/base/terminal/width.ts';
import { readDaemonFile } from '../../protocol/daemon-file.ts';
import type { Output } from '../../protocol/verbs.ts';
import { barFor, type CommandRun, openMemory } from '../task.ts';
import { type Lesson, lessonsOf } from './lessons.ts';

/** How far back the history is read at first; the daemon reads the rest later. */
const READ_DAYS = 30;
const MAX_PROJECTS = 5;

/** What the history of the agents came to. */
export interface FirstLook {
  /** How many days were read; null where all of them were. */
  days: number | null;
  read: Pick<Output<'ingest'>, 'logs' | 'read' | 'added' | 'projects' | 'troubles'>;
  /** The project that the brief and the lessons are of; null where nothing is known of any. */
  project: string | null;
  /** Its folder. */
  root: string | null;
  /** What an agent would be told now at the start of a session there. */
  brief: string;
  /** The most useful of what was learned there. */
  learned: Lesson[];
  /** Rules there that are checked before an agent acts: how many, and the latest of them. */
  rules: Pick<Output<'status'>['rules'], 'held' | 'latest'>;
}

/** Reads the recent logs of the agents, or all where those taught nothing, and shows what an agent gets from that. */
export async function lookBack(
  task: CommandRun,
  clients: readonly HookClient[],
  memory: string,
): Promise<FirstLook> {
  // A daemon started now would read in the background, without visible progress.
  const quiet = { ...task, noDaemon: task.noDaemon || !readDaemonFile(memory) };
  const since = task.world.now() - READ_DAYS * 24 * 3600_000;
  const recent = await readBack(quiet, clients, since);
  const found = await lookAt(quiet, clients, recent.projects);
  if (found || task.signal.aborted) return { days: READ_DAYS, read: recent, ...(found ?? NOTHING) };
  const all = await readBack(quiet, clients);
  return { days: null, read: all, ...((await lookAt(quiet, clients, all.projects)) ?? NOTHING) };
}

const NOTHING = { project: null, root: null, brief: '', learned: [], rules: { held: 0, latest: [] } };

async function readBack(
  task: CommandRun,
  clients: readonly HookClient[],
  since?: number,
): Promise<FirstLook['read']> {
  const which =
    since === undefined ? 'all logs of your agents' : `the last ${READ_DAYS} days of your agents' logs`;
  // At once: the bar comes only after a second.
  if (!task.json) task.err.line(task.err.paint('dim', `Reading ${which} …`));
  await using client = await openMemory(task, {});
  using bar = await barFor(task, 'Reading the logs');
  let learned = 0;
  const onProgress: OnProgress = (done, total, what) => {
    if (!what.startsWith(LEARNED)) return bar?.tell(done, total, what);
    if (task.json || ++learned > MAX_STREAMED) return;
    bar?.end();
    const text = oneLine(what.slice(LEARNED.length));
    task.out.line(`${task.out.paint('green', '+')} ${cutToWidth(text, task.out.width - 2)}`);
  };
  const input = { clients: [...clients], ...(since !== undefined && { since }) };
  const { logs, read, added, projects, troubles } = await client.call('ingest', input, { onProgress });
  if (learned > MAX_STREAMED && !task.json)
    task.out.line(`  … and ${learned - MAX_STREAMED} more: \`sqrl list\``);
  return { logs, read, added, projects, troubles };
}

const MAX_STREAMED = 8;

/** What is known of the present project, or of the first of others that something is known of. */
async function lookAt(
  task: CommandRun,
  [name = 'claude-code']: readonly HookClient[],
  projects: readonly string[],
): Promise<Pick<FirstLook, 'project' | 'root' | 'brief' | 'learned' | 'rules'> | undefined> {
  for (const project of [undefined, ...projects.slice(0, MAX_PROJECTS)]) {
    if (task.signal.aborted) return undefined;
    await using client = await openMemory(task, project === undefined ? {} : { project });
    const learned = await lessonsOf(client);
    if (learned.length === 0) continue;
    const { text, withheld } = await client.call('deliver', {
      client: name,
      session: 'sqrl-init',
      moment: { point: 'session start', because: 'startup' },
      record: false,
    });
    const { project: here, rules } = await client.call('status', {});
    return {
      project: here?.name ?? null,
      root: here?.root ?? null,
      brief: text || (withheld ?? ''),
      learned,
      rules,
    };
  }
  return undefined;
}
