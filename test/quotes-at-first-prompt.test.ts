import { spawn } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bundleHook } from '../scripts/bundle-hook.ts';
import { runDaemon } from '../src/daemon/daemon.ts';
import { injectionsOf } from '../src/store/delivery/injections.ts';
import { embedPassages } from '../src/workspace/embed-passages.ts';
import { claudeLog, type Turn } from './support/claude-log.ts';
import { type Opened, open, temporaryFolder } from './support/home.ts';

const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;

const BEGAN = Date.UTC(2026, 9, 1, 9);
const DAY = 86_400_000;
const TODAY = BEGAN + 10 * DAY;
/** No session is a control session here. */
const SETTINGS = '[delivery]\nholdout = false\n';

const FINDING =
  'The retry limit in `payClient.ts` stays at three, since the bank blocks a shop for an hour after the fourth attempt within one minute.';
const PAST: Turn[][] = [
  [
    { say: 'Payments fail sometimes, please find out why' },
    { edit: 'src/payClient.ts' },
    { reply: FINDING },
    { say: 'Thanks' },
  ],
  [{ say: 'Make the receipts a little wider' }, { reply: 'The receipts have two columns now.' }],
];
const PROMPT = 'Please raise the retry limit of the bank calls in payClient.ts to five attempts';

/** Reads sessions, one a day, and gives what was said in them vectors. */
async function read({ client, engine }: Opened, project: string, sessions: readonly Turn[][]): Promise<void> {
  const folder = temporaryFolder();
  const paths = sessions.map((turns, i) => {
    const path = join(folder, `past-${i}.jsonl`);
    const session = { session: `past-${i}`, cwd: project, startedAt: BEGAN + i * DAY, turns };
    writeFileSync(path, claudeLog(session));
    return path;
  });
  await client.call('ingest', { paths, mine: true });
  await embedPassages(engine);
}

const PROJECT = '/projects/shop';

async function shop({ past = PAST, settings = SETTINGS } = {}): Promise<Opened> {
  const opened = open({ project: PROJECT, settings, now: () => TODAY });
  await read(opened, PROJECT, past);
  return opened;
}

const prompted = ({ client }: Opened, text = PROMPT, more: { session?: string; at?: number } = {}) =>
  client.call('deliver', {
    client: 'claude-code',
    session: 'new',
    at: TODAY,
    moment: { point: 'prompt', text },
    ...more,
  });

test('the first prompt of a task is told what was found out about the same file, with date, speaker and id', async () => {
  const opened = await shop();
  const { text, passages, injection } = await prompted(opened);
  expect(text).toMatch(
    /^## Said in past sessions\n- \(2026-10-01, agent\) "The retry limit in `payClient\.ts` stays at three.+" \[said:[0-9a-f]{12}\]$/,
  );
  expect(text).toContain(passages[0]!);
  const [receipt] = injectionsOf(opened.engine.own.store, 'claude-code', 'new');
  expect(receipt).toMatchObject({ id: injection, point: 'first prompt', shown: true, memories: [] });
  expect(receipt!.passages.map((event) => `said:${event.slice(0, 12)}`)).toEqual(passages);
});

test('a receipt shows in the timeline what was quoted, and opens where it was said', async () => {
  const opened = await shop();
  const { passages } = await prompted(opened);
  const log = join(temporaryFolder(), 'new.jsonl');
  const turns: Turn[] = [{ say: PROMPT }, { reply: 'It stays at three.' }];
  writeFileSync(log, claudeLog({ session: 'new', cwd: PROJECT, startedAt: TODAY, turns }));
  await opened.client.call('ingest', { paths: [log] });
  const { deliveries } = await opened.client.call('replaySession', { session: 'new' });
  expect(deliveries[0]!.passages).toEqual([
    { id: passages[0], speaker: 'agent', at: expect.any(Number), session: 'past-0', text: FINDING },
  ]);
});

test.each([
  ['names nothing', 'Please raise the retry limit of the bank calls to five attempts'],
  ['names something else', 'Please raise the retry limit of the bank calls in shipClient.ts to five'],
  ['is about something else', 'Rename payClient.ts and every import of it, because the linter wants dashes'],
  ['is a plan that was handed back', `Implement the following plan:\n\n# Plan: ${PROMPT}\n\n${PROMPT}`],
  ['is a command', `/fix ${PROMPT}`],
])('nothing is quoted to a prompt that %s', async (_, text) => {
  expect(await prompted(await shop(), text)).toMatchObject({ text: '', passages: [], injection: null });
});

test('nothing is quoted to a later prompt, unless a silence lies between: then it begins a task', async () => {
  const opened = await shop();
  await prompted(opened, 'Make the receipts a little narrower again', { at: TODAY - 60_000 });
  expect(await prompted(opened)).toMatchObject({ point: 'later prompt', passages: [] });
  const later = await prompted(opened, PROMPT, { at: TODAY + 3600_000 });
  expect(later).toMatchObject({ point: 'later prompt', passages: [expect.stringMatching(/^said:/)] });
  const again = await prompted(opened, `${PROMPT}, please`, { at: TODAY + 2 * 3600_000 });
  expect(again.passages).toEqual([]);
});

test('nothing of the same session is quoted', async () => {
  const opened = await shop();
  const same = { session: 'past-0', at: TODAY };
  expect(await prompted(opened, PROMPT, same)).toMatchObject({ passages: [] });
});

test('nothing that was said after foreign text is quoted', async () => {
  const [found, ...others] = PAST;
  const fetched: Turn = { fetch: 'https://bank.example/limits', output: 'Three attempts a minute.' };
  const tainted = [[found![0]!, fetched, ...found!.slice(1)], ...others];
  expect(await prompted(await shop({ past: tainted }))).toMatchObject({ text: '', passages: [] });
});

test('nothing that a person withdrew is quoted', async () => {
  const opened = await shop();
  const { memory } = await opened.client.call('remember', { text: FINDING, type: 'gotcha' });
  await opened.client.call('reject', { ids: [memory.id] });
  expect((await prompted(opened)).text).not.toContain('stays at three');
});

test('what a memory says is not quoted as well', async () => {
  const opened = await shop();
  const { memory } = await opened.client.call('remember', { text: FINDING, type: 'gotcha' });
  expect(await prompted(opened)).toMatchObject({ memories: [memory.id], passages: [] });
});

test('the setting turns it off', async () => {
  const opened = await shop({ settings: `${SETTINGS}quotes = false\n` });
  expect(await prompted(opened)).toMatchObject({ text: '', passages: [] });
});

test('a client’s hook hands the lines to the agent', async () => {
  const root = realpathSync(temporaryFolder());
  const [home, project] = [join(root, 'home'), join(root, 'shop')];
  for (const folder of [home, project]) mkdirSync(folder);
  writeFileSync(join(home, 'config.toml'), `[daemon]\nfollow = false\n${SETTINGS}`);
  const opened = open({ home, project, settings: SETTINGS });
  await read(opened, project, PAST);
  await opened.client.close();
  await bundleHook(join(root, 'dist'));
  const stop = new AbortController();
  const surroundings = { home, env: {}, freeMemory: 1e9, now: Date.now, timeZone: 'UTC' };
  let ended: Promise<unknown> = Promise.resolve();
  await new Promise((onReady) => {
    ended = runDaemon({
      ...{ surroundings, version: '0.1.0', signal: stop.signal, began: Date.now(), onReady },
      maxCloseMs: 600_000,
    });
  });
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  const input = { session_id: 'new', transcript_path: '', cwd: project, prompt: PROMPT };
  const out = await hook(join(root, 'dist/hooks/hook.js'), home, JSON.stringify(input));
  const { hookSpecificOutput } = JSON.parse(out);
  expect(hookSpecificOutput).toMatchObject({
    hookEventName: 'UserPromptSubmit',
    additionalContext: expect.stringMatching(
      /\(2026-10-01, agent\) "The retry limit .+ \[said:[0-9a-f]{12}\]/,
    ),
  });
});

/** Calls the hook program as Claude Code does when a prompt is typed. */
function hook(program: string, home: string, input: string): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, 'claude-code', 'UserPromptSubmit', '--home', home], {
      env: { PATH, NODE_COMPILE_CACHE, HOME: home, SQRL_HOOK_MS: '60000' },
    });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (part) => (out += part));
    child.stdin.end(input);
    child.on('close', () => resolve(out));
  });
}
