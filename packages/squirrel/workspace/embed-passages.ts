import type { Store } from '@sqrl/base/sqlite/query.ts';
import { jobs } from '../store/marks.ts';
import {
  countPassages,
  countPassageVectors,
  passagesToEmbed,
  passageTexts,
  passageVectorBytes,
  removeExcessVectors,
  removePassageVectors,
  setPassageVector,
  sweepPassageVectors,
} from '../store/passages/passage-vectors.ts';
import type { Settings } from './config.ts';
import { type EmbeddedKind, type EmbedOptions, embedRows } from './embed-rows.ts';
import type { Engine } from './workspace.ts';

export const EMBED_PASSAGES_JOB = 'embed passages';

/** Which part of a core embedding takes in the background. */
export const BACKGROUND_CPU_SHARE = 0.25;

/** A question that is asked meanwhile waits for so many texts at most. */
const BATCH_PASSAGES = 8;

/** Whether what was said in sessions may be sent to an endpoint for embedding or reranking: only if a person asked for it. */
export const mayPassagesLeave = ({ conversations }: Settings): boolean => conversations.embed === 'on';

function allowedPassageVectors(settings: Settings): number {
  const { conversations, embedder } = settings;
  if (conversations.embed === 'off') return 0;
  return mayPassagesLeave(settings) || embedder.provider === 'bundled' ? conversations.max_vectors : 0;
}

/**
 * Gives the latest passages a vector of the present embedder, as many as the settings allow. What is done stays done
 * when it is stopped. Stops early where the embedder is down; the next run goes on.
 */
export async function embedPassages(engine: Engine, options: EmbedOptions = {}) {
  const sum = { embedded: 0, total: 0 };
  for (const { store } of engine.indexedStores) {
    if (store.readOnly) continue;
    const { embedded, total } = await embedPassagesIn(engine, store, options);
    sum.embedded += embedded;
    sum.total += total;
  }
  return sum;
}

/** The same for one store that the engine's embedder is used for. */
export async function embedPassagesIn(
  engine: Pick<Engine, 'meaning' | 'settings' | 'now'>,
  store: Store,
  options: EmbedOptions = {},
): Promise<{ embedded: number; total: number }> {
  const { meaning, settings } = engine;
  const { model } = meaning;
  if (settings.conversations.embed === 'off') store.transaction(() => removePassageVectors(store));
  const maxVectors = allowedPassageVectors(settings);
  // The limit may be lower than before.
  removeExcessVectors(store, { model, maxVectors });
  // Whether every passage has a vector is quicker to tell than which ones have none.
  const hasAll = countPassageVectors(store, model) === countPassages(store);
  const rows = hasAll ? [] : passagesToEmbed(store, { model, maxVectors });
  if (rows.length === 0) return { embedded: 0, total: 0 };
  const passages: EmbeddedKind = {
    ...{ job: EMBED_PASSAGES_JOB, what: 'passages', store },
    textsOf: (some) => passageTexts(store, some),
    embed: meaning.ofPassages,
    keep: (row, _, vector) => setPassageVector(store, row, model, vector),
    counts: () => ({
      done: countPassageVectors(store, model),
      total: Math.min(countPassages(store), maxVectors),
    }),
  };
  const { embedded, isComplete } = await embedRows(engine, passages, rows, {
    batch: BATCH_PASSAGES,
    ...options,
  });
  if (isComplete) store.transaction(() => sweepPassageVectors(store, { model, maxVectors }));
  return { embedded, total: rows.length };
}

/** What can be searched of what was said in sessions. */
export function countConversations(engine: Engine) {
  const { model } = engine.meaning;
  const allowed = allowedPassageVectors(engine.settings);
  const counts = engine.indexedStores.map(({ store }) => {
    const [passages, embedded] = [countPassages(store), countPassageVectors(store, model)];
    const waiting = Math.max(0, Math.min(passages, allowed) - embedded);
    const vectorBytes = passageVectorBytes(store, model);
    const maxVectorBytes = embedded === 0 ? 0 : (vectorBytes / embedded) * allowed;
    return { passages, embedded, waiting, vectorBytes, maxVectorBytes };
  });
  const sum = (of: (count: (typeof counts)[0]) => number) => counts.reduce((all, each) => all + of(each), 0);
  const [passages, embedded] = [sum((each) => each.passages), sum((each) => each.embedded)];
  const waiting = sum((each) => each.waiting);
  return {
    passages,
    embedded,
    vectorBytes: sum((each) => each.vectorBytes),
    /** What they may take; 0 while there is none to tell from. */
    maxVectorBytes: sum((each) => each.maxVectorBytes),
    waiting,
    /** Why not all are found by meaning; null where all are. */
    because: embedded < passages ? whyNotAll(engine, waiting) : null,
  };
}

function whyNotAll({ settings, meaning, indexedStores }: Engine, waiting: number): string {
  const { conversations, embedder } = settings;
  if (conversations.embed === 'off') return 'embedding of conversations is turned off';
  if (allowedPassageVectors(settings) === 0 && conversations.max_vectors > 0)
    return `conversations are not sent to ${embedder.provider}; \`sqrl config set conversations.embed on\` allows it`;
  if (waiting === 0)
    return `the latest ${conversations.max_vectors} per project have a vector (conversations.max_vectors)`;
  const trouble = indexedStores.map(({ store }) => troubleIn(store, meaning.model)).find((each) => each);
  return trouble
    ? trouble
    : `the daemon embeds them with at most ${BACKGROUND_CPU_SHARE * 100} % of a core, \`sqrl doctor reembed\` at once`;
}

/** Why the last run ended early; undefined where it was only told to stop. */
function troubleIn(store: Store, model: string): string | undefined {
  const last = jobs(store).find(({ name }) => name === EMBED_PASSAGES_JOB);
  return last?.state === 'waiting' && last.note !== null && last.note !== model ? last.note : undefined;
}
