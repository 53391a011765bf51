/** What settings and rules mean, in French; the schema says it in English. */
export const MEANS_FR: Readonly<Record<string, string>> = {
  'embedder.provider':
    'Qui change les textes en vecteurs : le modèle de ce paquet, Ollama, ou un service compatible avec OpenAI',
  'embedder.model':
    'Le modèle : squirrel-s3, squirrel-s2 ou minilm s’il est fourni ; « auto » ou un nom sinon',
  'embedder.url': 'Où répond Ollama ou le service',
  'embedder.api_key_env': 'La variable d’environnement qui contient la clé du service',
  'embedder.dims': 'Combien de dimensions demander à un service',
  'embedder.timeout_ms': 'Combien de temps un service peut prendre, en millisecondes',
  'search.meaning': 'Combien compte le sens ; les mots ont le reste au plus',
  'search.rerank': 'Regarder les meilleures réponses une fois de plus, jeton par jeton',
  'reranker.provider': 'Le modèle fourni, ou un service qui parle /rerank',
  'reranker.url': 'Où répond le service',
  'reranker.model': 'Le modèle du service',
  'reranker.api_key_env': 'La variable d’environnement qui contient la clé du service',
  'reranker.timeout_ms': 'Combien de temps le service peut prendre, en millisecondes',
  'delivery.session_tokens': 'Combien de jetons une session reçoit sans les demander, en tout',
  'delivery.holdout':
    'Ne rien dire à 5 sessions sur 100, et à 10 seulement ce qui vient au début, pour voir si cela aide',
  'llm.provider':
    'Quel modèle de langue peut aider à trouver et formuler des souvenirs : aucun, Anthropic, un service compatible avec OpenAI, Ollama, ou un programme d’agent de cette machine',
  'llm.program':
    'Le programme d’agent à interroger, si le fournisseur est « program » ; il doit être installé et connecté',
  'llm.model': 'Le modèle ; un programme a le sien',
  'llm.url': 'Où répond le service, si ce n’est à son adresse habituelle',
  'llm.api_key_env': 'La variable d’environnement qui contient la clé du service',
  'llm.daily_tokens': 'Combien de jetons peuvent être dépensés par jour, questions et réponses ensemble',
  'llm.daily_cost': 'Combien de dollars peuvent être dépensés par jour',
  'llm.price_input':
    'Ce que coûte un million de jetons de questions, en dollars ; 5 pour Anthropic et OpenAI, sinon rien',
  'llm.price_output':
    'Ce que coûte un million de jetons de réponses, en dollars ; 25 pour Anthropic et OpenAI, sinon rien',
  'llm.timeout_ms': 'Combien de temps une réponse peut prendre, en millisecondes',
  'llm.new_tasks': 'Demander aussi quand les règles ne disent pas si une demande commence une nouvelle tâche',
  'llm.imagined_answers':
    'Demander aussi, quand une recherche trouve peu, ce que dirait une réponse, et chercher cela',
  'graph.embed':
    'Si des morceaux de code se trouvent aussi par le sens : quand le modèle du paquet est assez rapide, toujours, ou jamais',
  'daemon.start':
    'Si une commande démarre le démon quand aucun ne tourne ; celui qui tourne est de toute façon utilisé',
  'daemon.idle_minutes': 'Après tant de minutes sans rien à faire, le démon s’arrête ; 0 le laisse dormir',
  'daemon.follow': 'Si le démon suit ce que les agents écrivent, et le code des projets en cours',
  'notes.daily_log': 'Écrire ce qui a été retenu dans notes/daily, un fichier Markdown par jour',
  'notes.time_zone': 'Où commence un jour, comme « Europe/Zurich » ; sinon le fuseau de la machine',
  'promotion.default.min_opportunities':
    'Un souvenir à l’essai est jugé après tant d’épisodes où il aurait pu servir',
  'promotion.default.min_use_ratio': 'Il doit avoir été suivi dans cette part d’entre eux',
  'promotion.default.min_regret_hits':
    'et avoir épargné tant de fois un échec, ou des erreurs et des reprises',
  'deprecation.default.min_opportunities':
    'Un souvenir peut être écarté après tant d’épisodes où il aurait pu servir',
  'deprecation.default.max_use_ratio': 's’il n’a pas été suivi dans plus que cette part d’entre eux',
  decay: 'Après tant de jours sans avoir servi ni pu servir, un souvenir disparaît',
  'regret_weights.alpha_errors': 'Ce que vaut une erreur de moins que d’habitude',
  'regret_weights.beta_retries': 'Ce que vaut une reprise de moins que d’habitude',
};
