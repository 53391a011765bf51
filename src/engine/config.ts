import { parse, TomlError } from 'smol-toml';
import { z } from 'zod';
import { Problem } from '../model/problem.ts';

/** Every setting there is. Default and description sit beside each key; help and docs derive from them. */
const settings = z.strictObject({
  embedder: z
    .strictObject({
      provider: z
        .enum(['bundled', 'ollama', 'openai'])
        .default('bundled')
        .describe(
          'Who turns text into vectors: the model in this package, Ollama, or an OpenAI-compatible endpoint',
        ),
      model: z
        .string()
        .optional()
        .describe('The model: squirrel-s3, squirrel-s2 or minilm when bundled; "auto" or a name otherwise'),
      url: z.url().optional().describe('Where Ollama or the endpoint answers'),
      api_key_env: z.string().optional().describe('The environment variable that holds the endpoint’s key'),
      dims: z.int().min(32).max(8192).default(1024).describe('How many dimensions to ask an endpoint for'),
      timeout_ms: z.int().min(100).max(600_000).default(20_000).describe('How long an endpoint may take'),
    })
    .prefault({}),
  search: z
    .strictObject({
      fusion: z
        .enum(['share', 'mix', 'rrf'])
        .default('share')
        .describe(
          'How words and meaning are made one: as shares of the best score, as a mix of spans, or by place',
        ),
      meaning: z.number().min(0).max(1).default(0.7).describe('How much meaning counts; words have the rest'),
      pool: z
        .int()
        .min(1)
        .max(100)
        .default(3)
        .describe('How many candidates words and meaning bring for each answer'),
      rerank: z.boolean().default(true).describe('Look at the best answers once more, token by token'),
    })
    .prefault({}),
  reranker: z
    .strictObject({
      provider: z
        .enum(['local', 'endpoint'])
        .default('local')
        .describe('The bundled embedder, or an endpoint that speaks /rerank'),
      url: z.url().optional().describe('Where the endpoint answers'),
      model: z.string().optional().describe('The endpoint’s model'),
      api_key_env: z.string().optional().describe('The environment variable that holds the endpoint’s key'),
      timeout_ms: z.int().min(100).max(60_000).default(2000).describe('How long the endpoint may take'),
    })
    .prefault({}),
  notes: z
    .strictObject({
      daily_log: z
        .boolean()
        .default(true)
        .describe('Write what was remembered to notes/daily, a Markdown file a day'),
      time_zone: z
        .string()
        .refine(isTimeZone, 'No such time zone; write it as "Europe/Zurich"')
        .optional()
        .describe('Where a day begins, as "Europe/Zurich"; the machine’s own zone otherwise'),
    })
    .prefault({}),
});

export type Settings = z.output<typeof settings>;

/** Reads a settings file's text; a wrong value is refused with its line. */
export function readSettings(text: string, path: string): Settings {
  const result = settings.safeParse(parseToml(text, path));
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const key = [...issue.path, ...('keys' in issue ? issue.keys : [])].map(String);
  throw new Problem(
    `${path}:${lineOf(text, key)}: ${key.join('.')}: ${issue.message}`,
    'Mend that line, or remove it to use the default.',
    'invalid',
  );
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

function parseToml(text: string, path: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new Problem(
      `${path}:${error.line}: ${error.message.split('\n')[0]}`,
      'Settings are written in TOML: key = value, with strings in quotes.',
      'invalid',
      error,
    );
  }
}

/** The line where a key is set: inside its table, or in the dotted form. */
function lineOf(text: string, path: readonly string[]): number {
  const [table = '', key = ''] = path;
  let within = '';
  for (const [i, line] of text.split('\n').entries()) {
    within = /^\s*\[([^\]]+)\]/.exec(line)?.[1]?.trim() ?? within;
    if (within === table && new RegExp(`^\\s*"?${RegExp.escape(key)}"?\\s*=`).test(line)) return i + 1;
    if (new RegExp(`^\\s*\\[?${RegExp.escape(path.join('.'))}\\]?\\s*(=|$)`).test(line)) return i + 1;
  }
  return 1;
}
