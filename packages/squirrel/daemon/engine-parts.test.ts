import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from '../workspace/config.ts';
import { llmConfigOf } from './engine-parts.ts';

const llm = (toml: string) => readSettings(toml === '' ? '' : `[llm]\n${toml}`, 'config.toml').llm;

test('no model is asked until the settings name one', () => {
  expect(llmConfigOf(llm(''), { ANTHROPIC_API_KEY: 'key' })).toBeUndefined();
  expect(() => llm('provider = "anthropic"')).toThrow(
    'config.toml:2: llm.provider: This provider needs llm.model',
  );
});

test('keys come from the variable that is named, or from the usual one of the usual service', () => {
  const env = { ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'o', SQRL_MINE: 'm' };
  const key = (toml: string) => llmConfigOf(llm(`model = "x"\n${toml}`), env)?.apiKey;
  expect(key('provider = "anthropic"')).toBe('a');
  expect(key('provider = "openai"')).toBe('o');
  expect(key('provider = "openai"\napi_key_env = "SQRL_MINE"')).toBe('m');
  // A key for one service is not shown to another.
  expect(key('provider = "openai"\nurl = "http://127.0.0.1:8080"')).toBeUndefined();
  expect(key('provider = "ollama"')).toBeUndefined();
});

test.each([
  ...['AWS_SECRET_ACCESS_KEY', 'GITHUB_TOKEN', 'NPM_TOKEN', 'DATABASE_URL', 'PATH', 'openai_api_key'],
  ...['XOPENAI_API_KEY', 'OPENAI_API_KEY_2', 'OPENAI_API_KEY\\n', 'SQRL_', ''],
])('%s cannot be named as an API key', (name) => {
  for (const section of ['llm', 'embedder', 'reranker'])
    expect(() => readSettings(`[${section}]\napi_key_env = "${name}"\n`, 'config.toml')).toThrow(
      `config.toml:2: ${section}.api_key_env: Allowed: the API key of a known provider`,
    );
});

test('an agent program is found on the path, by its whole path', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-path-'));
  try {
    const path = join(folder, process.platform === 'win32' ? 'codex.exe' : 'codex');
    writeFileSync(path, '');
    chmodSync(path, 0o755);
    const found = (env: Record<string, string>) =>
      llmConfigOf(llm('provider = "program"\nprogram = "codex"'), env)?.programPath;
    expect(found({ PATH: ['relative', join(folder, 'none'), folder].join(delimiter) })).toBe(path);
    expect(found({ PATH: '' })).toBeUndefined();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('an agent program that answers for Squirrel does not call a model through it', () => {
  expect(llmConfigOf(llm('provider = "ollama"\nmodel = "x"'), { SQRL_WRITER: '1' })).toBeUndefined();
});
