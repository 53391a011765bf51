import { mkdirSync } from 'node:fs';
import type { Project } from '@sqrl/base/model/project.ts';
import { NoteFollower } from '../../learn/notes/follow.ts';
import type { JobStatus, Topic } from '../../protocol/live.ts';
import { projectsSeen } from '../../store/projects.ts';
import { homeOf } from '../../workspace/home.ts';
import type { MachineContext } from '../engine-parts.ts';
import type { Engines } from '../engines.ts';
import type { LogFile } from '../log-file.ts';
import { newBoard } from './board.ts';
import { takeCare } from './care.ts';
import { CodeFollower } from './follow-code.ts';
import { HubFollower } from './follow-hub.ts';
import { followLogsJob } from './follow-logs.ts';
import { followShared } from './follow-shared.ts';

export interface JobsOptions {
  surroundings: MachineContext;
  engines: Engines;
  log: LogFile;
  /** Whether logs and code are followed; explicit requests are served anyway. */
  follow: boolean;
  onWork: (what: readonly Topic[], project: string | null) => void;
}

export type Jobs = ReturnType<typeof startJobs>;

/** Starts what the daemon does unasked. */
export function startJobs({ surroundings, engines, log, follow, onWork }: JobsOptions) {
  const board = newBoard(surroundings.now, (job) => onWork(changedBy(job), job.project));
  const stop = new AbortController();
  const care = takeCare({ surroundings, board, log });
  const code = new CodeFollower({ engines, board, log });
  const shared = followShared({ engines, log, onRead: (project) => onWork(['memories'], project) });
  const hub = follow
    ? new HubFollower({
        ...{ home: surroundings.home, engines, log },
        onRead: (project) => onWork(['memories'], project),
      })
    : undefined;
  const logs = follow
    ? followLogsJob({ surroundings, board, log, signal: stop.signal, onNews })
    : Promise.resolve();
  const notes = follow
    ? followNotesFolder({ home: surroundings.home, log, onChange: () => care.news([]) })
    : undefined;
  // What a killed process has left; and the daily work.
  care.all({ unlearnedOnly: true });

  function onNews(projects: readonly string[]): void {
    for (const project of projects) onWork(['sessions', 'projects'], project);
    care.news(projects);
    void touchAll(projects).catch((error: Error) => log.line(`could not look up projects: ${error.message}`));
  }

  async function touchAll(ids: readonly string[]): Promise<void> {
    // A whole history may have been read at once; not all of it is active.
    if (ids.length === 0 || ids.length > MAX_TOUCHED_PROJECTS) return;
    using lease = await engines.leaseProject(undefined);
    for (const project of projectsSeen(lease.engine.user.store))
      if (ids.includes(project.id)) code.touch(project);
  }

  return {
    touch(project: Project): void {
      if (!follow) return;
      code.touch(project);
      shared.touch(project);
      hub?.touch(project);
    },
    learn: (projects: readonly string[]): void => care.news(projects),
    /** Memories may have come without a vector, or of another embedder. */
    settingsChanged: (): void => care.all({ unlearnedOnly: false }),
    list: (): JobStatus[] => board.list(),
    isBusy: (): boolean => board.isBusy() || care.isBusy(),
    async stop(): Promise<void> {
      stop.abort();
      notes?.close();
      await Promise.all([logs, care.stop(), code.stop(), shared.stop(), hub?.stop()]);
    },
  };
}

const MAX_TOUCHED_PROJECTS = 3;

/** What a piece of work has changed when it comes to an end; until then only itself. */
function changedBy({ name, state }: JobStatus): Topic[] {
  if (state === 'running') return ['jobs'];
  if (name === 'follow code') return ['jobs', 'code'];
  return name === 'learn' || name === 'notes' ? ['jobs', 'memories', 'sessions'] : ['jobs'];
}

/** How long notes must lie still, twice, before they are read: agents' logs, which tell whether one wrote them, are read in that time. */
const QUIET_MS = 1500;

/**
 * Watches the folder of notes in the home, and reports when one may have changed, at first when there are any. The daily
 * log in it is written by Squirrel itself and is not reported.
 */
function followNotesFolder({
  home,
  log,
  onChange,
}: {
  home: string;
  log: Pick<LogFile, 'line'>;
  onChange: () => void;
}): { close(): void } {
  const { notes, daily } = homeOf(home);
  const dailyFolder = daily.slice(notes.length + 1);
  try {
    mkdirSync(notes, { recursive: true, mode: 0o700 });
  } catch (error) {
    log.line(`${notes} cannot be made: ${(error as Error).message}`);
  }
  const follower = new NoteFollower({
    folder: notes,
    isIgnored: (path) => path === dailyFolder || path.startsWith(`${dailyFolder}/`),
    onChange,
    trouble: (text) => log.line(text),
    quietMs: QUIET_MS,
  });
  return { close: () => void follower.close() };
}
