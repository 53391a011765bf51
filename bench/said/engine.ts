import type { Embedder } from '../../src/embed/embedder.ts';
import { ingest } from '../../src/ingest/work/ingest.ts';
import { embedPassages } from '../../src/workspace/embed-passages.ts';
import { closeIndexedStore, type Engine, openIndexedStore } from '../../src/workspace/workspace.ts';
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
    for (const each of opened) closeIndexedStore(each, embedder, undefined);
    await engine.close();
  };
  return { ...over, close, [Symbol.asyncDispose]: close };
}
