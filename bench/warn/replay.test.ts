import { fingerprintOf } from '@sqrl/squirrel/ingest/episodes/fingerprint.ts';
import { printed, ran, sessionOf } from '@sqrl/squirrel/learn/observe/testing/sessions.ts';
import { type PastSession, pastSession } from '@sqrl/squirrel/learn/replay/past-session.ts';
import { GuardLearner } from '@sqrl/squirrel/learn/replay/replay-guards.ts';
import { expect, test } from 'vitest';
import { replayGuards } from './replay.ts';

type Made = Parameters<typeof sessionOf>[0];

const UNKNOWN = "error: unrecognized subcommand 'yarn'";
const failing = ran('wrap yarn test', UNKNOWN);

const onDay = (day: number, made: Made, startDay = day): PastSession => {
  const { steps, failures: plain } = sessionOf(made, Date.UTC(2026, 0, day, 9));
  const failures = plain.map((failure) => ({
    ...failure,
    fingerprint: fingerprintOf(steps.find(({ id }) => id === failure.event)!).id,
  }));
  const startedAt = Date.UTC(2026, 0, startDay, 9);
  return pastSession({ id: `test:${day}`, startedAt, endedAt: steps.at(-1)!.at }, steps, failures);
};

test('a guard is shown from the session on that begins after two have failed, and once in each', () => {
  const sessions = [1, 2, 3, 4].map((day) => onDay(day, [failing, ran('yarn test'), failing]));

  const { showings, failings } = replayGuards(sessions, new GuardLearner());

  expect(showings.map(({ session, right }) => [session, right])).toEqual([
    ['test:3', true],
    ['test:4', true],
  ]);
  expect(failings.filter(({ known }) => known).map(({ warned }) => warned)).toEqual([
    false,
    false,
    true,
    true,
    true,
    true,
  ]);
});

test('a session that has not ended teaches nothing yet', () => {
  const sessions = [onDay(1, [failing]), onDay(9, [failing], 2), onDay(3, [failing])];
  expect(replayGuards(sessions, new GuardLearner()).showings).toEqual([]);
});

test('a warning before what goes well is wrong, and one before a failure that a pipe hides is right', () => {
  const sessions = [
    onDay(1, [failing]),
    onDay(2, [failing]),
    onDay(3, [printed('wrap yarn test | tail -3', UNKNOWN)]),
    onDay(4, [ran('wrap yarn test')]),
  ];
  expect(replayGuards(sessions, new GuardLearner()).showings).toMatchObject([
    { right: true, openly: false },
    { right: false, openly: false },
  ]);
});

test('a guard is right where its failure is said after that of another command', () => {
  const both = ran('node a.js; wrap yarn test', `Error: no such column\n\n${UNKNOWN}`);
  const sessions = [onDay(1, [failing]), onDay(2, [failing]), onDay(3, [both])];
  expect(replayGuards(sessions, new GuardLearner()).showings).toMatchObject([{ right: true, openly: false }]);
});

test('a failure that comes for another reason than the guard says does not make it right', () => {
  const sessions = [
    onDay(1, [failing]),
    onDay(2, [failing]),
    onDay(3, [ran('wrap yarn test', 'error: the disk is full')]),
  ];
  expect(replayGuards(sessions, new GuardLearner()).showings).toMatchObject([{ right: false }]);
});
