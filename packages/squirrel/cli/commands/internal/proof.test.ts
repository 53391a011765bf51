import { expect, test } from 'vitest';
import type { Output } from '../../../protocol/verbs.ts';
import { typed } from '../../testing/world.ts';

const outcomes = { avoided: 2, followed: 0, cited: 0, 'failed again': 1, ignored: 0 };
const counts = { reminders: 9, tokens: 300, sessions: 4, stops: 2, prevented: 2, outcomes };
const group = { sessions: 0, mean: 0 };
const few = {
  ...{ treated: group, value: null, low: null, high: null, p: null, verdict: 'not enough data' as const },
  ...{
    missing: { toCompare: 10, toDetect: null },
    says: `Not enough data: 10 more control sessions are needed (1 session in 20 is one).`,
  },
};
const proof: Output<'proof'> = {
  project: { id: 'shop-1', name: 'shop' },
  at: 0,
  counted: {
    week: { ...counts, reminders: 0 },
    overall: counts,
    rules: { held: 0, kept: 0, broken: 0, overruled: 0, latest: [], met: [] },
    flagged: { told: 20, flagged: 1 },
    corrections: { given: 0, avoided: [] },
    receipts: [
      {
        ...{ id: 'abc123', at: 0, client: 'codex', session: 's1', point: 'stopped', about: 'make' },
        ...{ memory: 'aaaa00000001', text: 'Run `make` in docker', followed: 'avoided' },
        why: 'the agent did not do what it warns of',
      },
    ],
  },
  compared: {
    ...{ on: true, since: 0, groups: { full: 80, passive: 9, control: 12 }, memories: [], kinds: [] },
    ...{ sessions: [], because: null },
    metrics: [
      {
        ...{ metric: 'repeatedFailures', better: 'less', verdict: 'less', says: 'Fewer with memory.' },
        ...{ treated: { sessions: 80, mean: 0.5 }, control: { sessions: 12, mean: 1.5 }, value: -1 },
        ...{ low: -1.7, high: -0.3, p: 0.002, missing: { toCompare: 0, toDetect: 40 } },
        passive: {
          ...{ treated: { sessions: 9, mean: 1.1 }, value: -0.4, low: -1.1, high: 0.3, p: 0.3 },
          ...{ missing: { toCompare: 0, toDetect: 80 }, verdict: 'no difference shown' },
          says: 'No difference shown.',
        },
      },
      { metric: 'tokens', better: 'less', control: group, ...few, passive: few },
    ],
  },
  life: {
    stages: [
      { from: 1, to: 5, sessions: 5, told: 0, discoveryCalls: 24.2, repeatedFailures: 1.6 },
      { from: 6, to: 12, sessions: 7, told: 6, discoveryCalls: 9, repeatedFailures: 0.3 },
    ],
    sessions: [],
  },
  neighborhood: null,
};

test('the life of a project is shown in stages, apart from what is compared', async () => {
  const { out } = await typed(['proof'], { answers: { proof: () => proof } });
  expect(out).toMatch(/Over time .*tasks differ/);
  expect(out).toMatch(/1–5 +0 of 5 +24\.2 +1\.6\n6–12 +6 of 7 +9\.0 +0\.3/);
});

test('counted and compared are shown apart, with intervals, and each receipt can be opened', async () => {
  const answers = { proof: () => proof };
  const { out, exit } = await typed(['proof'], { answers });
  expect(exit).toBe(0);
  expect(out).toContain('This week  no reminder');
  expect(out).toContain(
    '9 reminders in 4 sessions (300 tokens); 2 calls stopped, 2 not made again\n             memories in them: 2 avoided, 1 failed again\n',
  );
  expect(out).toContain('Corrections avoided: none. No memory here comes from a correction of yours yet');
  expect(out).toContain('1.5 → 0.5, difference -1 (-1.7 to -0.3). Fewer with memory.');
  expect(out).toContain('start only: 1.5 → 1.1, difference -0.4 (-1.1 to 0.3). No difference shown.');
  expect(out).toContain('Rejected or reworded by you: 1 of 20 memories told');
  expect(out).toContain('Not enough data: 10 more control sessions are needed (1 session in 20 is one).');
  const one = await typed(['proof', 'abc123'], { answers });
  expect(one.calls).toEqual([{ verb: 'proof', input: { all: false, receipt: 'abc123' } }]);
  expect(one.out).toContain('avoided: the agent did not do what it warns of');
  const csv = await typed(['proof', '--csv', 'receipts'], { answers });
  expect(csv.out.split('\n')[0]).toBe('id,client,session,point,about,memory,text,followed,at,why');
});

test('without a reminder there is nothing to prove, and without sessions nothing to replay', async () => {
  const none = { ...counts, reminders: 0 };
  const nothing: Output<'proof'> = {
    ...proof,
    counted: {
      week: none,
      overall: none,
      rules: { held: 0, kept: 0, broken: 0, overruled: 0, latest: [], met: [] },
      flagged: { told: 0, flagged: 0 },
      corrections: { given: 0, avoided: [] },
      receipts: [],
    },
    compared: {
      ...{ ...proof.compared, on: false, groups: { full: 0, passive: 0, control: 0 }, metrics: [] },
      because:
        'The control group is off, so sessions with and without memory cannot be compared. Turn it on: `sqrl config set delivery.holdout true`.',
    },
  };
  const { out, exit } = await typed(['proof'], { answers: { proof: () => nothing } });
  expect(exit).toBe(3);
  expect(out).toContain('No reminder has reached an agent yet.');
  expect(out).toContain('sqrl config set delivery.holdout true');
  const empty = { sessions: 0, from: null, to: null, kinds: [], claims: [], told: [] };
  const replay = await typed(['replay'], { answers: { replay: () => empty } });
  expect([replay.exit, replay.out.trim()]).toEqual([
    3,
    'No sessions to replay. Read the logs of your agents first: `sqrl ingest`.',
  ]);
});

test('a replay names its gains with how often memory would have spoken, and the rule of each interval', async () => {
  const claim = {
    ...{ kind: 'failure' as const, session: 'codex:s1', at: 0, event: 'e', from: null },
    ...{ told: '`rtk bun` fails here; run it without `rtk`.', truth: 'error: unrecognized subcommand' },
    ...{ tokens: { low: 20, high: 900 }, minutes: { low: 0, high: 2.5 } },
  };
  const found: Output<'replay'> = {
    ...{ sessions: 3, from: 0, to: 86_400_000, claims: [claim], told: [] },
    kinds: [
      {
        ...{ kind: 'failure', claims: 1, spoken: 2, right: 1, tokens: claim.tokens, minutes: claim.minutes },
        rule: 'Least: the failed call and its output. Most: everything until the call that resolved it, at most 30 steps.',
      },
    ],
  };
  const { out } = await typed(['replay'], { answers: { replay: () => found } });
  expect(out).toContain('1 of 2 calls stopped (50 %)');
  expect(out).toContain('20 to 900 tokens, 0 to 2.5 minutes');
  expect(out).toContain('Least: the failed call and its output.');
  expect(out).toContain('error: unrecognized subcommand');
});

test('where nothing was saved a replay says why, and names what it would have told, and where', async () => {
  const none = { claims: 0, tokens: { low: 0, high: 0 }, minutes: { low: 0, high: 0 }, rule: '' };
  const found: Output<'replay'> = {
    ...{ sessions: 10, from: 0, to: 86_400_000, claims: [] },
    kinds: [
      { kind: 'failure', ...none, spoken: 0, right: 0 },
      { kind: 'file', ...none, spoken: 56, right: 4 },
      { kind: 'instruction', ...none, spoken: 38, right: 0 },
    ],
    told: [
      {
        ...{ kind: 'instruction', text: 'Never push to main.', from: '2026-02-11', sessions: 9 },
        ...{ session: 'claude-code:s2', at: 0 },
      },
    ],
  };
  const { out } = await typed(['replay'], { answers: { replay: () => found } });
  expect(out).toContain('No call had failed every time before');
  expect(out).toContain('4 of 56 files listed, opened (7 %)\n  The agent did not have to search for those');
  expect(out).toContain(
    'You repeated none of them. Later sessions would have begun with:\n  · Never push to main.',
  );
  expect(out).toMatch(/from 2026-02-11 · in 9 sessions, first .+ · claude-code:s2/);
});

test('a control group that is too small takes one line, which says when it will be enough', async () => {
  const { metrics, ...compared } = proof.compared;
  const young = { ...proof, compared: { ...compared, metrics: metrics.slice(1) } };
  const { out } = await typed(['proof'], { answers: { proof: () => young } });
  expect(out).toContain('From 10 more control sessions on (1 session in 20 is one)');
  expect(out).not.toContain('Not enough data');
});
