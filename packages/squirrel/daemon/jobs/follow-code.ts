import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '@sqrl/base/model/project.ts';
import { messageOf } from '@sqrl/base/problem.ts';
import { graphIndex } from '../../codebase/graph-index.ts';
import type { Engines } from '../engines.ts';
import type { LogFile } from '../log-file.ts';
import type { JobBoard } from './board.ts';

export interface CodeFollowOptions {
  engines: Engines;
  board: JobBoard;
  log: LogFile;
  now: () => number;
}

/** The code of active projects. */
export interface CodeFollower {
  /** A project is in use: its code is followed for a while. */
  touch(project: Project): void;
  stop(): Promise<void>;
}

interface ActiveFollow {
  lastAt: number;
  stop: AbortController;
  work: Promise<void>;
}

const NAME = 'follow code';
/** How long after the last work on a project its code is followed. */
const ACTIVE_MS = 10 * 60_000;
/** Each has a thread of its own. */
const MAX_PROJECTS = 3;
const LOOK_MS = 30_000;

/** Keeps the index of projects at work like their files, and lets go of those that have come to rest. */
export function followActiveCode(options: CodeFollowOptions): CodeFollower {
  const { engines, board, log, now } = options;
  const active = new Map<string, ActiveFollow>();
  let timer: NodeJS.Timeout | undefined;
  let over = false;

  function touch(project: Project): void {
    if (over || !existsSync(join(project.root, '.git'))) return;
    const known = active.get(project.id);
    if (known) {
      known.lastAt = now();
      return;
    }
    if (active.size >= MAX_PROJECTS) drop([...active].sort(([, a], [, b]) => a.lastAt - b.lastAt)[0]![0]);
    const stop = new AbortController();
    const work = follow(project, stop.signal).finally(() => active.delete(project.id));
    active.set(project.id, { lastAt: now(), stop, work });
    timer ??= setInterval(dropIdle, LOOK_MS).unref();
  }

  async function follow(project: Project, signal: AbortSignal): Promise<void> {
    const set = (change: Parameters<JobBoard['set']>[2]) => board.set(NAME, project.id, change);
    try {
      using lease = await engines.leaseProject(project);
      if (lease.engine.own.store.readOnly || signal.aborted) return;
      set({ state: 'running', note: 'indexing code' });
      await graphIndex(lease.engine, {
        watch: true,
        signal,
        onProgress: (done, total, note) =>
          set({ state: done < total ? 'running' : 'watching', done, total, note }),
      });
      board.remove(NAME, project.id);
    } catch (error) {
      const because = messageOf(error);
      set({ state: 'failed', note: because });
      log.line(`following code of ${project.name} failed: ${because}`);
    }
  }

  function drop(id: string): void {
    active.get(id)?.stop.abort();
    active.delete(id);
  }

  function dropIdle(): void {
    for (const [id, { lastAt }] of [...active]) if (now() - lastAt > ACTIVE_MS) drop(id);
    if (active.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    touch,
    async stop() {
      over = true;
      clearInterval(timer);
      const works = [...active.values()].map(({ work }) => work);
      for (const id of [...active.keys()]) drop(id);
      await Promise.all(works);
    },
  };
}
