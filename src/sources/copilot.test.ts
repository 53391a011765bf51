import { copilot } from './copilot.ts';
import { acceptReader } from './testing/acceptance.ts';
import { fixturesOf } from './testing/fixtures.ts';

acceptReader(copilot, fixturesOf('copilot'), {
  stranger: { line: '{"type":"session.dream","data":{}}', type: 'session.dream' },
});
