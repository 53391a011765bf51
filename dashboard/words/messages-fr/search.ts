import type { SEARCH_MESSAGES } from '../../../src/base/messages/search.ts';
import type { Text } from '../say.ts';

export const SEARCH_MESSAGES_FR: Record<keyof typeof SEARCH_MESSAGES, Text> = {
  'hit.meaning': 'sens n° {place} (cosinus {score})',
  'hit.words': 'mots n° {place} (bm25 {score})',
  'hit.about': 'à propos de {what} ({near})',
  'hit.key': 'rangé sous {key}',
  'hit.time': 'appris : {time}',
  'conversations.off': 'les conversations ne sont pas changées en vecteurs',
  'conversations.stayHere':
    'les conversations ne sont pas envoyées à {provider} ; `sqrl config set conversations.embed on` le permet',
  'conversations.inBackground':
    'le démon les change en vecteurs avec au plus {percent} % d’un cœur, `sqrl doctor reembed` tout de suite',
  'conversations.stopped': '{trouble}',
  'conversations.budget': 'les {n} derniers par projet ont un vecteur (conversations.max_vectors)',
  'hit.name': 'nom',
  'hit.exact': 'contient ces mots tels quels',
  'omit.irrelevant': 'il a peu à voir avec la question',
  'hit.reranked': 'reclassé depuis le rang {place} ({score})',
  'hit.imagined': 'proche d’une réponse imaginée',
  'factor.pinned': 'épinglé ×{by}',
  'factor.stale': 'périmé ×{by}',
  'factor.review': 'relecture ×{by}',
  'factor.source': 'origine ×{by}',
  'factor.confidence': 'confiance ×{by}',
  'factor.recency': 'fraîcheur ×{by}',
  'factor.use': 'usage ×{by}',
  'factor.status': 'statut ×{by}',
  'factor.tier': 'palier ×{by}',
  'factor.kind': 'genre ×{by}',
  'factor.phase': 'étape ×{by}',
  'factor.age': 'âge ×{by}',
};
