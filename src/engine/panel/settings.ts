import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Problem } from '../../model/problem.ts';
import { readSettings } from '../config.ts';
import type { Engine } from '../engine.ts';
import { settingKeys } from './setting-keys.ts';
import { setInToml, type TomlValue, tomlValueAt } from './toml-edit.ts';

/** Every setting with its meaning; with `set`, some of them are written to the file first. */
export function settings(
  engine: Engine,
  { set = {} }: { set?: Record<string, TomlValue | null> | undefined },
) {
  const { config: path } = engine.home;
  const written = Object.keys(set);
  if (written.length > 0) write(path, set);
  const text = textOf(path);
  const now = readSettings(text, path);
  return {
    path,
    exists: existsSync(path),
    settings: settingKeys().map((each) => ({
      ...each,
      value: valueIn(now, each.key),
      set: tomlValueAt(text, each.key) !== undefined,
    })),
    written,
    takesEffect: 'at once' as const,
  };
}

/** All of it, or nothing: what comes out is read by the same schema before it takes the old file's place. */
function write(path: string, set: Record<string, TomlValue | null>): void {
  const known = new Map(settingKeys().map((each) => [each.key, each]));
  const unknown = Object.keys(set).find((key) => !known.has(key));
  if (unknown !== undefined)
    throw new Problem(`There is no setting ${unknown}.`, 'See `sqrl help settings`.', 'invalid');
  let text = textOf(path);
  for (const [key, value] of Object.entries(set)) text = setInToml(text, key, value);
  const read = readSettings(text, path);
  for (const [key, value] of Object.entries(set))
    if (value !== null && valueIn(read, key) !== value)
      throw new Problem(
        `${path} is written in a way that cannot be changed from here.`,
        `Set ${key} in it by hand.`,
        'invalid',
      );
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.part`, text, { mode: 0o600 });
  renameSync(`${path}.part`, path);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function valueIn(settings: object, key: string): TomlValue | null {
  const [section, name] = key.split('.') as [string, string];
  return (settings as Record<string, Record<string, TomlValue>>)[section]?.[name] ?? null;
}
