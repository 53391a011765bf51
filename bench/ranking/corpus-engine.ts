import { bundledEmbedder } from '@sqrl/embedder/bundled.ts';
import { rememberAll } from '@sqrl/squirrel/learn/verbs/remember.ts';
import { type FindRequest, type ShownHit, search } from '@sqrl/squirrel/recall/verbs/find.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';
import { openBenchEngine, refuse } from '../engine.ts';
import type { Corpus, RankedQuestion } from './corpus.ts';

/** When the questions are asked: a Sunday. */
const ASKED_AT = Date.UTC(2026, 10, 15, 12);
const DAY = 86_400_000;

/** An engine that has learned a corpus, each memory in its time, and knows what questions call its memories. */
export interface Learned extends AsyncDisposable {
  engine: Engine;
  nameOf(hit: ShownHit): string;
}

/** Lets an engine learn a corpus, the oldest first, so that what replaces another comes after it. */
export async function learn({ memories }: Corpus): Promise<Learned> {
  let now = ASKED_AT;
  const engine = openBenchEngine(bundledEmbedder(), () => now);
  const names = new Map<string, string>();
  const days = [...Map.groupBy(memories, ({ age }) => age)].sort(([a], [b]) => b - a);
  for (const [age, day] of days) {
    now = ASKED_AT - age * DAY;
    const kept = await rememberAll(
      engine,
      day.map(({ draft }) => draft),
    );
    for (const [i, { memory }] of kept.entries()) names.set(memory.id, day[i]!.name);
  }
  now = ASKED_AT;
  return {
    engine,
    nameOf: ({ memory }) => names.get(memory.id) ?? memory.id,
    [Symbol.asyncDispose]: () => engine.close(),
  };
}

/** What a question finds, best first. */
export async function ask(
  { engine }: Learned,
  { text, files }: RankedQuestion,
  more: Partial<FindRequest> = {},
): Promise<ShownHit[]> {
  // As `find` does it, but without a trace: what was looked at counts as used, and the next question would know.
  const { hits, notices } = await search(engine, {
    question: text,
    files,
    filter: {},
    limit: 10,
    explicit: true,
    repeats: true,
    ...more,
  });
  refuse(notices);
  return hits;
}
