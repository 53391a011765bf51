import { expect, test } from 'vitest';
import { signalNamed } from '../signals.ts';
import { did, learned, observed, ran, texts } from '../testing/sessions.ts';

const backtrack = signalNamed('backtrack')!;
const deadEnd = signalNamed('dead_end')!;
const toolSequence = signalNamed('tool_sequence')!;

const times = <T>(n: number, what: T): T[] => Array.from({ length: n }, () => what);

test('what is run and brought up to date before most commits is a recipe, in its order', () => {
  const usual = [
    did('edit', 'src/cart.ts'),
    ran('npm test'),
    did('edit', 'CHANGELOG.md'),
    ran('npm run lint'),
    ran('git add -A && git commit -m "Cart"'),
  ];
  expect(texts(toolSequence, times(2, usual))).toEqual([]);
  expect(texts(toolSequence, [...times(3, usual), [ran('git commit -m "wip"')]])).toEqual([
    'Before a commit, agents here run `npm test` and `npm run lint` and update `CHANGELOG.md` (in 3 of 4 sessions).',
  ]);
});

test('what precedes a commit now and then is no recipe', () => {
  const bare = [did('edit', 'src/cart.ts'), ran('git commit -m "Cart"')];
  const checked = [
    did('edit', 'src/cart.ts'),
    ran('npm test'),
    ran('npm run lint'),
    ran('git commit -m "Cart"'),
  ];
  expect(texts(toolSequence, [...times(3, checked), ...times(5, bare)])).toEqual([]);
});

test('a file whose changes were taken back twice after a failure is a trap', () => {
  const tried = [
    did('edit', 'src/legacy.ts'),
    did('edit', 'src/cart.ts'),
    ran('npm test', 'TypeError: frozen is not a function'),
    ran('git checkout -- src/legacy.ts'),
  ];
  expect(texts(backtrack, [tried])).toEqual([]);
  expect([...learned(backtrack, [tried, tried]).values()]).toMatchObject([
    {
      text: 'Changes to `src/legacy.ts` were reverted in 2 sessions, most recently after “TypeError: frozen is not a function”.',
      trigger: { tool: 'change', file: 'src/legacy.ts' },
    },
  ]);
});

test('changes taken back for no reason that is known say nothing', () => {
  const tried = [did('edit', 'a.ts'), ran('git restore a.ts')];
  expect(texts(backtrack, [tried, tried])).toEqual([]);
  expect(observed(backtrack, [ran('git checkout main'), did('edit', 'a.ts')])).toEqual([]);
});

test('a package that was added and taken out again is a dead end, with what went wrong', () => {
  expect(
    texts(deadEnd, [
      [
        ran('npm install left-pad@2 --save'),
        ran('npm run build', 'error: left-pad has no default export'),
        ran('npm uninstall left-pad'),
      ],
    ]),
  ).toEqual(['Tried and abandoned: the package `left-pad`, after “error: left-pad has no default export”.']);
});
