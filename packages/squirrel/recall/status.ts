import { statSync } from 'node:fs';
import { DAY_MS } from '@sqrl/base/durations.ts';
import type { Project } from '@sqrl/base/model/project.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { rulesStanding } from '../learn/rules/standing.ts';
import { allPrompts } from '../llm/prompts/prompts.ts';
import { lastCopyAt } from '../store/copies.ts';
import { countAsked } from '../store/drafts/model-questions.ts';
import { countEvents } from '../store/events/events.ts';
import { jobs } from '../store/marks.ts';
import { memoriesWhere } from '../store/memory/filters.ts';
import { countBy, countMarks, countMemories } from '../store/memory/memories.ts';
import { type ModelSpending, projectFolders, projectsSeen, spentSince } from '../store/projects.ts';
import { clientsRead, countHits, countsSince } from '../store/stats/overview.ts';
import { countVectors } from '../store/vectors/stored-index.ts';
import { countConversations } from '../workspace/embed-passages.ts';
import { hooksTimedOut, lastHookCalls } from '../workspace/home.ts';
import { capOf, dayOf } from '../workspace/llm.ts';
import { worktreesOf } from '../workspace/locate.ts';
import type { Engine } from '../workspace/workspace.ts';
import { dayIn, dayStart } from './time-range.ts';

const MAX_SESSIONS = 3;

export function status(engine: Engine) {
  engine.flush();
  const { project, own, user } = engine;
  const stores = engine.indexedStores.map(({ store }) => store);
  const now = engine.now();
  const midnight = dayStart(dayIn(now, engine.timeZone), engine.timeZone);
  const countsFrom = (since: number) => summed(stores.map((store) => countsSince(store, since)));
  const { told, tokens } = countsFrom(0);
  const { hits, chances, uses } = summed(stores.map(countHits));
  const { sessions, events } = summed(stores.map(countEvents));
  const ofUser = countMemories(user.store);
  const ofProject = own === user ? 0 : countMemories(own.store);
  const latest = engine.indexedStores
    .flatMap(({ store }) => memoriesWhere(store, { since: midnight }, { now, limit: 50, order: 'newest' }))
    .filter(({ memory }) => memory.source !== 'user_taught')
    .sort((a, b) => b.memory.createdAt - a.memory.createdAt)
    .slice(0, MAX_SESSIONS);
  return {
    project: project
      ? { id: project.id, name: project.name, root: project.root, folders: foldersOf(engine, project) }
      : null,
    knows: {
      memories: ofProject + ofUser,
      ofProject,
      ofUser,
      sessions,
      events,
      projects: projectsSeen(user.store).length,
    },
    conversations: countConversations(engine),
    today: {
      ...countsFrom(midnight),
      hooksTimedOut: hooksTimedOut(engine.home.hookLog, midnight),
      latest: latest.map(({ memory: { id, type, text, createdAt } }) => ({ id, type, text, at: createdAt })),
    },
    saved: { hits, chances, uses, told, tokens },
    rules: rulesStanding(engine),
    clients: clientsRead(user.store).map((each) => ({
      ...each,
      hookAt: lastHookCalls(engine.home.hookCalls)[each.client] ?? null,
    })),
  };
}

/** The folders that are one project: the main one first, then its clones and the worktrees of both. */
function foldersOf({ user }: Engine, { id, root }: Project): string[] {
  const roots = [root, ...projectFolders(user.store, id).map((folder) => folder.root)];
  return [...new Set(roots.flatMap((each) => [each, ...worktreesOf(each)]))];
}

export function summed<T extends object>(all: readonly T[]): T {
  const sum: Record<string, number> = {};
  for (const one of all)
    for (const [key, n] of Object.entries(one) as [string, number][]) sum[key] = (sum[key] ?? 0) + n;
  return sum as T;
}

export function stats(engine: Engine) {
  engine.flush();
  const stores = engine.indexedStores.map(({ store }) => store);
  const marks = summed(stores.map((store) => countMarks(store, engine.now() - 30 * DAY_MS)));
  const { memories, embedded } = summed(
    stores.map((store) => ({
      memories: countMemories(store),
      embedded: countVectors(store, engine.meaning.model),
    })),
  );
  const countedBy = (what: Parameters<typeof countBy>[1]) =>
    summed(stores.map((store) => countBy(store, what)));
  const { sessions, events } = summed(stores.map(countEvents));
  return {
    project: engine.project ?? null,
    memories,
    byType: countedBy('type'),
    byScope: countedBy('scope'),
    byStatus: countedBy('status'),
    pinned: marks.pinned,
    needsReview: marks.needsReview,
    usedIn30Days: marks.used,
    embedder: { id: engine.meaning.model, embedded, waiting: memories - embedded },
    conversations: countConversations(engine),
    ...{ sessions, events },
    jobs: stores.flatMap(jobs),
    files: stores.map((store) => ({ ...fileOf(store), memories: countMemories(store) })),
  };
}

export const fileOf = ({ path }: Store) => ({
  path,
  bytes: statSync(path).size,
  lastCopyAt: lastCopyAt(path) ?? null,
});

export function spending(engine: Engine) {
  const { store } = engine.user;
  const now = engine.now();
  const day = dayOf(engine, now);
  const today = spentSince(store, day);
  const month = spentSince(store, dayOf(engine, now - 29 * DAY_MS));
  const { provider, model, program } = engine.settings.llm;
  return {
    provider,
    model: model ?? (provider === 'program' ? program : null),
    /** Allowed by the settings, and not forbidden by who runs us. */
    allowed: engine.llm !== undefined,
    day,
    cap: capOf(engine),
    today: { ...totalOf(today), by: today },
    month: { ...totalOf(month), by: month },
    asked: countAsked(engine.own.store),
    prompts: allPrompts.map(({ name, version, system }) => ({ name, version, system })),
  };
}

const totalOf = (spent: readonly ModelSpending[]) =>
  summed([NOTHING_SPENT, ...spent.map(({ model: _, purpose: __, ...counts }) => counts)]);

const NOTHING_SPENT = { calls: 0, failed: 0, input: 0, output: 0, cost: 0 };
