import { acceptReader } from '../reading/testing/acceptance.ts';
import { fixturesOf } from '../reading/testing/fixtures.ts';
import { gemini } from './logs.ts';

acceptReader(gemini, fixturesOf('gemini'), {
  stranger: { line: '{"id":"a-dream","type":"dream","content":"…"}', type: 'message/dream' },
});
