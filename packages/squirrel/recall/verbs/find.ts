import type { Notice } from '@sqrl/base/messages.ts';
import type { Phase } from '@sqrl/base/model/episode.ts';
import { redact } from '@sqrl/base/redact/redact.ts';
import { markStale, type ShownMemory } from '../../codebase/shown.ts';
import { phaseWeightsIn } from '../../learn/verbs/phase-weights.ts';
import { projectTime } from '../../store/events/project-time.ts';
import type { MemoryFilter } from '../../store/memory/filters.ts';
import { applying } from '../../workspace/branch-history.ts';
import { likenessAmong } from '../../workspace/lookup.ts';
import { vectorForMemories } from '../../workspace/spare-meaning.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { distinct, kindOfQuestion, type QuestionKind } from '../answering.ts';
import { laterWordsAmong, latestFirst } from '../earlier.ts';
import { type Hit, isGiven, searchMemories } from '../find.ts';
import { timeAsked } from '../time-range.ts';
import { rerank, weigh } from '../weigh.ts';
import { aroundOf, standingsOf } from './around.ts';
import { withImagined } from './imagine.ts';

export interface FindRequest {
  question: string;
  limit: number;
  filter: MemoryFilter;
  /** How much meaning counts, 0 to 1; words have the rest. Given, the list stays in that order. */
  meaning?: number | undefined;
  rerank?: boolean | undefined;
  files?: readonly string[];
  symbols?: readonly string[];
  /** Whether files beside those at hand count too; they do unless said otherwise. */
  neighbors?: boolean;
  phase?: Phase | undefined;
}

export type ShownHit = Hit & { memory: ShownMemory };

export interface FindResult {
  kind: QuestionKind;
  hits: ShownHit[];
  left: { hit: Hit; because: string }[];
  notices: Notice[];
}

/** How many of the best are looked at once more: few enough to read all of them, however busy the machine is. */
const RERANK_LIMIT = 16;

/** Finds memories by words, by meaning and by what they are about, best first, and notes that they were looked at. */
export async function find(engine: Engine, asked: FindRequest): Promise<FindResult & { text: string }> {
  const found = await withImagined(engine, asked, (vector) =>
    search(engine, { ...asked, explicit: true, repeats: true, vector }),
  );
  const later = laterWordsAmong(engine, found.hits);
  const question = found.text.slice(0, 500);
  for (const indexedStore of engine.indexedStores)
    engine.seen(
      indexedStore,
      found.hits
        .filter((hit) => hit.indexedStore === indexedStore)
        .map(({ row, score }) => ({ row, at: found.askedAt, way: 'find', score, question })),
    );
  return { ...found, hits: latestFirst(found.hits, later) };
}

/** Says that the bundled model answered in the place of an embedder that is down. */
const withSpare = ({ message }: Notice): Notice => ({
  message: `${message} Memories were searched with the bundled model instead.`,
  hint: 'Conversations and code are searched by words until it responds.',
});

/** How alike two hits are; a later word is not like what it replaces, however near the words. */
function likenessApart(engine: Engine, hits: readonly Hit[]): (a: Hit, b: Hit) => number {
  const likeness = likenessAmong(hits);
  const later = laterWordsAmong(engine, hits);
  const isLater = (a: Hit, b: Hit) => later.get(b.memory.id)?.has(a.memory.id) === true;
  return (a, b) => (isLater(a, b) || isLater(b, a) ? 0 : likeness(a, b));
}

/** The same without a trace: for briefings, which leave traces of their own. */
export async function search(
  engine: Engine,
  asked: FindRequest & { explicit: boolean; repeats?: boolean; vector?: Float32Array | undefined },
): Promise<FindResult & { text: string; askedAt: number }> {
  const { search: settings } = engine.settings;
  const { files = [], symbols = [], phase, explicit } = asked;
  // What programs keep for their users is found by those that ask for it.
  const filter = isGiven(asked.filter) ? { whose: {}, ...asked.filter } : asked.filter;
  const meaning = asked.meaning ?? settings.meaning;
  const { text } = await redact(asked.question.toWellFormed().replaceAll('\0', ' '));
  const askedAt = engine.now();
  if (text.trim() === '' && files.length + symbols.length === 0)
    return { kind: 'semantic', hits: [], left: [], notices: [], text, askedAt };
  const byMeaning = asked.vector === undefined && text.trim() !== '' && meaning > 0;
  const vector = byMeaning ? await vectorForMemories(engine, text) : asked.vector;
  const down = engine.meaning.notice;
  const notices = [byMeaning && vector && down ? withSpare(down) : (down ?? engine.waiting())].filter(
    (each) => each !== undefined,
  );
  // An explicit weight asks for the raw order. Without a query vector there is nothing to rerank with.
  const again =
    vector !== undefined &&
    engine.reranker !== undefined &&
    (asked.rerank ?? (asked.meaning === undefined && settings.rerank));
  const kind = kindOfQuestion(text);
  const found = searchMemories(
    {
      ...{ text, vector, filter, meaning, askedAt, kind },
      limit: again ? Math.max(asked.limit, RERANK_LIMIT) : asked.limit,
      time: timeAsked(text, askedAt, engine.timeZone),
      around: aroundOf(engine, { files, symbols, neighbors: asked.neighbors }),
    },
    engine.indexedStores,
  );
  const reranked = again
    ? await rerank(text, found, { reranker: engine.reranker!, most: RERANK_LIMIT, notices })
    : found;
  const weighed = weigh(reranked, {
    phase,
    phaseWeights: explicit ? undefined : phaseWeightsIn(engine.own.store),
    explicit,
    standing: standingsOf(projectTime(engine.own.store, askedAt))(reranked),
  });
  const { kept: hits, left } = asked.repeats
    ? { kept: weighed, left: [] }
    : distinct(weighed, likenessApart(engine, weighed));
  return {
    kind,
    hits: markStale(applying(engine.project, hits).slice(0, asked.limit)),
    left,
    notices,
    text,
    askedAt,
  };
}
