import { parse, TomlError } from 'smol-toml';
import type { z } from 'zod';
import { Problem } from '../problem.ts';

/** Reads a TOML file's text by a schema; a wrong value is refused with its line. */
export function readToml<S extends z.ZodType>(schema: S, text: string, path: string): z.output<S> {
  const result = schema.safeParse(parsed(text, path));
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const key = [...issue.path, ...('keys' in issue ? issue.keys : [])].map(String);
  throw new Problem(
    `${path}:${lineOf(text, key)}: ${key.join('.')}: ${issue.message}`,
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

/** The line where a key is set, or where as much of it stands as stands anywhere. */
function lineOf(text: string, path: readonly string[]): number {
  const wanted = path.join('.');
  let best = { line: 1, length: 0 };
  let within = '';
  for (const [i, line] of text.split('\n').entries()) {
    const table = /^\s*\[+([^\]]+)\]/.exec(line)?.[1];
    within = table === undefined ? within : plain(table);
    const key = /^\s*([^=#[]+?)\s*=/.exec(line)?.[1];
    const here = key === undefined ? (table === undefined ? '' : within) : join(within, plain(key));
    if (here === wanted) return i + 1;
    if (here !== '' && wanted.startsWith(`${here}.`) && here.length > best.length)
      best = { line: i + 1, length: here.length };
  }
  return best.line;
}

/** `promotion . "default"` is `promotion.default`. */
const plain = (key: string): string =>
  key
    .split('.')
    .map((part) => part.trim().replace(/^["'](.*)["']$/, '$1'))
    .join('.');

const join = (table: string, key: string): string => (table === '' ? key : `${table}.${key}`);
