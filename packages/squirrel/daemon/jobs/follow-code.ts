import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '@sqrl/base/model/project.ts';
import { messageOf } from '@sqrl/base/problem.ts';
import { graphIndex } from '../../codebase/graph-index.ts';
import type { Engines } from '../engines.ts';
import type { LogFile } from '../log-file.ts';
import type { JobBoard } from './board.ts';

interface CodeFollowOptions {
  engines: Engines;
  board: JobBoard;
  log: LogFile;
}

const NAME = 'follow code';
/** How long after the last work on a project its code is followed. */
const ACTIVE_MS = 10 * 60_000;
/** Each has a thread of its own. */
const MAX_PROJECTS = 3;

/** Keeps the index of projects at work like their files, and lets go of those that have come to rest. */
export class CodeFollower {
  readonly #options: CodeFollowOptions;
  /** The project in use last stands last. */
  readonly #active = new Map<string, { idle: NodeJS.Timeout; stop: AbortController }>();
  readonly #work = new Set<Promise<void>>();
  #isOver = false;

  constructor(options: CodeFollowOptions) {
    this.#options = options;
  }

  /** A project is in use: its code is followed for a while. */
  touch(project: Project): void {
    if (this.#isOver || !existsSync(join(project.root, '.git'))) return;
    const { id } = project;
    const known = this.#active.get(id);
    if (known) {
      known.idle.refresh();
      this.#active.delete(id);
      this.#active.set(id, known);
      return;
    }
    if (this.#active.size >= MAX_PROJECTS) this.#drop(this.#active.keys().next().value!);
    const stop = new AbortController();
    this.#active.set(id, { stop, idle: setTimeout(() => this.#drop(id), ACTIVE_MS).unref() });
    const work = this.#follow(project, stop.signal).finally(() => {
      this.#work.delete(work);
      if (this.#active.get(id)?.stop === stop) this.#drop(id);
    });
    this.#work.add(work);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    for (const id of [...this.#active.keys()]) this.#drop(id);
    await Promise.all(this.#work);
  }

  async #follow(project: Project, signal: AbortSignal): Promise<void> {
    const { engines, board, log } = this.#options;
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

  #drop(id: string): void {
    const active = this.#active.get(id);
    clearTimeout(active?.idle);
    active?.stop.abort();
    this.#active.delete(id);
  }
}
