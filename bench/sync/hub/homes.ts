import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder } from '@sqrl/embedder/embedder.ts';
import { rerankerFor } from '@sqrl/embedder/reranker.ts';
import type { VerbClient } from '@sqrl/squirrel/protocol/client.ts';
import { inProcess } from '@sqrl/squirrel/verbs.ts';
import { readSettings } from '@sqrl/squirrel/workspace/config.ts';
import { locateProject } from '@sqrl/squirrel/workspace/locate.ts';
import { type Engine, openEngine } from '@sqrl/squirrel/workspace/workspace.ts';

/** A home of the product with a project in it. */
export interface BenchHome {
  home: string;
  project: string;
  engine: Engine;
  client: VerbClient;
  close(): Promise<void>;
}

/** Meaning does not matter here: a vector from the letters. */
const LETTERS: Embedder = {
  id: 'letters-8',
  dims: 8,
  embed: async (texts) =>
    texts.map((text) => {
      const vector = new Float32Array(8);
      for (let i = 0; i < text.length; i++) vector[(i * 7 + text.charCodeAt(i)) % 8]! += 1;
      const length = Math.hypot(...vector) || 1;
      return vector.map((one) => one / length);
    }),
  unload: async () => {},
};

/** Opens a home below a folder; all have a clone of the same repository. */
export function openHome(root: string, now: () => number = Date.now): BenchHome {
  const [home, project] = [join(root, 'home'), join(root, 'shop')];
  mkdirSync(home, { recursive: true, mode: 0o700 });
  mkdirSync(join(project, '.git'), { recursive: true });
  writeFileSync(join(project, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  const url = 'https://git.example.com/acme/shop.git';
  writeFileSync(join(project, '.git', 'config'), `[remote "origin"]\n\turl = ${url}\n`);
  const engine = openEngine({
    ...{ home, project: locateProject(project), embedder: LETTERS, now, copies: false, timeZone: 'UTC' },
    settings: readSettings('[notes]\ndaily_log = false', 'bench'),
    reranker: rerankerFor({ provider: 'local' }, LETTERS),
    env: { PATH: process.env.PATH },
  });
  return { home, project, engine, client: inProcess(engine), close: () => engine.close() };
}
