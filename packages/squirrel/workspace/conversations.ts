import type { Store } from '@sqrl/base/sqlite/query.ts';
import { jobs } from '../store/marks.ts';
import { countPassages, countPassageVectors, passageVectorBytes } from '../store/passages/passage-vectors.ts';
import { allowedPassageVectors, BACKGROUND_CPU_SHARE, EMBED_PASSAGES_JOB } from './embed-passages.ts';
import type { Engine } from './workspace.ts';

/** What can be searched of what was said in sessions. */
export interface ConversationCounts {
  passages: number;
  /** Passages that are found by meaning, too. */
  embedded: number;
  vectorBytes: number;
  /** What they may take; 0 while there is none to tell from. */
  maxVectorBytes: number;
  /** Passages that will have a vector. */
  waiting: number;
  /** Why not all are found by meaning; null where all are. */
  because: string | null;
}

export function countConversations(engine: Engine): ConversationCounts {
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
    maxVectorBytes: sum((each) => each.maxVectorBytes),
    waiting,
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
