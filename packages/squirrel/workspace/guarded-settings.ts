/** Settings that a page of the panel may change. A new section is guarded until it is named here. */
const SECTIONS_FOR_PAGES: ReadonlySet<string> = new Set(['search', 'delivery', 'graph', 'daemon', 'notes']);

/**
 * Whether a setting says where texts and API keys go, or which program is run. Such a setting is changed in a terminal,
 * where a person confirms it.
 */
export const isGuardedSetting = (key: string): boolean => !SECTIONS_FOR_PAGES.has(key.split('.')[0]!);

/** API keys of services that embed, rank or answer. Another secret of the environment must not become one of these by a setting. */
const SERVICES = [
  ...['ANTHROPIC', 'AZURE_OPENAI', 'CEREBRAS', 'CO', 'COHERE', 'DEEPSEEK', 'FIREWORKS', 'GEMINI', 'GOOGLE'],
  ...['GROQ', 'JINA', 'MISTRAL', 'NVIDIA', 'OLLAMA', 'OPENAI', 'OPENROUTER', 'PERPLEXITY', 'TOGETHER'],
  ...['VOYAGE', 'XAI'],
];
const KEY_NAME = new RegExp(`^(?:(?:${SERVICES.join('|')})_API_KEY|SQRL_[A-Z0-9_]+)$`);

/** Whether an environment variable may be named as the one that holds an API key. */
export const isKeyVariable = (name: string): boolean => KEY_NAME.test(name);

/** What a person is told who names another variable. */
export const KEY_VARIABLE_WANTED =
  'Allowed: the API key of a known provider, such as OPENAI_API_KEY, or a variable that starts with SQRL_';
