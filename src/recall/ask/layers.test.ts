import { expect, test } from 'vitest';
import { layersAsked } from './layers.ts';

const TUESDAY = Date.UTC(2026, 10, 17, 12);
const asked = (question: string) => layersAsked(question, { now: TUESDAY, timeZone: 'UTC' });

test.each(['What happened yesterday?', 'what did we work on last week?', 'What was done on Monday?'])(
  'a question about a time and nothing else asks for work: %s',
  (question) => {
    expect(asked(question)).toMatchObject({ wantsWork: true, wantsFailures: false });
  },
);

test('a question about a matter at some time asks what was said then', () => {
  const { time, wantsWork } = asked('what did we decide about retries yesterday?');
  expect(wantsWork).toBe(false);
  expect(time).toMatchObject({ from: Date.UTC(2026, 10, 16), to: Date.UTC(2026, 10, 17) });
});

test.each([
  'Which commands fail here, and what works instead?',
  'what keeps failing?',
  'which tests fail often?',
])('a question about failures in general asks for those that came back: %s', (question) => {
  expect(asked(question)).toMatchObject({ wantsFailures: true });
});

test.each(['why did the release workflow fail?', 'what does the login error mean?'])(
  'a question about one failure asks what was said about it: %s',
  (question) => {
    expect(asked(question)).toMatchObject({ wantsFailures: false, wantsWork: false });
  },
);
