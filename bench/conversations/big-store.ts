import { join } from 'node:path';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { bundledEmbedder } from '@sqrl/embedder/bundled.ts';
import type { Embedder } from '@sqrl/embedder/embedder.ts';
import { openJudge } from '@sqrl/embedder/judge.ts';
import { indexPassages } from '@sqrl/squirrel/ingest/index-passages.ts';
import { readerOf } from '@sqrl/squirrel/learn/verbs/judge-statements.ts';
import { rememberAll } from '@sqrl/squirrel/learn/verbs/remember.ts';
import { RULES } from '@sqrl/squirrel/learn/verbs/settle.ts';
import { markSettled } from '@sqrl/squirrel/store/events/sessions.ts';
import {
  passagesToEmbed,
  passageTexts,
  setPassageVector,
} from '@sqrl/squirrel/store/passages/passage-vectors.ts';
import { addSaid } from '@sqrl/squirrel/store/testing/said.ts';
import { readSettings } from '@sqrl/squirrel/workspace/config.ts';
import { locateProject } from '@sqrl/squirrel/workspace/locate.ts';
import { type Engine, openEngine } from '@sqrl/squirrel/workspace/workspace.ts';
import { naturalTexts, questionsFrom, readyVectors } from '../search/texts.ts';

const MESSAGES_PER_SESSION = 500;
const DAY_MS = 86_400_000;
const BATCH = 1000;

export interface BigStore {
  engine: Engine;
  questions: string[];
}

/** An engine over many memories and passages of a project, all with vectors that take no model to make. */
export async function openBigStore(
  root: string,
  { memories, passages, now }: { memories: number; passages: number; now: number },
): Promise<BigStore> {
  const texts = naturalTexts(memories + 2 * passages);
  const questions = questionsFrom(texts, 1000);
  const embedder = readyEmbedder();
  const engine = openEngine({
    home: join(root, 'home'),
    project: locateProject(join(root, 'shop')),
    settings: readSettings('[notes]\ndaily_log = false', 'bench'),
    embedder,
    reranker: undefined,
    now: () => now,
    timeZone: 'UTC',
  });
  await rememberAll(
    engine,
    // Learned, not stated: ten thousand statements would be compared in pairs by a model, for as long.
    texts.slice(0, memories).map((text) => ({ text, source: 'observer_inferred' as const })),
  );
  const { store } = engine.own;
  // A message is about twice as long as a memory.
  const said = Array.from({ length: passages }, (_, i) =>
    `${texts[memories + 2 * i]} ${texts[memories + 2 * i + 1]}`.slice(0, 700),
  );
  converse(store, said, now);
  await embedAll(store, embedder);
  return { engine, questions };
}

/** Vectors as of the bundled model, so that a daemon finds nothing left to embed. */
function readyEmbedder(): Embedder {
  const real = bundledEmbedder();
  const vectorOf = readyVectors(real.dims);
  return {
    id: real.id,
    dims: real.dims,
    embed: async (asked) => asked.map(vectorOf),
    unload: async () => {},
  };
}

/** Sessions of a person and an agent in turn, one a day, the last one yesterday. */
function converse(store: Store, said: readonly string[], now: number): void {
  const count = Math.ceil(said.length / MESSAGES_PER_SESSION);
  for (let n = 0; n < count; n++)
    store.transaction(() => {
      const texts = said.slice(n * MESSAGES_PER_SESSION, (n + 1) * MESSAGES_PER_SESSION);
      const session = addSaid(
        store,
        texts.map((text, i) => ({ kind: i % 2 === 0 ? 'prompt' : 'reply', text })),
        { session: `s${n}`, at: now - (count - n) * DAY_MS },
      );
      indexPassages(store, session);
      markSettled(store, session, RULES);
      markRead(store, session);
    });
}

/** As if the models had read the prompts: fifty thousand at once would keep a daemon busy for an hour. */
const markRead = (store: Store, session: number): unknown =>
  store
    .sql(
      `insert into mark (kind, name, value)
         select 'prompt reading', row, json_object('model', ?, 'readings', json('[]'))
           from event where session = ? and kind = 'prompt'`,
    )
    .run(READER, session);

const READER = readerOf(openJudge());

async function embedAll(store: Store, embedder: Embedder): Promise<void> {
  const rows = passagesToEmbed(store, { model: embedder.id, maxVectors: Number.MAX_SAFE_INTEGER });
  for (let i = 0; i < rows.length; i += BATCH) {
    const batch = passageTexts(store, rows.slice(i, i + BATCH));
    const vectors = await embedder.embed(
      batch.map(({ text }) => text),
      'memory',
    );
    store.transaction(() => {
      for (const [j, { row }] of batch.entries()) setPassageVector(store, row, embedder.id, vectors[j]!);
    });
  }
}
