import { canonical, joinStates, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import { expect, test } from 'vitest';
import { newRecoveryCode, openState, sealKeyOf, sealState } from './seal.ts';

const key = sealKeyOf(newRecoveryCode())!;

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
  both: [
    'any',
    [
      ['last', word, at, 'd1'],
      ['ranked', word],
    ],
  ],
});

const a = stateAt(1, 'Tuesday');
const b = stateAt(2, 'Friday');
const joined = joinStates(a, b);

test('a hub that knows no text joins as the devices do', () => {
  const there = joinStates(sealState(key, 'memory m1', a), sealState(key, 'memory m1', b));
  expect(canonical(there)).not.toMatch(/tuesday|friday|deploys|"ci"/i);
  expect(openState(key, 'memory m1', there)).toEqual({ state: JSON.parse(canonical(joined)), failed: 0 });
});

test('the same state is sealed to the same bytes, so that nothing seems to have changed', () => {
  expect(sealState(key, 'memory m1', a)).toEqual(sealState(key, 'memory m1', a));
});

test('what is moved, changed, added in clear or sealed with another key is not believed', () => {
  const sealed = sealState(key, 'memory m1', a);
  const nothing = { text: ['many', {}, ['gone1']], tags: ['set', {}], uses: a.uses };
  // To another memory, or with another code.
  expect(openState(key, 'memory m2', sealed)).toEqual({ state: nothing, failed: 9 });
  expect(openState(sealKeyOf(newRecoveryCode())!, 'memory m1', sealed)).toEqual({
    state: nothing,
    failed: 9,
  });
  // To another field, tag or time.
  const [, words] = sealed.text as [string, Record<string, [string]>];
  const swapped: SharedState = {
    text: ['many', { t9: words.t1 }, []],
    key: sealed.type!,
    type: ['last', sealed.type![1], 5, 'd1'],
  };
  expect(openState(key, 'memory m1', swapped)).toEqual({ state: { text: ['many', {}, []] }, failed: 3 });
  const clear: SharedState = { ...a, both: ['ranked', 'x'] };
  expect(openState(key, 'memory m1', clear).state).toEqual(nothing);
});

test('a code is typed as a person reads it, and is refused where it cannot be one', () => {
  const code = newRecoveryCode();
  expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{5}-){5}[0-9a-hjkmnp-tv-z]$/);
  const typed = code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l');
  expect(sealKeyOf(typed)).toEqual(sealKeyOf(code));
  for (const wrong of ['', 'hello', code.slice(1), `${code}0`, code.replace(/.$/, 'u')])
    expect(sealKeyOf(wrong)).toBeUndefined();
});
