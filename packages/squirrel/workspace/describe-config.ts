import { z } from 'zod';
import { isGuardedSetting, type Settings, settingsSchema } from './config.ts';

type SettingName = {
  [Section in keyof Settings]: `${Section}.${keyof Settings[Section] & string}`;
}[keyof Settings];

/** Every setting there is, in the order of the schema, with what the schema says of it. */
export function settingKeys() {
  const { properties = {} } = z.toJSONSchema(settingsSchema, {
    io: 'input',
    unrepresentable: 'any',
  }) as Schema;
  return Object.entries(properties).flatMap(([section, { properties: keys = {} }]) =>
    Object.entries(keys).map(([name, is]) => ({
      key: `${section}.${name}`,
      section,
      kind: is.enum ? ('choice' as const) : (KINDS[is.type ?? ''] ?? 'text'),
      default: is.default ?? null,
      means: MEANINGS[`${section}.${name}` as SettingName],
      choices: is.enum ?? null,
      min: is.minimum ?? null,
      // Where nothing else bounds it, the schema tells the largest number there is.
      max: is.maximum === undefined || is.maximum >= Number.MAX_SAFE_INTEGER ? null : is.maximum,
      whole: is.type === 'integer',
      /** It is changed in a terminal, not in the panel. */
      guarded: isGuardedSetting(`${section}.${name}`),
    })),
  );
}

/** Every setting in as few words as say it. */
export const describeSettings = () =>
  settingKeys().map(({ key, means, kind, choices, guarded, default: usual }) => ({
    key,
    means,
    kind,
    guarded,
    ...(choices && { choices }),
    ...(usual !== null && { default: usual }),
  }));

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  enum?: string[];
  default?: string | number | boolean;
  minimum?: number;
  maximum?: number;
}

const KINDS: Readonly<Record<string, 'boolean' | 'number' | 'text'>> = {
  boolean: 'boolean',
  number: 'number',
  integer: 'number',
};

/** What each setting means; one without a meaning does not compile. */
const MEANINGS: Readonly<Record<SettingName, string>> = {
  'embedder.provider': 'Embedder: the bundled model, Ollama, or an OpenAI-compatible endpoint',
  'embedder.model': 'Model name: squirrel-s3 or minilm if bundled; else "auto" or a name',
  'embedder.url': 'URL of Ollama or the endpoint',
  'embedder.api_key_env': 'Environment variable with the endpoint’s API key',
  'embedder.dims': 'Vector dimensions to request from an endpoint',
  'embedder.timeout_ms': 'Timeout of the endpoint',
  'search.meaning': 'Weight of meaning, 0 to 1; words get at most the rest',
  'search.rerank': 'Rerank the best results token by token',
  'reranker.provider': 'Reranker: the bundled embedder, or an endpoint with /rerank',
  'reranker.url': 'URL of the endpoint',
  'reranker.model': 'The endpoint’s model',
  'reranker.api_key_env': 'Environment variable with the endpoint’s API key',
  'reranker.timeout_ms': 'Timeout of the endpoint',
  'delivery.session_tokens': 'Token limit for everything delivered in one session',
  'delivery.guards':
    'Calls that break a rule of yours or failed every time before: "stop-once" stops such a call once and says why, "tell" only tells, "off" does neither. Default: "stop-once"; for failures "tell" while the project’s trust is cautious',
  'delivery.holdout':
    'Control group: 5 % of sessions get none of what Squirrel inferred and 10 % get it at their start only, so that its effect can be measured. Each memory is left out of about three sessions in ten until its effect is known, and is then told more or less often. Rules that you stated or confirmed are always told',
  'delivery.quotes':
    'Tell the settled words of a past conversation at a prompt that is clearly about the same matter',
  'delivery.headlines':
    'Name up to three past conversations at the first prompt of a task, for the agent to open, if they may matter',
  'delivery.questions':
    'Ask the agent whether a sentence of yours that waits for review holds beyond its task',
  'llm.provider':
    'Language model that may find and word memories: off, Anthropic, an OpenAI-compatible endpoint, Ollama, or an agent program on this machine',
  'llm.program': 'Agent program for provider "program"; must be installed and signed in',
  'llm.model': 'Model name; not used with provider "program"',
  'llm.url': 'URL of the endpoint, if not the provider’s default',
  'llm.api_key_env': 'Environment variable with the endpoint’s API key',
  'llm.daily_tokens': 'Daily token limit, input and output together',
  'llm.daily_cost': 'Daily cost limit in US dollars',
  'llm.price_input': 'US dollars per million input tokens; default 5 for Anthropic and OpenAI, else 0',
  'llm.price_output': 'US dollars per million output tokens; default 25 for Anthropic and OpenAI, else 0',
  'llm.timeout_ms': 'Timeout of one call',
  'llm.imagined_answers':
    'If a search finds little, also ask the model for a likely answer and search for that',
  'conversations.embed':
    'Embed what was said in sessions: "auto" (with the bundled model only), "on" (any embedder) or "off"',
  'conversations.max_vectors':
    'Passages per project that get a vector, the latest first; about 400 bytes each. Older ones are found by words',
  'graph.embed':
    'Embed source code: "auto" (if the bundled model is fast enough), "on" (any embedder) or "off"',
  'daemon.start': 'Start the daemon when a command needs it; a running daemon is always used',
  'daemon.idle_minutes': 'Stop the daemon after this many idle minutes; 0 = never',
  'daemon.follow': 'Follow client logs and the code of active projects',
  'notes.daily_log': 'Write new memories to notes/daily, one Markdown file per day',
  'notes.time_zone': 'Time zone of days, such as "Europe/Zurich"; default: the machine’s zone',
};
