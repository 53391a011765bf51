import { statSync } from 'node:fs';
import { DAY_MS } from '@sqrl/base/durations.ts';
import type { Project } from '@sqrl/base/model/project.ts';
import { rulesStanding } from '../learn/rules/standing.ts';
import { allPrompts } from '../llm/prompts/prompts.ts';
import { lastCopyAt } from '../store/copies.ts';
import { countAsked } from '../store/drafts/model-questions.ts';
import { countEvents } from '../store/events/events.ts';
import { jobs } from '../store/marks.ts';
import { memoriesWhere } from '../store/memory/filters.ts';
import { countBy, countMarks, countMemories } from '../store/memory/memories.ts';
import { type ModelSpending, projectFolders, projectsSeen, spentSince } from '../store/projects.ts';
import { clientsRead, countHits, countsSince, type DayCounts } from '../store/stats/overview.ts';
import { countVectors } from '../store/vectors/stored-index.ts';
import { countConversations } from '../workspace/conversations.ts';
import { hooksTimedOut, lastHookCalls } from '../workspace/home.ts';
import { capOf, dayOf } from '../workspace/llm.ts';
import { worktreesOf } from '../workspace/locate.ts';
import type { Engine } from '../workspace/workspace.ts';
import { dayIn, dayStart } from './calendar.ts';

const MAX_SESSIONS = 3;

export function status(engine: Engine) {
  engine.flush();
  const { project, own, user } = engine;
  const stores = engine.indexedStores.map(({ store }) => store);
  const now = engine.now();
  const midnight = dayStart(dayIn(now, engine.timeZone), engine.timeZone);
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

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

const MONTH_MS = 30 * 24 * 3600 * 1000;

export function stats(engine: Engine) {
  engine.flush();
  const stores = engine.indexedStores.map(({ store }) => store);
  const marks = stores.map((store) => countMarks(store, engine.now() - MONTH_MS));
  const memories = sumOf(stores.map(countMemories));
  const embedded = sumOf(stores.map((store) => countVectors(store, engine.meaning.model)));
  return {
    project: engine.project ?? null,
    memories,
    byType: countsTogether(stores.map((store) => countBy(store, 'type'))),
    byScope: countsTogether(stores.map((store) => countBy(store, 'scope'))),
    byStatus: countsTogether(stores.map((store) => countBy(store, 'status'))),
    pinned: sumOf(marks.map(({ pinned }) => pinned)),
    needsReview: sumOf(marks.map(({ needsReview }) => needsReview)),
    usedIn30Days: sumOf(marks.map(({ used }) => used)),
    embedder: { id: engine.meaning.model, embedded, waiting: memories - embedded },
    conversations: countConversations(engine),
    sessions: sumOf(stores.map((store) => countEvents(store).sessions)),
    events: sumOf(stores.map((store) => countEvents(store).events)),
    jobs: stores.flatMap(jobs),
    files: stores.map((store) => ({
      path: store.path,
      bytes: statSync(store.path).size,
      memories: countMemories(store),
      lastCopyAt: lastCopyAt(store.path) ?? null,
    })),
  };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

function countsTogether(counts: readonly Record<string, number>[]): Record<string, number> {
  const all: Record<string, number> = {};
  for (const count of counts) for (const [what, n] of Object.entries(count)) all[what] = (all[what] ?? 0) + n;
  return all;
}

/** What was spent on language models today and in thirty days, what may be, and what they are told. */
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

function totalOf(spent: readonly ModelSpending[]): Omit<ModelSpending, 'model' | 'purpose'> {
  const sum = (field: 'calls' | 'failed' | 'input' | 'output' | 'cost') =>
    spent.reduce((total, each) => total + each[field], 0);
  return {
    calls: sum('calls'),
    failed: sum('failed'),
    input: sum('input'),
    output: sum('output'),
    cost: sum('cost'),
  };
}
