import { ran, sessionOf } from '@sqrl/squirrel/learn/observe/testing/sessions.ts';
import type { PastSession } from '@sqrl/squirrel/learn/replay/past-session.ts';
import { pastSession } from '@sqrl/squirrel/learn/replay/past-session.ts';
import { expect, test } from 'vitest';
import { naive } from './guards.ts';
import { replayGuards } from './replay.ts';

const onDay = (day: number, made: Parameters<typeof sessionOf>[0]): PastSession => {
  const at = Date.UTC(2026, 0, day, 9);
  const { steps, failures } = sessionOf(made, at);
  return pastSession({ id: `test:${day}`, startedAt: at, endedAt: steps.at(-1)!.at }, steps, failures);
};

test('naive counting warns of whatever failed once', () => {
  const sessions = [onDay(1, [ran('make', 'error: no')]), onDay(2, [ran('make')]), onDay(3, [ran('make')])];
  expect(replayGuards(sessions, naive()).showings).toMatchObject([{ right: false }, { right: false }]);
});
