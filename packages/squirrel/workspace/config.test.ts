import { expect, test } from 'vitest';
import { readSettings } from './config.ts';

test('no file means the defaults', () => {
  expect(readSettings('', 'config.toml')).toMatchObject({
    embedder: { provider: 'bundled', dims: 1024 },
    search: { meaning: 0.7, rerank: true },
    notes: { daily_log: true },
  });
});

test.each([
  ['[search]\nmeaning = 3\n', /^config\.toml:2: search\.meaning: /],
  ['[search]\n\nmeanin = 0.5', /^config\.toml:3: search\.meanin: /],
  ['embedder.provider = "magic"', /^config\.toml:1: embedder\.provider: /],
  ['[embedder]\nprovider = "openai"\nurl = "not a url"', /^config\.toml:3: embedder\.url: /],
  ['[graph]\nembed = auto', /^config\.toml:2: /],
  [
    '[notes]\ndaily_log = true\ntime_zone = "Europe/Zuric"',
    /^config\.toml:3: notes\.time_zone: Unknown time zone/,
  ],
  ['[nonsense]\na = 1', /^config\.toml:1: nonsense: /],
])('%j is refused with its line', (text, message) => {
  expect(() => readSettings(text, 'config.toml')).toThrow(message);
});

test('a time zone is taken by its name', () => {
  expect(readSettings('notes.time_zone = "Europe/Zurich"', 'config.toml').notes.time_zone).toBe(
    'Europe/Zurich',
  );
});
