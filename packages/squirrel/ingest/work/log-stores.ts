import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Notice, OnProgress } from '@sqrl/base/messages.ts';
import { readPauses } from '@sqrl/base/pauses.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { expectMuch } from '../../store/connect.ts';
import { forgottenUntil } from '../../store/events/readings.ts';
import { unsettledSessions } from '../../store/events/sessions.ts';
import { openStore } from '../../store/open.ts';
import {
  clearUnsettled,
  keyEndingWith,
  markUnsettled,
  projectsSeen,
  seeProject,
  unsettledProjects,
} from '../../store/projects.ts';
import type { Home } from '../../workspace/home.ts';
import { settleFolder } from '../../workspace/resolve-project.ts';
import { projectFinder } from './project-of.ts';
import type { EventStores } from './write-events.ts';

/** Project files that are open at a time. */
const MAX_OPEN_ITEMS = 8;

export interface LogStores extends Disposable {
  user: Store;
  keeping: EventStores;
  /** Derives what follows from all that came, and from what a killed process has left. */
  settle(options?: { stopped?: () => boolean; onProgress?: SettleProgress | undefined }): void;
  /** Every store that can be opened, one after the other; each is to be used before the next. */
  stores(): Iterable<Store>;
  notices: Notice[];
}

type SettleProgress = OnProgress;

/** How what follows from a session's events is derived. Learning lies above reading, so it comes in as an argument. */
export interface SettleRules<Files = unknown> {
  /** The version of the rules by which it is derived; sessions of another one are derived anew. */
  rules: number;
  /** The project's files, to be asked for once for many sessions. */
  filesOf(store: Store, root: string | undefined): Files;
  settle(store: Store, session: number, options: { files: Files }): void;
}

export function openLogStores<Files>(
  home: Home,
  now: () => number,
  { rules, filesOf, settle }: SettleRules<Files>,
  env: Readonly<Record<string, string | undefined>> = {},
): LogStores {
  const notices: Notice[] = [];
  const open = new Map<string, Store>();
  const changed = new Map<string | null, Set<number>>();
  const marked = new Set<string>();
  const user = opened(home.user);
  const forgotten = forgottenUntil(user);

  function opened(path: string): Store {
    const store = openStore(path, { now });
    notices.push(...store.notices);
    expectMuch(store);
    return store;
  }

  function storeOf(project: string | null): Store {
    if (project === null) return user;
    const store = open.get(project) ?? opened(home.project({ id: project }));
    // The one that was not needed for longest goes first.
    open.delete(project);
    open.set(project, store);
    if (open.size > MAX_OPEN_ITEMS) close(open.keys().next().value!);
    return store;
  }

  /** One that cannot be opened, such as a newer program's, does not block the others. */
  function readable(project: string): Store | undefined {
    try {
      return storeOf(project);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      notices.push({ message: error.message, hint: error.hint });
      return undefined;
    }
  }

  /** Marked before the first event comes: a process killed then leaves a trace of what is to be settled. */
  function storeToFill(project: string | null): Store {
    if (project !== null && !marked.has(project)) {
      markUnsettled(user, project);
      marked.add(project);
      // After an update of this program what was derived from older sessions is derived anew along with the new ones.
      note(project, unsettledSessions(storeOf(project), rules));
    }
    return storeOf(project);
  }

  function note(project: string | null, sessions: readonly number[]): void {
    const known = changed.get(project) ?? new Set();
    for (const session of sessions) known.add(session);
    changed.set(project, known);
  }

  function close(project: string): void {
    open.get(project)?.close();
    open.delete(project);
  }

  /** What a killed process has left. */
  function noteLeft(): void {
    note(null, unsettledSessions(user, rules));
    for (const project of unsettledProjects(user)) {
      if (existsSync(home.project({ id: project })))
        note(project, unsettledSessions(storeOf(project), rules));
      else clearUnsettled(user, project);
    }
  }

  noteLeft();
  const projectOf = projectFinder({
    settle(located) {
      const project = settleFolder(user, located, { now: now(), env });
      seeProject(user, project, now());
      return project;
    },
    keyOf: (ownerAndName) => keyEndingWith(user, ownerAndName),
  });
  return {
    user,
    notices,
    keeping: {
      projectOf,
      storeOf: storeToFill,
      forgottenUntil: (project) => (forgotten.size === 0 ? 0 : (forgotten.get(forgottenKey(project)) ?? 0)),
      pauses: () => readPauses(home.root),
      changed: note,
    },
    settle({ stopped = () => false, onProgress } = {}) {
      const total = [...changed.values()].reduce((sum, sessions) => sum + sessions.size, 0);
      let done = 0;
      const roots = new Map(projectsSeen(user).map(({ id, root }) => [id, root]));
      for (const [project, sessions] of changed) {
        const store = storeOf(project);
        const files = filesOf(store, project === null ? undefined : roots.get(project));
        for (const session of sessions) {
          if (stopped()) return;
          onProgress?.(done++, total, 'processing sessions');
          settle(store, session, { files });
          sessions.delete(session);
        }
        changed.delete(project);
        if (project === null) continue;
        clearUnsettled(user, project);
        marked.delete(project);
      }
    },
    *stores() {
      yield user;
      for (const { id } of projectsSeen(user)) {
        const store = existsSync(home.project({ id })) ? readable(id) : undefined;
        if (store) yield store;
      }
    },
    [Symbol.dispose]() {
      for (const project of [...open.keys()]) close(project);
      user.close();
    },
  };
}

/** A project that was erased leaves no name behind. */
export const forgottenKey = (project: string | null): string => hash('sha256', `forgotten\0${project ?? ''}`);
