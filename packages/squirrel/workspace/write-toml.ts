import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { CannotEdit } from '@sqrl/base/cannot-edit.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { bytesIfThere, replaceFile } from '@sqrl/base/replace-file.ts';
import { setInToml, unsetInToml } from '@sqrl/base/toml/set.ts';

type TomlValue = string | number | boolean;

/**
 * Changes some keys of a TOML file, and leaves the rest of it as it was; null takes a key out. All of it or nothing: what
 * comes out must pass `check` before it takes the old file's place.
 */
export function writeToml(
  path: string,
  set: Readonly<Record<string, TomlValue | null>>,
  check: (text: string) => void,
): void {
  const text = Object.entries(set).reduce(
    (before, one) => edited(path, before, one),
    settingsText(path) ?? '',
  );
  check(text);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  replaceFile(path, text, 0o600);
}

/** The text of a settings file of ours; undefined where there is none. */
export const settingsText = (path: string): string | undefined => bytesIfThere(path)?.toString('utf8');

function edited(path: string, text: string, [key, value]: [string, TomlValue | null]): string {
  const at = key.split('.');
  try {
    return value === null ? unsetInToml(text, at) : setInToml(text, at, value);
  } catch (error) {
    if (!(error instanceof CannotEdit)) throw error;
    throw new Problem(`${path}:${error.line}: ${error.message}.`, 'Nothing was changed.', 'invalid', error);
  }
}
