import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientFolders } from '@sqrl/base/model/reader.ts';
import { bundledEmbedder } from '@sqrl/embedder/bundled.ts';
import type { Embedder } from '@sqrl/embedder/embedder.ts';
import type { Judge } from '@sqrl/embedder/judge.ts';
import { rerankerFor } from '@sqrl/embedder/reranker.ts';
import { embedOnce } from '@sqrl/embedder/testing/embed-once.ts';
import type { LlmConfig } from '@sqrl/squirrel/llm/provider.ts';
import type { VerbClient } from '@sqrl/squirrel/protocol/client.ts';
import { inProcess } from '@sqrl/squirrel/verbs.ts';
import { readSettings } from '@sqrl/squirrel/workspace/config.ts';
import { locateProject } from '@sqrl/squirrel/workspace/locate.ts';
import { type Engine, openEngine } from '@sqrl/squirrel/workspace/workspace.ts';
import { onTestFinished } from 'vitest';

/** The real model, loaded once for all tests of a process; what one of them had embedded takes no time in the next. */
const shared: Embedder = Object.assign(embedOnce(bundledEmbedder()), { unload: async () => {} });

/** A folder that goes when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Opened {
  home: string;
  engine: Engine;
  client: VerbClient;
}

/** Opens a home, a new one unless given, with the real embedder unless another is given. */
export function open(
  options: {
    home?: string;
    project?: string;
    embedder?: Embedder;
    /** What stands in for it while it is down. */
    spare?: Embedder;
    now?: () => number;
    settings?: string;
    background?: boolean;
    /** Keeps the daily copies at the end, as the product does; without a need they only cost time. */
    copies?: boolean;
    clients?: ClientFolders;
    llm?: LlmConfig;
    /** Patterns alone judge what people say where none is given. */
    judge?: Judge;
  } = {},
): Opened {
  const home = options.home ?? join(temporaryFolder(), 'home');
  const embedder = options.embedder ?? shared;
  const engine = openEngine({
    home,
    project: locateProject(options.project ?? '/projects/shop'),
    settings: readSettings(options.settings ?? '', 'config.toml'),
    embedder,
    spare: options.spare,
    reranker: rerankerFor({ provider: 'local' }, embedder),
    now: options.now ?? Date.now,
    background: options.background ? 'own embedder' : undefined,
    copies: options.copies ?? false,
    ...(options.clients && { clients: options.clients }),
    llm: options.llm,
    judge: options.judge,
    env: { PATH: process.env.PATH },
    timeZone: 'UTC',
  });
  const client = inProcess(engine);
  let closed = false;
  const close = async () => {
    if (!closed) await engine.close();
    closed = true;
  };
  onTestFinished(close);
  return { home, engine, client: { ...client, close, [Symbol.asyncDispose]: close } };
}
