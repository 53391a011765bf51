import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundledEmbedder } from '@sqrl/embedder/bundled.ts';
import { rerankerFor } from '@sqrl/embedder/reranker.ts';
import type { VerbClient } from '@sqrl/squirrel/protocol/client.ts';
import { inProcess } from '@sqrl/squirrel/verbs.ts';
import { readSettings } from '@sqrl/squirrel/workspace/config.ts';
import { locateProject } from '@sqrl/squirrel/workspace/locate.ts';
import { type Engine, openEngine } from '@sqrl/squirrel/workspace/workspace.ts';
import { afterAll, beforeAll } from 'vitest';
import { type MadeHome, type MadeHomeOptions, makeHome } from './made-home.ts';

/** A made home that is open in its busiest project, for all tests of a file. */
export interface OpenHome {
  made: MadeHome;
  engine: Engine;
  client: VerbClient;
  /** What the time is; tests may let it pass. */
  now: number;
}

/** Makes a home before the tests of a file and removes it after them. */
export function openMadeHome(options: Omit<MadeHomeOptions, 'folder' | 'embedder'>): OpenHome {
  const open = { now: options.now ?? Date.now() } as OpenHome;
  const embedder = bundledEmbedder();
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-made-'));
  beforeAll(async () => {
    open.made = await makeHome({ ...options, folder, embedder });
    open.engine = openEngine({
      home: open.made.home,
      project: locateProject(open.made.projects[0]!),
      settings: readSettings('', 'config.toml'),
      embedder,
      reranker: rerankerFor({ provider: 'local' }, embedder),
      clients: open.made.clients,
      env: { PATH: process.env.PATH },
      now: () => open.now,
      timeZone: 'UTC',
      copies: false,
    });
    open.client = inProcess(open.engine);
  }, 300_000);
  afterAll(async () => {
    await open.engine?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return open;
}
