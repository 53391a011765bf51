import type { SETTING_MESSAGES } from '../../../src/base/messages/settings.ts';
import type { Text } from '../say.ts';

export const SETTING_MESSAGES_FR: Record<keyof typeof SETTING_MESSAGES, Text> = {
  'setting.embedder.provider':
    'Qui change les textes en vecteurs : le modèle de ce paquet, Ollama, ou un service compatible avec OpenAI',
  'setting.embedder.model': 'Le modèle : squirrel-s3 ou minilm s’il est fourni ; « auto » ou un nom sinon',
  'setting.embedder.url': 'Où répond Ollama ou le service',
  'setting.embedder.api_key_env': 'La variable d’environnement qui contient la clé du service',
  'setting.embedder.dims': 'Combien de dimensions demander à un service',
  'setting.embedder.timeout_ms': 'Combien de temps un service peut prendre, en millisecondes',
  'setting.search.meaning': 'Combien compte le sens ; les mots ont le reste',
  'setting.search.rerank': 'Regarder les meilleures réponses une fois de plus, jeton par jeton',
  'setting.reranker.provider': 'Le modèle fourni, ou un service qui parle /rerank',
  'setting.reranker.url': 'Où répond le service',
  'setting.reranker.model': 'Le modèle du service',
  'setting.reranker.api_key_env': 'La variable d’environnement qui contient la clé du service',
  'setting.reranker.timeout_ms': 'Combien de temps le service peut prendre, en millisecondes',
  'setting.delivery.session_tokens': 'Combien de jetons une session reçoit sans les demander, en tout',
  'setting.delivery.guards':
    'Appels qui enfreignent une de vos règles ou ont toujours échoué : « stop-once » arrête un tel appel une fois et dit pourquoi, « tell » le dit seulement, « off » ne fait rien. Par défaut : « stop-once » pour vos règles ; pour les échecs, « tell » tant que la confiance du projet est prudente, puis « stop-once »',
  'setting.delivery.holdout':
    'Groupe témoin : 5 % des sessions ne reçoivent rien de ce que Squirrel a déduit et 10 % ne le reçoivent qu’au début, pour mesurer son effet. Chaque souvenir est omis dans environ trois sessions sur dix jusqu’à ce que son effet soit connu, puis dit plus ou moins souvent. Les règles que vous avez énoncées ou confirmées sont toujours dites',
  'setting.delivery.quotes':
    'Dire ce qui a été convenu dans une conversation passée, à une invite qui traite clairement du même sujet',
  'setting.delivery.headlines':
    'Nommer jusqu’à trois conversations passées à la première invite d’une tâche, si elles peuvent servir',
  'setting.llm.provider':
    'Quel modèle de langue peut aider à trouver et formuler des souvenirs : aucun, Anthropic, un service compatible avec OpenAI, Ollama, ou un programme d’agent de cette machine',
  'setting.llm.program':
    'Le programme d’agent à interroger, si le fournisseur est « program » ; il doit être installé et connecté',
  'setting.llm.model': 'Le modèle ; un programme a le sien',
  'setting.llm.url': 'Où répond le service, si ce n’est à son adresse habituelle',
  'setting.llm.api_key_env': 'La variable d’environnement qui contient la clé du service',
  'setting.llm.daily_tokens':
    'Combien de jetons peuvent être dépensés par jour, questions et réponses ensemble',
  'setting.llm.daily_cost': 'Combien de dollars peuvent être dépensés par jour',
  'setting.llm.price_input':
    'Ce que coûte un million de jetons de questions, en dollars ; 5 pour Anthropic et OpenAI, sinon rien',
  'setting.llm.price_output':
    'Ce que coûte un million de jetons de réponses, en dollars ; 25 pour Anthropic et OpenAI, sinon rien',
  'setting.llm.timeout_ms': 'Combien de temps une réponse peut prendre, en millisecondes',
  'setting.llm.imagined_answers':
    'Demander aussi, quand une recherche trouve peu, ce que dirait une réponse, et chercher cela',
  'setting.conversations.embed':
    'Si ce qui a été dit en session se trouve aussi par le sens : avec le modèle du paquet seulement, avec tout service, ou jamais',
  'setting.conversations.max_vectors':
    'Combien de passages par projet ont un vecteur, les derniers d’abord, environ 400 octets chacun ; les plus anciens se trouvent par les mots',
  'setting.graph.embed':
    'Si des morceaux de code se trouvent aussi par le sens : quand le modèle du paquet est assez rapide, toujours, ou jamais',
  'setting.daemon.start':
    'Si une commande démarre le démon quand aucun ne tourne ; celui qui tourne est de toute façon utilisé',
  'setting.daemon.idle_minutes':
    'Après tant de minutes sans rien à faire, le démon s’arrête ; 0 le laisse dormir',
  'setting.daemon.follow': 'Si le démon suit ce que les agents écrivent, et le code des projets en cours',
  'setting.notes.daily_log': 'Écrire ce qui a été retenu dans notes/daily, un fichier Markdown par jour',
  'setting.notes.time_zone': 'Où commence un jour, comme « Europe/Zurich » ; sinon le fuseau de la machine',

  'policy.promotion.default.min_opportunities':
    'Un souvenir à l’essai est jugé après tant d’épisodes où il aurait pu servir une fois montré',
  'policy.promotion.default.min_use_ratio': 'Il doit avoir été suivi dans cette part d’entre eux',
  'policy.promotion.default.min_regret_hits':
    'et avoir épargné tant de fois un échec, ou des erreurs et des reprises',
  'policy.deprecation.default.min_opportunities':
    'Un souvenir déduit peut être écarté après tant d’épisodes où il aurait pu servir une fois montré',
  'policy.deprecation.default.max_use_ratio': 's’il n’a pas été suivi dans plus que cette part d’entre eux',
  'policy.decay':
    'Après tant de jours avec des sessions sans avoir servi ni pu servir, un souvenir disparaît',
  'policy.regret_weights.alpha_errors': 'Ce que vaut une erreur de moins que d’habitude',
  'policy.regret_weights.beta_retries': 'Ce que vaut une reprise de moins que d’habitude',
};
