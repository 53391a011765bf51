import type { StatementPair } from '@sqrl/base/model/judgement.ts';
import { expect, test } from 'vitest';
import { memoryFrom } from '../gate/draft.ts';
import { isBelieved, pairsToRead, pairVerdict, textRelation } from './relation.ts';

const CACHED = { old: 'Pages are cached for 10 minutes', new: 'Pages are cached for an hour' };
const reading = (cosine: number, replaces: number, repeats = 0) => ({ cosine, replaces, repeats });

test.each([
  ['near and likely', CACHED, reading(0.7, 0.92), 'replaces'],
  ['near, and perhaps', CACHED, reading(0.7, 0.6), 'revisits'],
  ['farther apart, and certain', CACHED, reading(0.45, 0.93), 'replaces'],
  ['farther apart, and likely', CACHED, reading(0.45, 0.85), 'revisits'],
  ['farther apart, and perhaps', CACHED, reading(0.45, 0.7), undefined],
  ['very near, but hardly probable', CACHED, reading(0.8, 0.35), undefined],
  ['certain, about something else', CACHED, reading(0.3, 0.99), undefined],
])('%s', (_, pair, read, verdict) => {
  expect(pairVerdict(pair, read)).toBe(verdict);
});

test('of statements that were worded to be kept, those farther apart are believed sooner', () => {
  expect(pairVerdict(CACHED, reading(0.45, 0.78), true)).toBe('replaces');
  expect(pairVerdict(CACHED, reading(0.45, 0.6), true)).toBe('revisits');
  expect(pairVerdict(CACHED, reading(0.35, 0.99), true)).toBeUndefined();
});

test('the same sentence with another number replaces the first', () => {
  const old = 'Results are cached for 10 minutes in hall A';
  const possible = reading(0.95, 0.31);
  expect(pairVerdict({ old, new: 'The results are now cached for 45 minutes in hall A' }, possible)).toBe(
    'replaces',
  );
  expect(pairVerdict({ old, new: 'Results are cached for 45 minutes in hall B' }, possible)).toBeUndefined();
});

test('the same of another numbered thing leaves the first as it was', () => {
  const sure = reading(0.95, 0.97, 0.9);
  const old = 'Service s1 listens on port 8001';
  expect(pairVerdict({ old, new: 'Service s3 listens on port 8003' }, sure)).toBeUndefined();
  expect(pairVerdict({ old, new: 'Service s1 now listens on port 9001' }, sure)).toBe('replaces');
  expect(pairVerdict({ old: 'CI uses node20', new: 'CI uses node22' }, sure)).toBe('replaces');
});

test('the same in other words is a repetition, unless its numbers differ', () => {
  const again = reading(0.8, 0.01, 0.95);
  const pair = { old: 'Never push to main', new: 'main is not pushed to' };
  expect(pairVerdict(pair, again)).toBe('repeats');
  expect(pairVerdict(pair, { ...again, cosine: 0.45 })).toBe('repeats');
  expect(pairVerdict(pair, { ...again, cosine: 0.45, repeats: 0.8 })).toBeUndefined();
  expect(pairVerdict(pair, { ...again, repeats: 0.6 })).toBeUndefined();
  expect(pairVerdict({ old: 'Keep logs for 7 days', new: 'Keep logs for 30 days' }, again)).toBeUndefined();
});

test('statements in letters that the model does not know are left alone', () => {
  const pair = { old: '配布はPDFでお願いします', new: 'PDFはやめてください' };
  expect(pairVerdict(pair, reading(0.9, 0.99))).toBeUndefined();
  expect(pairVerdict({ old: '???', new: '!!!' }, reading(0.9, 0.99))).toBeUndefined();
});

test.each([
  ['do not reset the seeds', 'never update the seeds'],
  ['Deploys happen on Monday', 'Deploys happen on Sunday'],
  ['Use the staging database for tests', 'Use the production database for tests'],
])('%j is not repeated by %j: one word is another', (old, newer) => {
  expect(pairVerdict({ old, new: newer }, reading(0.9, 0.01, 0.95))).not.toBe('repeats');
});

test.each([
  ['always pin pnpm in CI', 'use npm, not pnpm', 'repeats', 0.6, false],
  ['CI must always test Node 18 and Node 20', 'we use node 22', 'replaces', 0.45, false],
  ['Production runs on Node 20', 'we use node 22', 'replaces', 0.7, true],
  ['Keep audit logs for a year', 'audit logs are kept for good', 'replaces', 0.45, true],
] as const)('of %j and %j, that the second %s is believed at %d: %s', (old, now, verdict, cosine, isSo) => {
  const [older, newer] = [old, now].map((text) => memoryFrom({ text }, 1));
  expect(isBelieved(older!, newer!, { verdict, cosine })).toBe(isSo);
});

test('what an agent notes ends what is near it only', () => {
  const older = memoryFrom({ text: 'Failed payments are retried by the queue' }, 1);
  const newer = memoryFrom({ text: 'The payment client times out after 3 s', source: 'agent_explicit' }, 1);
  expect(isBelieved(older, newer, { verdict: 'replaces', cosine: 0.47 })).toBe(false);
  expect(isBelieved(older, newer, { verdict: 'replaces', cosine: 0.6 })).toBe(true);
});

const LONG = 'Uploads go to the bucket in Frankfurt. Files above 2 GB are refused.';
const MOVED = { old: LONG, new: 'Uploads go to the bucket in Dublin now' };

/** Readings in which only some old texts are replaced. */
const replacing =
  (...olds: string[]) =>
  ({ old }: StatementPair) => ({ cosine: 0.8, replaces: olds.includes(old) ? 0.95 : 0.01, repeats: 0 });

test('the pieces of a long text are read by themselves', () => {
  expect(pairsToRead(MOVED).map(({ old }) => old)).toEqual([
    LONG,
    'Uploads go to the bucket in Frankfurt.',
    'Files above 2 GB are refused.',
  ]);
  expect(pairsToRead({ old: 'Use tabs', new: 'Use spaces' })).toHaveLength(1);
});

test('of a long text only the part that the new one speaks of is replaced', () => {
  expect(textRelation(MOVED, replacing(LONG, 'Uploads go to the bucket in Frankfurt.'))).toEqual({
    verdict: 'replaces',
    pieces: ['Uploads go to the bucket in Frankfurt.'],
  });
});

test('a new text that says the rest again replaces all of the old one', () => {
  const whole = { old: LONG, new: 'Uploads go to the bucket in Dublin, files above 5 GB are refused' };
  expect(textRelation(whole, replacing(LONG, 'Uploads go to the bucket in Frankfurt.'))).toEqual({
    verdict: 'replaces',
    pieces: null,
  });
});

test('where no piece is replaced by itself both stand', () => {
  expect(textRelation(MOVED, replacing(LONG))).toEqual({ verdict: 'revisits', pieces: null });
});

test('pairs that nobody has read are nothing to each other', () => {
  expect(textRelation(MOVED, () => undefined)).toBeUndefined();
});
