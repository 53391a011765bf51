import { expect, test } from 'vitest';
import { type CallResult, failuresIn } from './failures.ts';

let row = 0;
const result = (given: Partial<CallResult>): CallResult => ({
  row: ++row,
  at: row * 1000,
  tool: 'run',
  command: null,
  outcome: 'ok',
  exitCode: null,
  text: '',
  files: [],
  ...given,
});
const ran = (command: string, failure?: string) =>
  result({ command, ...(failure !== undefined && { outcome: 'failed', text: failure }) });
const edited = (path: string, failure?: string) =>
  result({
    tool: 'edit',
    files: [{ path, way: 'edit' }],
    ...(failure !== undefined && { outcome: 'failed', text: failure }),
  });

test('a test that passes after two edits was resolved by them', () => {
  const [failure] = failuresIn([
    ran('npm test', 'Error: 2 is not 3'),
    edited('src/add.ts'),
    ran('npm run build'),
    edited('src/sum.ts'),
    ran('npm test 2>&1 | tail -3'),
  ]);
  expect(failure?.resolution).toMatchObject({
    how: 'same command',
    changed: ['src/add.ts', 'src/sum.ts'],
    ran: ['npm run build'],
  });
});

test('a wrapper that does not know the command is resolved by the command itself', () => {
  const [failure] = failuresIn([
    ran('rtk bun run test', "error: unrecognized subcommand 'bun'"),
    ran('bun run lint'),
    ran('bun run test'),
  ]);
  expect(failure?.resolution).toMatchObject({ how: 'other command', command: 'bun run test' });
});

test('the same words with a variable or in another folder are another command, told with what was done otherwise', () => {
  const [unset] = failuresIn([
    ran('npx prisma migrate deploy', 'Error: DATABASE_URL is missing'),
    ran('DATABASE_URL=postgres://x npx prisma migrate deploy'),
  ]);
  expect(unset?.resolution).toMatchObject({
    how: 'other command',
    command: 'DATABASE_URL=… npx prisma migrate deploy',
  });
  const [elsewhere] = failuresIn([
    ran('npm run dev', 'npm error Missing script: "dev"'),
    { ...ran('cd web && npm run dev'), folder: 'web' },
  ]);
  expect(elsewhere?.resolution).toMatchObject({ how: 'other command', command: 'cd web && npm run dev' });
  const [again] = failuresIn([ran('CI=1 npm test', 'Error: no'), ran('npm test')]);
  expect(again?.resolution).toMatchObject({ how: 'same command', command: 'npm test' });
});

test('an edit that failed is resolved by the next change of the same file', () => {
  const [failure] = failuresIn([
    edited('src/a.ts', 'String to replace not found in file.'),
    edited('src/b.ts'),
    result({ tool: 'write', files: [{ path: 'src/a.ts', way: 'write' }] }),
  ]);
  expect(failure?.resolution).toMatchObject({ how: 'same file', changed: ['src/b.ts', 'src/a.ts'] });
});

test('a later failure, a refusal or another day resolves nothing', () => {
  const first = ran('npm test', 'Error: no');
  expect(failuresIn([first, ran('npm test', 'Error: still no')])[0]?.resolution).toBeNull();
  expect(failuresIn([first, { ...ran('npm test'), outcome: 'rejected' }])[0]?.resolution).toBeNull();
  expect(failuresIn([first, { ...ran('npm test'), at: first.at + 5 * 3_600_000 }])[0]?.resolution).toBeNull();
});

test('what a person refused is no failure', () => {
  expect(failuresIn([result({ command: 'rm -rf build', outcome: 'rejected' })])).toEqual([]);
});

test('another runner of the same task resolves a failure in the same folder', () => {
  const [failure] = failuresIn([
    ran('yarn lint', 'error Command "lint" not found.'),
    ran('yarn lint', 'error Command "lint" not found.'),
    ran('npm run build'),
    ran('npm run lint'),
  ]);
  expect(failure?.resolution).toMatchObject({ how: 'other command', command: 'npm run lint' });
  const elsewhere = { ...ran('npm run lint'), folder: 'web' };
  expect(failuresIn([ran('yarn lint', 'error'), elsewhere])[0]?.resolution).toBeNull();
  expect(failuresIn([ran('yarn lint', 'error'), ran('npm run test')])[0]?.resolution).toBeNull();
});

test('what failed behind a pipe or a `;` resolves nothing', () => {
  const hidden = { ...ran('npm run lint; echo done'), text: 'src/a.ts:1:2: unused (unused)\ndone' };
  const [failure] = failuresIn([ran('npm run lint', 'src/a.ts:1:2: unused'), ran('make seed'), hidden]);
  expect(failure?.resolution).toBeNull();
});
