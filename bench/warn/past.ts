import { ingest } from '@sqrl/squirrel/ingest/work/ingest.ts';
import { type PastSession, pastSessionsIn } from '@sqrl/squirrel/learn/replay/past-session.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import { openBenchEngine } from '../engine.ts';

/** The sessions of each project in the folder, in the order they began. */
export async function pastSessions(folder: string): Promise<PastSession[][]> {
  await using engine = openBenchEngine();
  const { projects } = await ingest(engine, { paths: [folder], mine: true });
  const all: PastSession[][] = [];
  for (const id of projects) {
    using store = openStore(engine.home.project({ id }), { now: Date.now });
    all.push(await pastSessionsIn(store));
  }
  return all;
}
