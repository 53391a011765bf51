import { tmpdir } from 'node:os';
import type { LlmConfig } from '../provider.ts';

/** A configuration for a test, but for what the test says. */
export const config = (given: Partial<LlmConfig>): LlmConfig => ({
  provider: 'anthropic',
  model: 'claude-test',
  url: undefined,
  apiKey: 'sk-test-0123456789',
  apiKeyEnv: 'ANTHROPIC_API_KEY',
  timeoutMs: 60_000,
  program: 'claude',
  programPath: undefined,
  env: {},
  temp: tmpdir(),
  ...given,
});
