import { existsSync } from 'node:fs';
import { Problem } from '@sqrl/base/problem.ts';
import { tomlData, valueAt } from '@sqrl/base/toml/data.ts';
import { readSettings } from '../workspace/config.ts';
import { settingKeys } from '../workspace/describe-config.ts';
import type { Engine } from '../workspace/workspace.ts';
import { settingsText, writeToml } from '../workspace/write-toml.ts';

type PanelSettingValue = string | number | boolean;

/** Every setting with its meaning; with `set`, some of them are written to the file first. */
export function panelSettings(
  engine: Engine,
  { set = {} }: { set?: Record<string, PanelSettingValue | null> | undefined },
) {
  const { config: path } = engine.home;
  const written = Object.keys(set);
  if (written.length > 0) write(path, set);
  const text = settingsText(path) ?? '';
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
  };
}

function write(path: string, set: Record<string, PanelSettingValue | null>): void {
  const known = new Map(settingKeys().map((each) => [each.key, each]));
  const unknown = Object.keys(set).find((key) => !known.has(key));
  if (unknown !== undefined)
    throw new Problem(`Unknown setting ${unknown}.`, 'See `sqrl help settings`.', 'invalid');
  writeToml(path, set, (text) => readSettings(text, path));
}

function valueIn(settings: object, key: string): PanelSettingValue | null {
  const [section, name] = key.split('.') as [string, string];
  return (settings as Record<string, Record<string, PanelSettingValue>>)[section]?.[name] ?? null;
}
