import { canonical, joinStates, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import { sealedTexts, withheld } from '@sqrl/base/model/sync/sealed-form.ts';
import { expect, test } from 'vitest';
import { newRecoveryCode, openState, sealKeyOf, sealState } from './seal.ts';

const key = sealKeyOf(newRecoveryCode())!;
const NAME = 'memory m1';

/** A state with a register of each kind, of one to come, and damaged ones. */
const stateAt = (at: number, word: string): SharedState => ({
  text: [
    'many',
    { [`t${at}`]: [`Deploys go out on ${word}s`, at, 'd1', 'Ann ~00000000'], [`odd${at}`]: word },
    ['gone1'],
  ],
  type: ['last', { kind: word }, at, 'd1'],
  tags: ['set', { [word]: [at, 'd1', 1], ci: [at, 'd1', 0] }],
  uses: ['count', { d1: at }],
  rank: ['ranked', word],
  short: ['last', word],
});

const a = stateAt(1, 'Tuesday');
const b = stateAt(2, 'Friday');
const joined = joinStates(a, b);
const sealedA = sealState(key, NAME, a);
const sealedB = sealState(key, NAME, b);
const tagsOf = (state: SharedState) => Object.keys(sealedTexts(state));

test('a hub that knows nothing of a record keeps what devices join', () => {
  const there = joinStates(sealedA, sealedB);
  expect(Object.keys(there)).toEqual(['sealed']);
  expect(canonical(there)).not.toMatch(/tuesday|friday|deploys|"ci"|"t1"|"type"/i);
  const opened = openState(key, NAME, there);
  expect(canonical(opened.state)).toBe(canonical(joined));
  expect([opened.tags.sort(), opened.failed]).toEqual([tagsOf(there).sort(), 0]);
  // What a device writes next takes the place of both.
  const next = joinStates(there, sealState(key, NAME, joined, opened.tags));
  expect(tagsOf(next)).toHaveLength(1);
  expect(canonical(openState(key, NAME, next).state)).toBe(canonical(joined));
  const ended = sealState(key, NAME, { gone: ['gone', 3, 'd1', ['t1']] }, tagsOf(next));
  expect(canonical(ended)).not.toContain('gone');
  expect(openState(key, NAME, joinStates(next, ended)).state).toEqual({ gone: ['gone', 3, 'd1', ['t1']] });
});

test('the same state is sealed to the same bytes, so that nothing seems to have changed', () => {
  expect(sealState(key, NAME, JSON.parse(canonical(a)))).toEqual(
    sealState(key, NAME, JSON.parse(canonical(a))),
  );
});

test('a hub can only withhold: what it adds, changes, moves or ends is not believed', () => {
  const nothing = { state: {}, tags: expect.anything(), failed: 1 };
  // To another memory, or with another code.
  expect(openState(key, 'memory m2', sealedA)).toEqual(nothing);
  expect(openState(sealKeyOf(newRecoveryCode())!, NAME, sealedA)).toEqual(nothing);
  const [[tag, text]] = Object.entries(sealedTexts(sealedA)) as [[string, string]];
  for (let i = 1; i < text.length - 1; i += 7) {
    const changed = `${text.slice(0, i)}${text[i] === 'A' ? 'B' : 'A'}${text.slice(i + 1)}`;
    expect(openState(key, NAME, { sealed: ['many', { [tag]: changed }, []] })).toEqual(nothing);
  }
  // In clear, next to what is sealed.
  const clear: SharedState = {
    ...sealedA,
    gone: ['gone', Date.now(), 'd1', ['t1']],
    tags: ['set', { ci: [9, 'd1', 1] }],
    type: ['last', 'rule', 9, 'd1'],
    text: ['many', {}, ['t1']],
  };
  expect(openState(key, NAME, clear).state).toEqual(openState(key, NAME, sealedA).state);
  // An older text again says nothing that a device did not know.
  expect(canonical(joinStates(joined, openState(key, NAME, sealedA).state))).toBe(canonical(joined));
  expect(openState(key, NAME, withheld(sealedA))).toEqual({ state: {}, tags: [], failed: 0 });
});

test('a code is typed as a person reads it, and is refused where it cannot be one', () => {
  const code = newRecoveryCode();
  expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{5}-){5}[0-9a-hjkmnp-tv-z]$/);
  const typed = code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l');
  expect(sealKeyOf(typed)).toEqual(sealKeyOf(code));
  for (const wrong of ['', 'hello', code.slice(1), `${code}0`, code.replace(/.$/, 'u')])
    expect(sealKeyOf(wrong)).toBeUndefined();
});
