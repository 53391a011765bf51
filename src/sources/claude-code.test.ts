import { claudeCode } from './claude-code.ts';
import { acceptReader } from './testing/acceptance.ts';
import { fixturesOf } from './testing/fixtures.ts';

acceptReader(claudeCode, fixturesOf('claude-code'), {
  stranger: { line: '{"type":"dream","sessionId":"x","content":"…"}', type: 'dream' },
});
