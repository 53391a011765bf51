import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DraftCandidate } from '../../model/sighting.ts';
import { memoryOf } from './draft.ts';
import { linksFor, tiedTo } from './due.ts';
import { type Applicant, decide, type GateContext } from './gate.ts';
import { SAME } from './novelty.ts';

const AT = Date.UTC(2026, 0, 1);

const around: GateContext = {
  refused: { matters: new Set(), hashes: new Set() },
  prunedAt: () => null,
  statusOf: () => 'completed',
  residents: [],
  resident: () => undefined,
  isStaged: () => false,
};

/** Few keys, words, sessions and directions, so that drafts have much to do with each other. */
const draft = fc.record({
  key: fc.constantFrom(null, null, 'tool.a', 'tool.b', 'tool.c'),
  value: fc.constantFrom('one', 'two'),
  words: fc.nat(12),
  angle: fc.nat(40),
  session: fc.nat(6),
  isSaid: fc.boolean(),
  day: fc.nat(9),
  strength: fc.constantFrom(0.2, 0.6, 0.9),
});
type DrawnDraft = typeof draft extends fc.Arbitrary<infer T> ? T : never;

function applicant(id: string, drawn: DrawnDraft): Applicant {
  const { key, value, words, angle, session, isSaid, day, strength } = drawn;
  const at = AT + day * 86_400_000;
  const turn = (angle * Math.PI) / 20;
  return {
    id,
    vector: Float32Array.of(Math.cos(turn), Math.sin(turn)),
    candidate: {
      signal: isSaid ? 'said' : 'error_retry',
      matter: `${isSaid ? 'said' : 'error_retry'}:${id}`,
      at,
      lastAt: at,
      session: `s${session}`,
      sessionKind: 'roadmap',
      sessions: 3,
      minSessions: 1,
      quorum: false,
      worth: 0.85,
      strength,
      tainted: false,
      branch: null,
      proposal: {
        text: `The step number ${words} needs ${value} before it runs`,
        key,
        value,
        evidence: [{ proof: 'explicit_statement', episode: 'e', events: ['1'], quote: null, at }],
      },
    } satisfies DraftCandidate,
  };
}

const linksIn = (all: ReadonlyMap<string, Applicant>) => {
  const links = new Map<string, string[]>();
  for (const one of all.values()) {
    const near = [...all.values()]
      .filter((other) => other !== one && cosine(one.vector!, other.vector!) > SAME)
      .map((other) => `near:${[one.id, other.id].sort().join(' ')}`);
    links.set(one.id, [...linksFor(memoryOf(one), one.candidate), ...near]);
  }
  return links;
};

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

test('what is not tied to what changed comes to what it came to before, and the rest to what all together come to', () => {
  const drafts = fc.array(draft, { minLength: 1, maxLength: 25 });
  const changes = fc.array(fc.tuple(fc.nat(30), fc.option(draft)), { minLength: 1, maxLength: 3 });
  let judged = 0;
  let all = 0;
  fc.assert(
    fc.property(drafts, changes, (drawn, changed) => {
      const before = new Map(drawn.map((one, i) => [`d${i}`, applicant(`d${i}`, one)]));
      const after = new Map(before);
      for (const [i, one] of changed)
        if (one === null) after.delete(`d${i}`);
        else after.set(`d${i}`, applicant(`d${i}`, one));
      const [old, now] = [linksIn(before), linksIn(after)];
      const due = tiedTo(
        changed.map(([i]) => `d${i}`),
        {
          linksOf: (id) => [
            ...(changed.some(([i]) => `d${i}` === id) ? (old.get(id) ?? []) : []),
            ...(now.get(id) ?? []),
          ],
          sharing: (link) => [...now].filter(([, links]) => links.includes(link)).map(([id]) => id),
        },
      );
      const whole = decide([...after.values()], around);
      const some = decide(
        [...after.values()].filter(({ id }) => due.has(id)),
        around,
      );
      const earlier = decide([...before.values()], around);
      judged += some.size;
      all += whole.size;
      for (const id of after.keys())
        expect((due.has(id) ? some : earlier).get(id), id).toEqual(whole.get(id));
    }),
    { numRuns: 600 },
  );
  // Or it would say nothing.
  expect(judged).toBeLessThan(0.9 * all);
});
