import { expect, test } from 'vitest';
import { GUARD_MODES } from '../../model/guards.ts';
import { CONTROL_GROUP_NOTE, GUARDS_NOTE, offerControlGroup } from './offers.ts';

const task = {} as never;

test('the control group is turned on only if a person wants it', async () => {
  expect(await offerControlGroup(task, { memory: '/m' }, async () => false)).toEqual([]);
  const [target] = await offerControlGroup(task, { memory: '/m' }, async (_, question) => {
    expect(question).toContain(CONTROL_GROUP_NOTE);
    return true;
  });
  expect(target).toMatchObject({ path: '/m/config.toml', at: ['delivery', 'holdout'], value: true });
});

test('it is explained in two sentences, and guards with the values of their setting', () => {
  expect(CONTROL_GROUP_NOTE.match(/\.(?: |$)/g)).toHaveLength(2);
  for (const guards of GUARD_MODES) expect(GUARDS_NOTE).toContain(guards);
});
