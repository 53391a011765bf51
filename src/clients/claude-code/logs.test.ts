import { acceptReader } from '../reading/testing/acceptance.ts';
import { fixturesOf } from '../reading/testing/fixtures.ts';
import { claudeCode } from './logs.ts';

acceptReader(claudeCode, fixturesOf('claude-code'), {
  stranger: { line: '{"type":"dream","sessionId":"x","content":"…"}', type: 'dream' },
});
