import { monitorEventLoopDelay } from 'node:perf_hooks';
import { bundledEmbedder } from '@sqrl/embedder/bundled.ts';
import { ingest } from '@sqrl/squirrel/ingest/work/ingest.ts';
import { learn } from '@sqrl/squirrel/learn/verbs/learn.ts';
import { type ReplayReport, replayPast } from '@sqrl/squirrel/recall/replay/replay.ts';
import { closeIndexedStore, openIndexedStore } from '@sqrl/squirrel/workspace/workspace.ts';
import { openBenchEngine } from '../engine.ts';
import { type DataProject, unpackProject } from '../projects.ts';

/** What a replay of a project's sessions took. */
export interface ReplayTimed {
  sessions: number;
  seconds: number;
  cpuSeconds: number;
  /** How long other requests had to wait at most. */
  longestWaitMs: number;
  kinds: Record<string, Pick<ReplayReport['kinds'][number], 'claims' | 'spoken' | 'right'>>;
  claims: ReplayReport['claims'];
}

/** Reads the sessions of a project, learns from them, and replays them as `sqrl replay` does. */
export async function replayTimed(project: DataProject, work: string): Promise<ReplayTimed> {
  await unpackProject(project, work);
  const embedder = bundledEmbedder();
  await using engine = openBenchEngine(embedder);
  const { projects } = await ingest(engine, { paths: [`${work}/${project.name}`], mine: true });
  await learn(engine, { projects });
  const all: ReplayTimed = {
    sessions: 0,
    seconds: 0,
    cpuSeconds: 0,
    longestWaitMs: 0,
    kinds: {},
    claims: [],
  };
  for (const id of projects) {
    const own = openIndexedStore(engine.home.project({ id }), embedder, engine.now);
    try {
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      const [begun, used] = [performance.now(), process.cpuUsage()];
      const found = await replayPast({ ...engine, own, indexedStores: [own, engine.user] });
      all.seconds += (performance.now() - begun) / 1000;
      const { user, system } = process.cpuUsage(used);
      all.cpuSeconds += (user + system) / 1e6;
      delay.disable();
      all.longestWaitMs = Math.max(all.longestWaitMs, Math.round(delay.max / 1e6));
      all.sessions += found.sessions;
      all.claims.push(...found.claims);
      for (const { kind, claims, spoken, right } of found.kinds) {
        const known = all.kinds[kind] ?? { claims: 0, spoken: 0, right: 0 };
        all.kinds[kind] = {
          claims: known.claims + claims,
          spoken: known.spoken + spoken,
          right: known.right + right,
        };
      }
    } finally {
      closeIndexedStore(own, undefined);
    }
  }
  const tenths = (seconds: number) => Math.round(seconds * 10) / 10;
  return { ...all, seconds: tenths(all.seconds), cpuSeconds: tenths(all.cpuSeconds) };
}
