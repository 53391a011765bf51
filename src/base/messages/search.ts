import type { MessageText } from './text.ts';

/** Why a hit ranks where it does. */
export const SEARCH_MESSAGES = {
  // Why a hit ranks where it does.
  'hit.meaning': 'meaning #{place} (cosine {score})',
  'hit.words': 'words #{place} (bm25 {score})',
  'hit.about': 'about {what} ({near})',
  'hit.key': 'kept under {key}',
  'hit.time': 'learned {time}',
  // Why not all of what was said in sessions is found by meaning.
  'conversations.off': 'embedding of conversations is turned off',
  'conversations.stayHere':
    'conversations are not sent to {provider}; `sqrl config set conversations.embed on` allows it',
  'conversations.inBackground': 'the daemon embeds them in the background',
  'conversations.stopped': '{trouble}',
  'conversations.budget': 'the latest {n} per project have a vector (conversations.max_vectors)',
  'hit.name': 'name',
  'hit.exact': 'holds the words as they stand',
  'omit.irrelevant': 'it hardly has to do with the question',
  'hit.besideFiles': 'linked to the best results by {n} of its files',
  'hit.oneEpisode': '{n} results from one episode ({gain})',
  'hit.otherEpisode': 'from another episode, up from #{place}',
  'hit.follows': 'follows a better result ({gain})',
  'hit.led': 'led to a better result ({gain})',
  'hit.reranked': 'reranked from #{place} ({score})',
  'hit.notReranked': 'not reranked (time limit)',
  'hit.imagined': 'similar to a generated answer',
  'factor.pinned': 'pinned ×{by}',
  'factor.stale': 'stale ×{by}',
  'factor.review': 'review ×{by}',
  'factor.source': 'source ×{by}',
  'factor.confidence': 'confidence ×{by}',
  'factor.recency': 'recency ×{by}',
  'factor.use': 'use ×{by}',
  'factor.status': 'status ×{by}',
  'factor.tier': 'tier ×{by}',
  'factor.kind': 'kind ×{by}',
  'factor.phase': 'phase ×{by}',
  'factor.age': 'age ×{by}',
} as const satisfies Record<string, MessageText>;
