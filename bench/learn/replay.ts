import { join } from 'node:path';
import type { FullMemory } from '@sqrl/base/model/memory.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { ingest } from '@sqrl/squirrel/ingest/work/ingest.ts';
import { SAME } from '@sqrl/squirrel/learn/gate/novelty.ts';
import { currentConfidence } from '@sqrl/squirrel/learn/lifecycle/confidence.ts';
import { learn } from '@sqrl/squirrel/learn/verbs/learn.ts';
import { allDrafts, type KeptDraft } from '@sqrl/squirrel/store/drafts/drafts.ts';
import { projectTime } from '@sqrl/squirrel/store/events/project-time.ts';
import { lastSessionAt, sessionsWhere } from '@sqrl/squirrel/store/events/sessions.ts';
import { fullMemoryAt } from '@sqrl/squirrel/store/memory/belongings.ts';
import { ANY, memoriesWhere } from '@sqrl/squirrel/store/memory/filters.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import { memoryVectors } from '@sqrl/squirrel/store/vectors/stored-index.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';
import { openBenchEngine, refuse } from '../engine.ts';
import { type DataProject, unpackProject } from '../projects.ts';
import { verdictKey } from './judged.ts';

/** What was learned from a project's sessions. */
export interface LearnedProject extends Learned {
  name: string;
  /** Everything that was a memory at some time of the replay, by what verdicts go by. */
  ever: Map<string, FullMemory>;
}

interface Learned {
  memories: FullMemory[];
  /** How sure each memory is at the end, by its id. */
  byNow: Map<string, number>;
  sessions: number;
  drafts: KeptDraft[];
  /** Pairs of memories that mean nearly the same. */
  pairs: number;
  /** The time of the last session. */
  endsAt: number;
}

/** Reads and learns log by log, oldest first, as it would have happened; or all at once, which comes to the same. */
export async function replayProject(
  project: DataProject,
  work: string,
  once: boolean,
): Promise<LearnedProject> {
  const logs = await unpackProject(project, work);
  const clock = { now: 0 };
  await using engine = openBenchEngine(undefined, () => clock.now);
  const ever = new Map<string, FullMemory>();
  const projects = new Set<string>();
  for (const path of once ? [join(work, project.name)] : logs) {
    const read = await ingest(engine, { paths: [path], mine: true }).catch(notALog);
    if (!read) continue;
    for (const id of read.projects) projects.add(id);
    // What fades fades with the time of the sessions, not with that of the reading.
    clock.now = Math.max(clock.now, ...read.projects.map((id) => lastTimeOf(engine, id)));
    const { notices } = await learn(engine, { projects: read.projects });
    refuse(notices);
    for (const memory of lookAt(engine, [...projects]).memories) ever.set(verdictKey(memory), memory);
  }
  return { name: project.name, ...lookAt(engine, [...projects]), ever };
}

function lastTimeOf(engine: Engine, id: string): number {
  using store = openStore(engine.home.project({ id }), { now: Date.now });
  return lastSessionAt(store);
}

/** The folder may hold other files too. */
function notALog(error: unknown): undefined {
  if (!(error instanceof Problem) || error.code !== 'invalid') throw error;
}

function lookAt(engine: Engine, projects: readonly string[]): Learned {
  const seen: Learned = {
    memories: [],
    byNow: new Map(),
    sessions: 0,
    drafts: [],
    pairs: 0,
    endsAt: engine.now(),
  };
  const paths = [...projects.map((id) => engine.home.project({ id })), engine.home.user];
  for (const path of paths) {
    using store = openStore(path, { now: Date.now });
    const found = memoriesWhere(store, ANY, { now: 0, limit: -1, order: 'oldest' });
    const full = found.map(({ row }) => fullMemoryAt(store, row)!);
    const time = projectTime(store, engine.now());
    for (const memory of full)
      seen.byNow.set(memory.id, currentConfidence(memory, { lastUsedAt: memory.metrics.lastUsedAt, time }));
    seen.memories.push(...full);
    seen.sessions += sessionsWhere(store).length;
    seen.drafts.push(...allDrafts(store));
    const living = found.filter(({ memory }) => memory.status !== 'deprecated').map(({ row }) => row);
    seen.pairs += nearPairs([...memoryVectors(store, engine.meaning.model, living).values()]);
  }
  return seen;
}

function nearPairs(vectors: readonly Float32Array[]): number {
  let pairs = 0;
  vectors.forEach((a, i) => {
    for (const b of vectors.slice(i + 1))
      if (a.reduce((sum, value, n) => sum + value * b[n]!, 0) > SAME) pairs++;
  });
  return pairs;
}
