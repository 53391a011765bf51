import { GUARD_MODES } from '@sqrl/base/model/guards.ts';
import { readToml } from '@sqrl/base/toml/read.ts';
import { z } from 'zod';

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

const isKeyVariable = (name: string): boolean => KEY_NAME.test(name);

/** What a person is told who names another variable. */
const KEY_VARIABLE_WANTED =
  'Allowed: the API key of a known provider, such as OPENAI_API_KEY, or a variable that starts with SQRL_';

const keyVariable = z.string().refine(isKeyVariable, KEY_VARIABLE_WANTED).optional();

/** Every setting there is, with its default. What each means is in `describe-config.ts`, by its key. */
export const settingsSchema = z.strictObject({
  embedder: z
    .strictObject({
      provider: z.enum(['bundled', 'ollama', 'openai']).default('bundled'),
      model: z.string().optional(),
      url: z.url().optional(),
      api_key_env: keyVariable,
      dims: z.int().min(32).max(8192).default(1024),
      timeout_ms: z.int().min(100).max(600_000).default(20_000),
    })
    .prefault({}),
  search: z
    .strictObject({
      meaning: z.number().min(0).max(1).default(0.7),
      rerank: z.boolean().default(true),
    })
    .prefault({}),
  reranker: z
    .strictObject({
      provider: z.enum(['local', 'endpoint']).default('local'),
      url: z.url().optional(),
      model: z.string().optional(),
      api_key_env: keyVariable,
      timeout_ms: z.int().min(100).max(60_000).default(2000),
    })
    .prefault({}),
  delivery: z
    .strictObject({
      session_tokens: z.int().min(0).max(1_000_000).default(6000),
      guards: z.enum(GUARD_MODES).optional(),
      holdout: z.boolean().default(false),
      quotes: z.boolean().default(true),
      headlines: z.boolean().default(true),
      questions: z.boolean().default(true),
    })
    .prefault({}),
  llm: z
    .strictObject({
      provider: z.enum(['off', 'anthropic', 'openai', 'ollama', 'program']).default('off'),
      program: z.enum(['claude', 'codex', 'gemini']).default('claude'),
      model: z.string().min(1).optional(),
      url: z.url().optional(),
      api_key_env: keyVariable,
      daily_tokens: z.int().min(0).default(200_000),
      daily_cost: z.number().min(0).default(1),
      price_input: z.number().min(0).optional(),
      price_output: z.number().min(0).optional(),
      timeout_ms: z.int().min(100).max(600_000).default(60_000),
      imagined_answers: z.boolean().default(true),
    })
    .refine(({ provider, model }) => model !== undefined || provider === 'off' || provider === 'program', {
      message: 'This provider needs llm.model',
      path: ['provider'],
    })
    .prefault({}),
  graph: z
    .strictObject({
      embed: z.enum(['auto', 'on', 'off']).default('auto'),
    })
    .prefault({}),
  conversations: z
    .strictObject({
      embed: z.enum(['auto', 'on', 'off']).default('auto'),
      max_vectors: z.int().min(0).max(10_000_000).default(100_000),
    })
    .prefault({}),
  daemon: z
    .strictObject({
      start: z.boolean().default(false),
      idle_minutes: z.number().min(0).max(100_000).default(0),
      follow: z.boolean().default(true),
    })
    .prefault({}),
  notes: z
    .strictObject({
      daily_log: z.boolean().default(true),
      time_zone: z.string().refine(isTimeZone, 'Unknown time zone; example: "Europe/Zurich"').optional(),
    })
    .prefault({}),
});

export type Settings = z.output<typeof settingsSchema>;

/** Reads a settings file's text; a wrong value is refused with its line. */
export const readSettings = (text: string, path: string): Settings => readToml(settingsSchema, text, path);

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
