import { GUARD_MODES } from '@sqrl/base/model/guards.ts';
import { expect, test } from 'vitest';
import { CONTROL_GROUP_NOTE, GUARDS_NOTE } from './offers.ts';

test('both name their setting, that of guards with its values', () => {
  for (const guards of GUARD_MODES) expect(GUARDS_NOTE).toContain(guards);
  expect(CONTROL_GROUP_NOTE).toContain('sqrl config set delivery.holdout true');
});
