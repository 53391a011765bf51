import { gemini } from './gemini.ts';
import { acceptReader } from './testing/acceptance.ts';
import { fixturesOf } from './testing/fixtures.ts';

acceptReader(gemini, fixturesOf('gemini'), {
  stranger: { line: '{"id":"a-dream","type":"dream","content":"…"}', type: 'message/dream' },
});
