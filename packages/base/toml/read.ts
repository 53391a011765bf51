import { parse, TomlError } from 'smol-toml';
import type { z } from 'zod';
import { Problem } from '../problem.ts';
import { lineOfKey } from './data.ts';

/** Reads a TOML file's text by a schema; a wrong value is refused with its line. */
export function readToml<S extends z.ZodType>(schema: S, text: string, path: string): z.output<S> {
  const result = schema.safeParse(parsed(text, path));
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const key = [...issue.path, ...('keys' in issue ? issue.keys : [])].map(String);
  throw new Problem(
    `${path}:${lineOfKey(text, key)}: ${key.join('.')}: ${issue.message}`,
    'Fix that line, or delete it to use the default.',
    'invalid',
  );
}

function parsed(text: string, path: string): Record<string, unknown> {
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
