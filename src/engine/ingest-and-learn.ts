import type { Engine } from './engine.ts';
import { type Ingested, type IngestOptions, ingest } from './ingest.ts';
import { type Learnt, learn } from './learn.ts';

/** How long news of logs gather before they are learnt from. */
const GATHER = 500;

/** Reads logs and learns from what came; while it watches, soon after each time something came. */
export async function ingestAndLearn(
  engine: Engine,
  options: IngestOptions,
): Promise<Ingested & { learnt?: Learnt }> {
  if (options.watch) return followAndLearn(engine, options);
  const read = await ingest(engine, options);
  if (read.stopped || options.signal?.aborted) return read;
  const learnt = await learn(engine, { projects: read.projects, ...aside(options) });
  return { ...read, learnt };
}

async function followAndLearn(engine: Engine, options: IngestOptions): Promise<Ingested> {
  let timer: NodeJS.Timeout | undefined;
  let work: Promise<unknown> = Promise.resolve();
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      work = work.then(() => learn(engine, aside({ ...options, onProgress: undefined })));
    }, GATHER);
  };
  const read = await ingest(engine, {
    ...options,
    onProgress(...progress) {
      options.onProgress?.(...progress);
      soon();
    },
  });
  clearTimeout(timer);
  await work;
  if (read.added > 0) await learn(engine, { projects: read.projects });
  return read;
}

const aside = ({ signal, onProgress }: IngestOptions) => ({ signal, onProgress });
