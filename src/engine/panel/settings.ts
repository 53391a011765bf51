import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CannotEdit } from '../../model/cannot-edit.ts';
import { Problem } from '../../model/problem.ts';
import { tomlData, valueAt } from '../../toml/data.ts';
import { setInToml, unsetInToml } from '../../toml/set.ts';
import { readSettings } from '../config.ts';
import { settingKeys } from '../describe-config.ts';
import type { Engine } from '../engine.ts';

type Value = string | number | boolean;

/** Every setting with its meaning; with `set`, some of them are written to the file first. */
export function settings(engine: Engine, { set = {} }: { set?: Record<string, Value | null> | undefined }) {
  const { config: path } = engine.home;
  const written = Object.keys(set);
  if (written.length > 0) write(path, set);
  const text = textOf(path);
  const now = readSettings(text, path);
  const said = tomlData(text);
  return {
    path,
    exists: existsSync(path),
    settings: settingKeys().map((each) => ({
      ...each,
      value: valueIn(now, each.key),
      set: valueAt(said, each.key.split('.')) !== undefined,
    })),
    written,
    takesEffect: 'at once' as const,
  };
}

/** All of it, or nothing: what comes out is read by the same schema before it takes the old file's place. */
function write(path: string, set: Record<string, Value | null>): void {
  const known = new Map(settingKeys().map((each) => [each.key, each]));
  const unknown = Object.keys(set).find((key) => !known.has(key));
  if (unknown !== undefined)
    throw new Problem(`There is no setting ${unknown}.`, 'See `sqrl help settings`.', 'invalid');
  const text = Object.entries(set).reduce((before, one) => edited(path, before, one), textOf(path));
  readSettings(text, path);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.part`, text, { mode: 0o600 });
  renameSync(`${path}.part`, path);
}

function edited(path: string, text: string, [key, value]: [string, Value | null]): string {
  const at = key.split('.');
  try {
    return value === null ? unsetInToml(text, at) : setInToml(text, at, value).text;
  } catch (error) {
    if (!(error instanceof CannotEdit)) throw error;
    throw new Problem(`${path}:${error.line}: ${error.message}.`, 'Nothing was changed.', 'invalid', error);
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function valueIn(settings: object, key: string): Value | null {
  const [section, name] = key.split('.') as [string, string];
  return (settings as Record<string, Record<string, Value>>)[section]?.[name] ?? null;
}
