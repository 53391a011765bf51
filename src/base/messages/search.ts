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
  'conversations.inBackground':
    'the daemon embeds them with at most {percent} % of a core, `sqrl doctor reembed` at once',
  'conversations.stopped': '{trouble}',
  'conversations.budget': 'the latest {n} per project have a vector (conversations.max_vectors)',
  'hit.name': 'name',
  'hit.exact': 'holds the words as they stand',
  'omit.irrelevant': 'it hardly has to do with the question',
  'hit.reranked': 'reranked from #{place} ({score})',
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
