import { expect, test } from 'vitest';
import { pytestName } from './coverage.ts';
import { scoreTests } from './score.ts';

test('every function counts once, and precision is that of functions with an answer', () => {
  const tested = (ran: string[], told: string[]) => ({ name: 'f', ran: new Set(ran), told: new Set(told) });
  expect(
    scoreTests([tested(['a', 'b'], ['a']), tested(['a'], ['a', 'b', 'c', 'd']), tested(['a'], [])]),
  ).toEqual({ functions: 3, recall: 0.5, precision: 0.625, nothing: 0.333 });
});

test('a test is named by the file it stands in, in folders that are called like tests too', () => {
  const files = ['tests/test_app/test_get.py', 'tests/test_app/test_urls.py', 'app/app.py'];
  expect(pytestName('tests.test_app.test_get.TestGet.test_twice', files)).toBe(
    'tests/test_app/test_get.py::TestGet.test_twice',
  );
  expect(pytestName('test_urls.test_join', files)).toBe('tests/test_app/test_urls.py::test_join');
});
