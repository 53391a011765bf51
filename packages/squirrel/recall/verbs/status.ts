import { HOUR_MS } from '@sqrl/base/durations.ts';
import type { Project } from '@sqrl/base/model/project.ts';
import { rulesStanding } from '../../learn/rules/standing.ts';
import { countEvents } from '../../store/events/events.ts';
import { memoriesWhere } from '../../store/memory/filters.ts';
import { countMemories } from '../../store/memory/memories.ts';
import { projectFolders, projectsSeen } from '../../store/projects.ts';
import { clientsRead, countHits, countsSince, type DayCounts } from '../../store/stats/day-counts.ts';
import { countConversations } from '../../workspace/conversations.ts';
import { hooksTimedOut, lastHookCalls } from '../../workspace/hook-log.ts';
import { dayOf } from '../../workspace/llm.ts';
import { worktreesOf } from '../../workspace/locate.ts';
import type { Engine } from '../../workspace/workspace.ts';

const MAX_SESSIONS = 3;

/** How everything stands, as a person wants to see it at a glance. */
export function status(engine: Engine) {
  engine.flush();
  const { project, own, user } = engine;
  const stores = engine.indexedStores.map(({ store }) => store);
  const now = engine.now();
  const midnight = startOfDay(engine, now);
  const today = stores.map((store) => countsSince(store, midnight));
  const ever = stores.map((store) => countsSince(store, 0));
  const hits = stores.map(countHits);
  const events = stores.map(countEvents);
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
      sessions: sum(events.map((each) => each.sessions)),
      events: sum(events.map((each) => each.events)),
      projects: projectsSeen(user.store).length,
    },
    conversations: countConversations(engine),
    today: {
      ...together(today),
      hooksTimedOut: hooksTimedOut(engine.home.hookLog, midnight),
      latest: latest.map(({ memory: { id, type, text, createdAt } }) => ({ id, type, text, at: createdAt })),
    },
    saved: {
      hits: sum(hits.map((each) => each.hits)),
      chances: sum(hits.map((each) => each.chances)),
      uses: sum(hits.map((each) => each.uses)),
      told: together(ever).told,
      tokens: together(ever).tokens,
    },
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

const together = (all: readonly DayCounts[]): DayCounts => ({
  learned: sum(all.map(({ learned }) => learned)),
  changed: sum(all.map(({ changed }) => changed)),
  sessions: sum(all.map(({ sessions }) => sessions)),
  told: sum(all.map(({ told }) => told)),
  tokens: sum(all.map(({ tokens }) => tokens)),
});

/** When the day began where the person lives; hour by hour, since some days have 23 of them. */
function startOfDay(engine: Engine, now: number): number {
  const day = dayOf(engine, now);
  let at = now;
  while (dayOf(engine, at - HOUR_MS) === day && now - at < 26 * HOUR_MS) at -= HOUR_MS;
  // Down to the minute, so that the last hour of the day before is not counted along.
  while (dayOf(engine, at - HOUR_MS / 60) === day && now - at < 26 * HOUR_MS) at -= HOUR_MS / 60;
  return at;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
