import type { DraftCandidate } from '@sqrl/base/model/sighting.ts';
import { expect, test } from 'vitest';
import type { RelatedStatements } from '../../store/drafts/model-questions.ts';
import { type Applicant, decide, type GateContext } from '../gate/gate.ts';
import { repeatsOf } from './succession.ts';

const DAY = 86_400_000;

/** What a person said in the session of a day. */
function said(id: string, day: number, given: Partial<DraftCandidate> = {}): Applicant {
  const at = day * DAY;
  return {
    id,
    vector: undefined,
    candidate: {
      signal: 'said',
      matter: `said:${id}`,
      at,
      lastAt: at,
      session: `claude-code:${day}`,
      sessionKind: 'build',
      sessions: 1,
      minSessions: 1,
      quorum: false,
      worth: 0.9,
      strength: 0.9,
      tainted: false,
      branch: null,
      ...given,
      proposal: {
        text: `Statement ${id} of the project.`,
        type: 'decision',
        source: 'user_said',
        confidence: 0.9,
        needsReview: false,
        evidence: [{ proof: 'explicit_statement', episode: null, events: [id], quote: null, at }],
        ...given.proposal,
      },
    },
  };
}

const waiting = { proposal: { needsReview: true, confidence: 0.6 } } as Partial<DraftCandidate>;

const tie = (
  older: string,
  newer: string,
  verdict: RelatedStatements['verdict'] = 'replaces',
  pieces: string[] | null = null,
): RelatedStatements => ({ older, newer, verdict, pieces });

const AROUND: GateContext = {
  refused: { matters: new Set(), hashes: new Set() },
  prunedAt: () => null,
  statusOf: () => 'completed',
  residents: [],
  resident: () => undefined,
  isStaged: () => false,
};

function decided(applicants: Applicant[], related: RelatedStatements[]) {
  const found = decide(applicants, { ...AROUND, related });
  return Object.fromEntries(
    [...found].map(([id, decision]) => [
      id,
      decision.did === 'kept' ? decision.standing : { did: decision.did },
    ]),
  );
}

test('a newer statement on the same matter replaces the older one, whichever comes first', () => {
  const [a, b, c] = [said('a', 1), said('b', 2), said('c', 3)];
  const related = [tie('a', 'b'), tie('b', 'c')];
  const ends = {
    a: { stands: 'replaced', by: 'b', at: 2 * DAY, first: 'b', repeats: false },
    b: { stands: 'replaced', by: 'c', at: 3 * DAY, first: 'c', repeats: false },
    c: { stands: 'holds' },
  };
  for (const order of [
    [a, b, c],
    [c, b, a],
    [b, c, a],
  ])
    expect(decided(order, related)).toEqual(ends);
});

test('of several that replace one, the first ended it and the last stands for it', () => {
  const related = [tie('a', 'b'), tie('a', 'c')];
  expect(decided([said('a', 1), said('b', 2), said('c', 3)], related)).toMatchObject({
    a: { stands: 'replaced', by: 'c', first: 'b', at: 2 * DAY },
  });
});

test('what only waits for a person does not replace what is told', () => {
  expect(decided([said('a', 1), said('b', 2, waiting)], [tie('a', 'b')])).toMatchObject({
    a: { stands: 'holds' },
  });
  expect(decided([said('a', 1, waiting), said('b', 2, waiting)], [tie('a', 'b')])).toMatchObject({
    a: { stands: 'replaced' },
  });
});

test('foreign words, later words and parts replace nothing', () => {
  expect(decided([said('a', 1), said('b', 2, { tainted: true })], [tie('a', 'b')])).toMatchObject({
    a: { stands: 'holds' },
  });
  expect(decided([said('a', 1), said('b', 2)], [tie('a', 'b', 'revisits')])).toMatchObject({
    a: { stands: 'holds' },
    b: { stands: 'holds' },
  });
  expect(decided([said('a', 1), said('b', 2)], [tie('a', 'b', 'replaces', ['a part'])])).toMatchObject({
    a: { stands: 'holds' },
  });
});

test('what is said again in other words in another session is told; in the same session it is not', () => {
  const noticed = { strength: 0.55, minSessions: 2, ...waiting };
  const again = [tie('a', 'b', 'repeats')];
  const told = (day: number) =>
    decide([said('a', 1, noticed), said('b', day, noticed)], { ...AROUND, related: again });
  const once = told(2);
  expect(once.get('a')).toMatchObject({ did: 'kept', memory: { needsReview: false } });
  expect(once.get('b')).toMatchObject({ did: 'dropped', step: 'frequency' });
  expect(told(1).get('a')).toMatchObject({ did: 'dropped', step: 'frequency' });
});

test('a contradiction raises nothing', () => {
  const [a, b] = [said('a', 1, waiting), said('b', 2, { strength: 0.6, ...waiting })];
  for (const verdict of ['replaces', 'revisits'] as const) {
    const found = decide([a, b], { ...AROUND, related: [tie('a', 'b', verdict)] });
    for (const id of ['a', 'b'])
      expect(found.get(id)).toMatchObject({ memory: { needsReview: true, confidence: 0.6 } });
  }
});

test('the statements that repeat one another are found from either side', () => {
  const related = [
    { older: 'a', newer: 'b', verdict: 'repeats' as const, pieces: null },
    { older: 'b', newer: 'c', verdict: 'replaces' as const, pieces: null },
    { older: 'd', newer: 'b', verdict: 'repeats' as const, pieces: null },
  ];
  expect(repeatsOf('b', related)).toEqual(['a', 'd']);
  expect(repeatsOf('a', related)).toEqual(['b']);
  expect(repeatsOf('c', related)).toEqual([]);
});
