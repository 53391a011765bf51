import type { MessageText } from './text.ts';

/** What settings and rules of the policy mean, by their keys. */
export const SETTING_MESSAGES = {
  'setting.embedder.provider': 'Embedder: the bundled model, Ollama, or an OpenAI-compatible endpoint',
  'setting.embedder.model': 'Model name: squirrel-s3 or minilm if bundled; else "auto" or a name',
  'setting.embedder.url': 'URL of Ollama or the endpoint',
  'setting.embedder.api_key_env': 'Environment variable with the endpoint’s API key',
  'setting.embedder.dims': 'Vector dimensions to request from an endpoint',
  'setting.embedder.timeout_ms': 'Timeout of the endpoint',
  'setting.search.meaning': 'Weight of meaning, 0 to 1; words get at most the rest',
  'setting.search.rerank': 'Rerank the best results token by token',
  'setting.reranker.provider': 'Reranker: the bundled embedder, or an endpoint with /rerank',
  'setting.reranker.url': 'URL of the endpoint',
  'setting.reranker.model': 'The endpoint’s model',
  'setting.reranker.api_key_env': 'Environment variable with the endpoint’s API key',
  'setting.reranker.timeout_ms': 'Timeout of the endpoint',
  'setting.delivery.session_tokens': 'Token limit for everything delivered in one session',
  'setting.delivery.guards':
    'Calls that break a rule of yours or failed every time before: "stop-once" stops such a call once and says why, "tell" only tells, "off" does neither. Default: "stop-once" for your rules; for failures "tell" while the project’s trust is cautious, then "stop-once"',
  'setting.delivery.holdout':
    'Control group: 5 % of sessions get none of what Squirrel inferred and 10 % get it at their start only, so that its effect can be measured. Each memory is left out of about three sessions in ten until its effect is known, and is then told more or less often. Rules that you stated or confirmed are always told',
  'setting.delivery.quotes':
    'Tell the settled words of a past conversation at a prompt that is clearly about the same matter',
  'setting.delivery.headlines':
    'Name up to three past conversations at the first prompt of a task, for the agent to open, if they may matter',
  'setting.llm.provider':
    'Language model that may find and word memories: off, Anthropic, an OpenAI-compatible endpoint, Ollama, or an agent program on this machine',
  'setting.llm.program': 'Agent program for provider "program"; must be installed and signed in',
  'setting.llm.model': 'Model name; not used with provider "program"',
  'setting.llm.url': 'URL of the endpoint, if not the provider’s default',
  'setting.llm.api_key_env': 'Environment variable with the endpoint’s API key',
  'setting.llm.daily_tokens': 'Daily token limit, input and output together',
  'setting.llm.daily_cost': 'Daily cost limit in US dollars',
  'setting.llm.price_input':
    'US dollars per million input tokens; default 5 for Anthropic and OpenAI, else 0',
  'setting.llm.price_output':
    'US dollars per million output tokens; default 25 for Anthropic and OpenAI, else 0',
  'setting.llm.timeout_ms': 'Timeout of one call',
  'setting.llm.imagined_answers':
    'If a search finds little, also ask the model for a likely answer and search for that',
  'setting.conversations.embed':
    'Embed what was said in sessions: "auto" (with the bundled model only), "on" (any embedder) or "off"',
  'setting.conversations.max_vectors':
    'Passages per project that get a vector, the latest first; about 400 bytes each. Older ones are found by words',
  'setting.graph.embed':
    'Embed source code: "auto" (if the bundled model is fast enough), "on" (any embedder) or "off"',
  'setting.daemon.start': 'Start the daemon when a command needs it; a running daemon is always used',
  'setting.daemon.idle_minutes': 'Stop the daemon after this many idle minutes; 0 = never',
  'setting.daemon.follow': 'Follow client logs and the code of active projects',
  'setting.notes.daily_log': 'Write new memories to notes/daily, one Markdown file per day',
  'setting.notes.time_zone': 'Time zone of days, such as "Europe/Zurich"; default: the machine’s zone',

  'policy.promotion.default.min_opportunities':
    'Episodes in which a memory on trial came up after it was shown before it is judged',
  'policy.promotion.default.min_use_ratio': 'Minimum share of those episodes in which the agent followed it',
  'policy.promotion.default.min_regret_hits':
    'Minimum number of times it avoided a failure, an error or a retry',
  'policy.deprecation.default.min_opportunities':
    'Episodes in which an inferred memory came up after it was shown before it may be archived',
  'policy.deprecation.default.max_use_ratio':
    'Archive it if the agent followed it in at most this share of those episodes',
  'policy.decay':
    'Archive a memory after this many days with sessions in which it was neither used nor applicable',
  'policy.regret_weights.alpha_errors': 'Weight of an error fewer than usual',
  'policy.regret_weights.beta_retries': 'Weight of a retry fewer than usual',
} as const satisfies Record<string, MessageText>;
