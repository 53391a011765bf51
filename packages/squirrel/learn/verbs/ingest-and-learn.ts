import { type IngestOptions, type IngestReport, ingest } from '../../ingest/work/ingest.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { type LearnReport, learn } from './learn.ts';

const GATHER = 500;

export async function ingestAndLearn(
  engine: Engine,
  options: IngestOptions,
): Promise<IngestReport & { learned?: LearnReport }> {
  if (options.watch) return followAndLearn(engine, options);
  const read = await ingest(engine, options);
  if (read.stopped || options.signal?.aborted) return read;
  const { signal, onProgress } = options;
  const learned = await learn(engine, { projects: read.projects, signal, onProgress });
  return { ...read, learned };
}

async function followAndLearn(engine: Engine, options: IngestOptions): Promise<IngestReport> {
  let timer: NodeJS.Timeout | undefined;
  let work: Promise<unknown> = Promise.resolve();
  const fresh = new Set<string>();
  const take = ({ projects }: { projects: readonly string[] }) => {
    for (const project of projects) fresh.add(project);
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const projects = [...fresh];
      fresh.clear();
      work = work
        .then(() => learn(engine, { projects, signal: options.signal }))
        // Another process may hold the file for long. It is learned with the next news, or at the end, which tells.
        .catch(() => take({ projects }));
    }, GATHER);
  };
  const read = await ingest(engine, {
    ...options,
    onProgress(...progress) {
      options.onProgress?.(...progress);
      soon();
    },
    onCaughtUp: take,
    onNews(news) {
      options.onNews?.(news);
      take(news);
      soon();
    },
  });
  clearTimeout(timer);
  await work;
  if (read.added === 0 && fresh.size === 0) return read;
  take(read);
  await learn(engine, { projects: [...fresh] });
  return read;
}
