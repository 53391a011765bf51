import type { Parsed } from '../../protocol/verbs.ts';
import { passagesAt, passagesByPhrase } from '../../store/passages/passages.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { answering, holding, withHolding } from '../answering.ts';
import { fromRepository } from '../ask/from-repository.ts';
import { isOfLayer, layersAsked } from '../ask/layers.ts';
import type { PassageHit } from '../passages/find-passages.ts';
import { shownPassage, withoutKnown } from '../passages/passage.ts';
import { whatWasSaid, withMessagesBeside } from '../passages/said.ts';
import { withoutWithdrawn } from '../passages/withdrawn.ts';
import { find } from './find.ts';

const MAX_PASSAGES = 5;

/** Searches memories and past sessions, and the repository where it is asked for, best first. */
export async function searchAll(engine: Engine, asked: Parsed<'find'>) {
  if (asked.exact) return exactly(engine, asked);
  const { hits: found, notices, text: question } = await find(engine, asked);
  const layers = layersAsked(question, { now: engine.now(), timeZone: engine.timeZone, only: asked.in });
  const hits = found.filter(({ memory }) => isOfLayer(memory, layers));
  // A filter asks for certain memories, a weight for their raw order.
  const isOpen = Object.keys(asked.filter).length === 0 && asked.meaning === undefined;
  const wantsSaid = isOpen && (asked.in?.includes('conversations') ?? true);
  const said = wantsSaid ? await whatWasSaid(engine, { question, limit: MAX_PASSAGES }) : [];
  const { commits, code } = isOpen
    ? await fromRepository(engine, question, layers, notices)
    : { commits: [], code: [] };
  const about = answering(question, hits);
  const isWeak = hits.length > 0 && about.length + said.length + commits.length + code.length === 0;
  const isRaw = asked.meaning !== undefined;
  const shown = isRaw ? { hits, holds: new Set() } : withHolding(engine, hits, question, asked);
  return {
    hits: shown.hits.map(({ memory, score, why }) => ({ memory, score, why })),
    passages: withoutKnown(said, hits.slice(0, MAX_PASSAGES)).map(shownPassage),
    commits,
    code,
    weak: isWeak && shown.holds.size === 0,
    notices,
  };
}

function exactly(engine: Engine, { question, filter, limit }: Parsed<'find'>) {
  const phrase = question.trim();
  const said = engine.indexedStores.flatMap((indexedStore) => {
    const rows = passagesByPhrase(indexedStore.store, phrase, limit);
    return [...passagesAt(indexedStore.store, rows).values()]
      .filter(({ text }) => text.toLowerCase().includes(phrase.toLowerCase()))
      .map((passage): PassageHit => ({ indexedStore, passage, score: 1, cosine: 0, words: 1 }));
  });
  return {
    hits: holding(engine, { phrase }, { filter, limit }).map(({ memory, score, why }) => ({
      memory,
      score,
      why,
    })),
    passages: withMessagesBeside(
      withoutWithdrawn(said, engine)
        .sort((a, b) => b.passage.at - a.passage.at)
        .slice(0, limit),
      engine,
    ).map((hit) => shownPassage({ ...hit, earlier: false })),
    commits: [],
    code: [],
    weak: false,
    notices: [],
  };
}
