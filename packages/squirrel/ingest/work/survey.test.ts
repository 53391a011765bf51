import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claudeCodeLogs } from '../../clients/claude-code/logs.ts';
import { fixturesOf, foldersIn } from '../../clients/reading/testing/fixtures.ts';
import { homeOf } from '../../workspace/home.ts';
import { findLogs } from './find-logs.ts';
import { openLogStores, type SettleRules } from './log-stores.ts';
import { readLogs } from './read-logs.ts';
import { survey } from './survey.ts';

const readers = [claudeCodeLogs];
/** Nothing is derived from what is read here. */
const UNSETTLED: SettleRules = {
  rules: 0,
  filesOf: () => undefined,
  settle() {},
};
let person: string;

beforeEach(() => {
  person = mkdtempSync(join(tmpdir(), 'sqrl-survey-'));
});
afterEach(() => rmSync(person, { recursive: true, force: true }));

/** Puts the log of a real run below a person's folder, as that of a session of a project. */
function put(run: string, project: string, file: string): string {
  const folder = join(person, '.claude', 'projects', project);
  mkdirSync(folder, { recursive: true });
  const from = fixturesOf('claude-code').find(({ name }) => name === run)!.folders;
  const [log] = claudeCodeLogs.find(from);
  cpSync(log!.path, join(folder, `${file}.new`));
  renameSync(join(folder, `${file}.new`), join(folder, file));
  return folder;
}

async function readAndSurvey() {
  using logStores = openLogStores(homeOf(join(person, 'home')), () => 1, UNSETTLED);
  const logs = findLogs(readers, foldersIn(person), {});
  const { added } = await readLogs(logStores, logs, { readers, now: 1, stopped: () => false });
  return { added, report: survey(logStores, readers, foldersIn(person))[0]! };
}

test('events of a log that was replaced still count, for they are still kept', async () => {
  put('fix', 'shop', 'a.jsonl');
  const first = await readAndSurvey();
  put('parallel', 'shop', 'a.jsonl');
  const second = await readAndSurvey();
  expect(second.added).toBeGreaterThan(0);
  expect(first.report).toMatchObject({ logs: 1, events: first.added });
  expect(second.report).toMatchObject({ logs: 1, events: first.added + second.added });
});

test('what stands in two logs counts once', async () => {
  put('fix', 'shop', 'a.jsonl');
  put('fix', 'shop', 'b.jsonl');
  const { added, report } = await readAndSurvey();
  expect(report).toMatchObject({ logs: 2, read: 2, events: added });
});

// Permissions do not bind root, so that somebody else must look.
const NOBODY = 65534;
const somebody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

test.skipIf(process.platform === 'win32').each([
  ['listed but not entered', 0o444],
  ['neither listed nor entered', 0o000],
])('a folder that may be %s is told of, and costs nothing else', (_, mode) => {
  put('fix', 'open', 'a.jsonl');
  const closed = put('parallel', 'closed', 'b.jsonl');
  // Its name begins as that of the closed one does.
  put('parallel', 'closed-not', 'c.jsonl');
  give(person);
  chmodSync(closed, mode);
  const program = `
    const at = (path) => new URL(path, ${JSON.stringify(import.meta.url)}).href;
    const { claudeCodeLogs } = await import(at('../../clients/claude-code/logs.ts'));
    const { foldersIn } = await import(at('../../clients/reading/testing/fixtures.ts'));
    const { findLogs } = await import(at('./find-logs.ts'));
    const { homeOf } = await import(at('../../workspace/home.ts'));
    const { openLogStores } = await import(at('./log-stores.ts'));
    const { survey } = await import(at('./survey.ts'));
    const folders = foldersIn(${JSON.stringify(person)});
    using logStores = openLogStores(homeOf(${JSON.stringify(join(person, 'home'))}), () => 1, { rules: 0 });
    const asked = (path) => {
      try { return findLogs([claudeCodeLogs], folders, { paths: [path] }).length; }
      catch (error) { return error.name + ': ' + error.message; }
    };
    console.log(JSON.stringify({
      found: findLogs([claudeCodeLogs], folders, {}).length,
      asked: asked(${JSON.stringify(closed)}),
      report: survey(logStores, [claudeCodeLogs], folders)[0],
    }));`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    ...somebody,
    cwd: '/',
    encoding: 'utf8',
  });
  chmodSync(closed, 0o755);
  const { found, asked, report } = JSON.parse(said);
  expect(found).toBe(2);
  expect(asked).toMatch(/Problem: .*closed.* cannot be read \(EACCES\)\./);
  expect(report).toMatchObject({ logs: 2, waiting: 2, gone: 0 });
  expect(report.troubles).toEqual([{ path: closed, because: `${closed} cannot be read (EACCES).` }]);
});

/** Gives a folder and all in it to whoever will look. */
function give(folder: string): void {
  if (somebody.uid === undefined) return;
  chownSync(folder, NOBODY, NOBODY);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(join(folder, name), NOBODY, NOBODY);
}
