import { addGitCommit } from '@sqrl/code-graph/tables/cochange.ts';
import { expect, test } from 'vitest';
import { openStore } from '../open.ts';
import { addTouches } from './files.ts';
import { filesTogether, fileUse, stepsOnFile, stepsOnFilesLike } from './history.ts';
import { projectTime } from './project-time.ts';

const NOON = Date.UTC(2026, 10, 15, 12);
const DAY = 24 * 60 * 60 * 1000;

function storeWith(...paths: string[]) {
  const store = openStore(':memory:', { now: () => NOON });
  store.sql("insert into session (client, id, began_at) values ('codex', 's', 0)").run();
  store.sql("insert into log (path) values ('/log')").run();
  paths.forEach((path, i) => {
    const event = store
      .sql(
        `insert into event (id, session, at, part, kind, outcome, text, length, tainted, log, offset, bytes)
         values (?, 1, ?, 0, 'result', 'ok', '', 0, 0, 1, 0, 0)`,
      )
      .run(Buffer.alloc(16, `${i}-`), NOON + i).lastInsertRowid as number;
    const files = [{ path, outside: false, way: 'edit' as const, lines: null }];
    addTouches(store, { event, at: NOON + i, files, outcome: 'ok' }, new Map());
  });
  return store;
}

const OTHERS = Array.from({ length: 600 }, (_, i) => `lib/part-${i}.ts`);

test.each([
  ['auth', ['src/auth/login.ts']],
  ['my_file', ['src/my_file.ts']],
  ['y_f', ['src/my_file.ts']],
  ['100%', ['docs/100%.md']],
  ['no', []],
  ['MY_', ['src/my_file.ts']],
])('files of long ago whose paths hold %j are found', (letters, paths) => {
  using store = storeWith('src/my_file.ts', 'src/myXfile.ts', 'src/auth/login.ts', 'docs/100%.md', ...OTHERS);
  expect(stepsOnFilesLike(store, letters, { limit: 10 }).map(({ path }) => path)).toEqual(paths);
});

test('of many the ones used last come first', () => {
  using store = storeWith(...OTHERS);
  const paths = stepsOnFilesLike(store, 'part', { limit: 3 }).map(({ path }) => path);
  expect(paths).toEqual(['lib/part-599.ts', 'lib/part-598.ts', 'lib/part-597.ts']);
  expect(fileUse(store, 'lib/part-7.ts')).toMatchObject({ lastAt: NOON + 7, changed: 1, looked: 0 });
});

test('of what was done only what came since a time is told, and counted', () => {
  using store = storeWith('src/a.ts', 'src/b.ts', 'src/a.ts', 'src/a.ts');
  const since = NOON + 2;
  expect(stepsOnFilesLike(store, 'src', { limit: 9, since }).map(({ path }) => path)).toEqual([
    'src/a.ts',
    'src/a.ts',
  ]);
  expect(stepsOnFile(store, 'src/a.ts', { limit: 9, since })).toHaveLength(2);
  expect(fileUse(store, 'src/a.ts', since)).toEqual({ lastAt: NOON + 3, changed: 2, looked: 0 });
  expect(fileUse(store, 'src/a.ts', NOON)).toEqual(fileUse(store, 'src/a.ts'));
  expect(fileUse(store, 'src/b.ts', since)).toBeUndefined();
});

test('what belongs to several files at once is what belongs to each, in their order', () => {
  using store = storeWith('src/a.ts');
  const [sweep, a, b] = [
    OTHERS.map((path) => `src/${path}`),
    ...['src/a.ts', 'src/b.ts'].map((path) => [path]),
  ];
  for (const [n, files] of [
    [...a!, ...b!, 'src/c.ts'],
    [...a!, ...b!, 'src/c.ts'],
    [...a!, 'src/c.ts'],
    [...a!, 'src/d.ts'],
    [...b!, ...sweep!],
    [...b!, ...sweep!],
  ].entries())
    store.insert('episode', {
      ...{
        id: `${n}`,
        session: 1,
        ordinal: n,
        first: new Uint8Array(16),
        startedAt: NOON,
        endedAt: NOON,
        events: 1,
      },
      ...{
        begunBy: 'session',
        task: '',
        summary: '',
        phase: 'implement',
        importance: 0,
        errors: 0,
        retryLoops: 0,
      },
      ...{ tests: 'not_run', frustration: 'none', status: 'completed', outcome: '', tainted: 0, tools: {} },
      ...{ filesChanged: files, filesRead: [] },
    });
  const asked = ['src/b.ts', 'src/none.ts', 'src/a.ts', 'src/d.ts'];
  const how = { way: 'changed', limit: 1, times: 2 } as const;
  expect(filesTogether(store, asked, how)).toEqual([
    [{ path: 'src/a.ts', times: 2 }],
    [],
    [{ path: 'src/c.ts', times: 3 }],
    [],
  ]);
});

test('what is said of files that most commits change ages faster', () => {
  using store = storeWith('src/a.ts');
  for (let i = 0; i < 40; i++) {
    const paths = ['docs/log.md', ...(i % 2 ? ['src/hot.ts'] : []), ...(i === 0 ? ['src/calm.ts'] : [])];
    const touches = paths.map((path) => ({ path, way: 'changed' as const, from: null }));
    addGitCommit(store, { hash: `c${i}`, origin: `o${i}`, parents: [], at: NOON - i, touches });
  }
  for (let day = 1; day <= 10; day++)
    store
      .sql("insert into session (client, id, began_at) values ('codex', ?, ?)")
      .run(`d${day}`, NOON + day * DAY);
  const { daysSince } = projectTime(store, NOON + 11 * DAY);
  expect(
    [[], ['src/calm.ts'], ['src/hot.ts'], ['docs/log.md'], ['src/unknown.ts']].map((files) =>
      daysSince(NOON, files),
    ),
  ).toEqual([10, 11, 30, 50, 10]);
});
