import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { differencesOf } from '../bench/storm/compare.ts';
import { faultsOf } from '../bench/storm/faults.ts';
import { storm } from '../bench/storm/storm.ts';
import { described } from '../bench/storm.ts';
import { patient } from './support/patient.ts';

patient();

const dist = fileURLToPath(new URL('../dist', import.meta.url));

// The long form, which also judges the times of the hooks and the idle CPU share, is `npm run bench -- storm`.
test.skipIf(!existsSync('/proc/self/stat'))(
  'fifty hooks at a time, four agents, growing logs and a daemon that is killed: nothing is lost, doubled or left',
  async () => {
    if (!existsSync(join(dist, 'squirrel/hooks/hook.js'))) throw new Error('Run `npm run build` first.');
    const aftermath = await storm({
      dist,
      // A short session for each of the three projects; more only takes longer to read twice.
      bytes: 2.4e5,
      kills: 1,
      isTimed: false,
      restMs: 1500,
      print: () => {},
    });
    const told = described(aftermath);
    console.log(told.join('\n'));
    expect(faultsOf(aftermath), told.join('\n')).toEqual([]);
    expect(aftermath.hooks.length).toBeGreaterThanOrEqual(50);
  },
);

test.each([
  ['one that was lost', [{ id: 1 }]],
  ['one that was doubled', [{ id: 1 }, { id: 2 }, { id: 2 }]],
  ['one that is another', [{ id: 1 }, { id: 3 }]],
])('the comparison sees an event among others: %s', (_, found) => {
  const wanted = { 'user.db events': [{ id: 1 }, { id: 2 }] };
  expect(differencesOf({ 'user.db events': found }, wanted)).toHaveLength(1);
  expect(differencesOf({}, wanted)).toHaveLength(1);
  expect(differencesOf(wanted, wanted)).toEqual([]);
});
