import type { Embedder } from '@sqrl/embedder/embedder.ts';
import { ingest } from '@sqrl/squirrel/ingest/work/ingest.ts';
import { embedPassages } from '@sqrl/squirrel/workspace/embed-passages.ts';
import { closeIndexedStore, type Engine, openIndexedStore } from '@sqrl/squirrel/workspace/workspace.ts';
import { openBenchEngine, refuse } from '../engine.ts';

/** An engine over the sessions of a folder of logs, all searched together, with a vector for every passage. */
export async function openSaidEngine(folder: string, embedder: Embedder): Promise<Engine> {
  const engine = openBenchEngine(embedder);
  const { projects } = await ingest(engine, { paths: [folder], mine: true });
  const opened = projects.map((id) => openIndexedStore(engine.home.project({ id }), embedder, engine.now));
  const over = { ...engine, indexedStores: [...opened, engine.user] };
  await embedPassages(over);
  refuse(engine.meaning.notice ? [engine.meaning.notice] : []);
  const close = async () => {
    for (const each of opened) closeIndexedStore(each, undefined);
    await engine.close();
  };
  return { ...over, close, [Symbol.asyncDispose]: close };
}
