import { expect, test } from 'vitest';
import { beginningsOf } from './beginnings.ts';

test.each([
  [/gh[pou]_[A-Za-z0-9]{20}/, ['ghp_', 'gho_', 'ghu_']],
  [
    /(?<=(?<before>[0-9a-z]{32}))-us[0-9]{1,2}/,
    ['-us0', '-us1', '-us2', '-us3', '-us4', '-us5', '-us6', '-us7', '-us8', '-us9'],
  ],
  [/(?:docker|oc) login|mongo\w{0,8}/, ['docker login', 'oc login', 'mongo']],
  [/Key(?:s|-id)?=/i, ['key=', 'keys=', 'key-id=']],
  [/sl\.(?:u\.)?[\w-]{100}/, ['sl.']],
  [/\bauth\s=/, ['auth']],
])('%s begins as its letters tell', (pattern, words) => {
  expect(beginningsOf(pattern).toSorted()).toEqual(words.toSorted());
});
