import { acceptReader } from '../reading/testing/acceptance.ts';
import { fixturesOf } from '../reading/testing/fixtures.ts';
import { copilot } from './logs.ts';

acceptReader(copilot, fixturesOf('copilot'), {
  stranger: { line: '{"type":"session.dream","data":{}}', type: 'session.dream' },
});
