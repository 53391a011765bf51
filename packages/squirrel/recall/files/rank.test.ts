import { DAY_MS } from '@sqrl/base/durations.ts';
import { expect, test } from 'vitest';
import { type PastChange, pathsOf } from './paths.ts';
import { type FileRankContext, rank } from './rank.ts';

const NOW = 100 * DAY_MS;

const PATHS = [
  'CHANGELOG.md',
  'src/cart/cart.ts',
  'src/cart/cart.test.ts',
  'src/cart/discount.ts',
  'src/pay/invoice.ts',
  'src/pay/invoice-mailer.ts',
  'src/pay/index.ts',
  'src/web/LoginPage.tsx',
  'src/web/index.ts',
];

let made = 0;
function work(said: string, changed: string[], daysAgo = 3, more: Partial<PastChange> = {}): PastChange {
  const endedAt = NOW - daysAgo * DAY_MS;
  const id = `work-${++made}`;
  return {
    id,
    session: id,
    isCommit: false,
    startedAt: endedAt - 1000,
    endedAt,
    failed: false,
    said,
    changed,
    read: [],
    ...more,
  };
}

function ranked(
  task: string,
  past: PastChange[] = [],
  more: Partial<FileRankContext & Parameters<typeof rank>[0]> = {},
) {
  const newestFirst = past.toSorted((a, b) => b.endedAt - a.endedAt);
  return rank({ task, files: [], now: NOW, ...more }, { paths: pathsOf(PATHS), work: newestFirst, ...more })
    .files;
}

const first = (task: string, past?: PastChange[]) => ranked(task, past).map(({ path }) => path);

test('a file that the task names comes first, by its path, the end of it, or its name', () => {
  expect(first('Round the totals in src/cart/cart.ts')[0]).toBe('src/cart/cart.ts');
  expect(first('Round the totals in cart/cart.ts:12')[0]).toBe('src/cart/cart.ts');
  expect(first('Round the totals in @src/cart/cart.ts please')[0]).toBe('src/cart/cart.ts');
  expect(first('at round (/home/ada/shop/src/cart/cart.ts:12:8)')[0]).toBe('src/cart/cart.ts');
  expect(first('Mails are late, see invoice-mailer.ts')[0]).toBe('src/pay/invoice-mailer.ts');
});

test('of two files called alike, the one whose folder the task speaks of comes before the other', () => {
  const paths = first('Export it from index.ts, next to src/pay/invoice.ts');
  expect(paths.indexOf('src/pay/index.ts')).toBeLessThan(paths.indexOf('src/web/index.ts'));
});

test('a file that is to stay as it is comes after those that are to change', () => {
  const plan = `# Plan: rounding
## Changes
### 1. \`src/cart/cart.ts\`
- round
## No changes needed
- \`src/pay/invoice.ts\` already rounds`;
  const paths = first(plan);
  expect(paths[0]).toBe('src/cart/cart.ts');
  expect(ranked(plan).find(({ path }) => path === 'src/pay/invoice.ts')!.clues[0]!.why).toBe(
    'named as unchanged',
  );
});

test('a file that a plan is to make is foreseen under the path it gives', () => {
  const [file] = ranked('Create `src/cart/voucher.ts` with the new rules');
  expect(file!.path).toBe('src/cart/voucher.ts');
  expect(file!.clues[0]!.why).toEqual('named, does not exist yet');
});

test('addresses, versions and properties are no files', () => {
  const files = ranked(
    'See https://example.com/a/cart.ts, version 1.2.x, process.env, Math.max and e.g. that',
  );
  expect(files.filter(({ clues }) => clues.some(({ part }) => part === 'named'))).toEqual([]);
});

test('an address of a file in a repository means the file', () => {
  expect(first('See https://example.com/shop/blob/main/src/pay/invoice.ts#L12')[0]).toBe(
    'src/pay/invoice.ts',
  );
});

test('words that file names are made of hint at them', () => {
  expect(first('The login page flickers')[0]).toBe('src/web/LoginPage.tsx');
  expect(first('LoginPage flickers')[0]).toBe('src/web/LoginPage.tsx');
});

test('what was changed for a task like this one is needed again', () => {
  const past = [
    work('Customers want vouchers for their birthday', ['src/cart/discount.ts']),
    work('Send reminders when somebody does not pay', ['src/pay/invoice-mailer.ts']),
  ];
  expect(first('A voucher for the birthday is refused', past)[0]).toBe('src/cart/discount.ts');
  expect(first('Reminders come twice', past)[0]).toBe('src/pay/invoice-mailer.ts');
});

test('work that failed and work of long ago count less', () => {
  const task = 'A voucher for the birthday is refused';
  const scoreAfter = (daysAgo: number, failed: boolean) => {
    const better = work('A voucher for the birthday is refused', ['src/web/index.ts'], 1);
    const files = ranked(task, [
      better,
      work('A voucher for the birthday', ['src/pay/index.ts'], daysAgo, { failed }),
    ]);
    return files.find(({ path }) => path === 'src/pay/index.ts')!.score;
  };
  expect(scoreAfter(3, true)).toBeLessThan(scoreAfter(3, false));
  expect(scoreAfter(90, false)).toBeLessThan(scoreAfter(3, false));
});

test('what always changes with a named file comes along, and so does its test', () => {
  const past = [1, 2, 3].map((n) => work(`step ${n}`, ['src/cart/cart.ts', 'src/pay/invoice.ts'], 20 + n));
  const paths = first('Change src/cart/cart.ts', past);
  expect(paths.slice(0, 3).sort()).toEqual([
    'src/cart/cart.test.ts',
    'src/cart/cart.ts',
    'src/pay/invoice.ts',
  ]);
});

test('code comes before tests and prose that commits carried along, unless the task asks for those', () => {
  const files = ['CHANGELOG.md', 'src/cart/cart.test.ts', 'src/cart/cart.ts'];
  const commits = [1, 2, 3].map((n) => work(`Round totals ${n}`, files, n, { isCommit: true }));
  expect(first('Totals are rounded twice', commits)[0]).toBe('src/cart/cart.ts');
  expect(first('Add tests for rounded totals', commits).indexOf('src/cart/cart.test.ts')).toBeLessThan(
    first('Totals are rounded twice', commits).indexOf('src/cart/cart.test.ts'),
  );
});

test('a short word after a session means what that session was about', () => {
  const past = [
    work('Vouchers', ['src/cart/discount.ts'], 0.02),
    ...[1, 2].map((n) => work('Mails', ['src/pay/index.ts'], 9 + n)),
  ];
  expect(first('it still does not work', past)[0]).toBe('src/cart/discount.ts');
});

test('a commit of everything tells nothing', () => {
  const everything = Array.from({ length: 50 }, (_, n) => `src/all/file-${n}.ts`);
  expect(first('Reformat', [work('Reformat everything', everything)])).toEqual([]);
});

test('the same question has the same answer, whatever order the paths came in', () => {
  const past = [
    work('Vouchers', ['src/cart/discount.ts', 'CHANGELOG.md']),
    work('Mails', ['src/pay/index.ts', 'CHANGELOG.md']),
  ];
  const once = ranked('Vouchers by mail', past);
  const again = ranked('Vouchers by mail', past, { paths: pathsOf(PATHS.toReversed()) });
  expect(again).toEqual(once);
});

test('nothing known is no reason to fail', () => {
  expect(rank({ task: '', files: [], now: NOW }, { paths: pathsOf([]), work: [] }).files).toEqual([]);
  expect(
    rank({ task: 'Fix the login', files: ['a.ts'], now: NOW }, { paths: pathsOf([]), work: [] }).files,
  ).toMatchObject([{ path: 'a.ts', clues: [{ why: 'at hand', part: 'given', score: 0.6 }] }]);
});
