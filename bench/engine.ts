import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Embedder } from '@sqrl/embedder/embedder.ts';
import { openJudge } from '@sqrl/embedder/judge.ts';
import { embedderFor } from '@sqrl/embedder/provider.ts';
import { rerankerFor } from '@sqrl/embedder/reranker.ts';
import { readSettings } from '@sqrl/squirrel/workspace/config.ts';
import { locateProject } from '@sqrl/squirrel/workspace/locate.ts';
import { type Engine, openEngine } from '@sqrl/squirrel/workspace/workspace.ts';

/** An engine over a temporary home that goes when it is closed. */
export function openBenchEngine(
  embedder: Embedder = embedderFor({ provider: 'bundled' }),
  now: () => number = Date.now,
): Engine {
  const home = mkdtempSync(join(tmpdir(), 'sqrl-bench-'));
  const engine = openEngine({
    home,
    project: locateProject(home),
    // The daily log is a file a person reads; a hundred thousand lines of it would measure the file system.
    settings: readSettings('[notes]\ndaily_log = false', 'bench'),
    embedder,
    reranker: rerankerFor({ provider: 'local' }, embedder),
    judge: openJudge(),
    now,
    timeZone: 'UTC',
  });
  const close = async () => {
    await engine.close();
    rmSync(home, { recursive: true, force: true });
  };
  return { ...engine, close, [Symbol.asyncDispose]: close };
}

/** Stops a benchmark whose answers came another way than the one it measures, such as by words alone. */
export function refuse(notices: readonly { message: string; hint: string }[]): void {
  const [first] = notices;
  if (first) throw new Error(`${first.message} ${first.hint}`);
}
