import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DaemonFile } from '../../protocol/daemon-file.ts';
import { launchOf } from '../../protocol/launch.ts';
import type { LiveNews } from '../../protocol/live.ts';
import { runDaemon } from '../daemon.ts';
import { visitorsOf } from './visitors.ts';

let root: string;
let home: string;
let project: string;
let daemon: DaemonFile;
let end: () => Promise<unknown>;

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'sqrl-panel-')));
  [home, project] = [join(root, 'home'), join(root, 'shop')];
  for (const folder of [home, project]) mkdirSync(folder);
  writeFileSync(join(home, 'config.toml'), '[daemon]\nfollow = false\n');
  await begin();
});

afterAll(async () => {
  await end();
  rmSync(root, { recursive: true, force: true });
});

async function begin(): Promise<void> {
  const stop = new AbortController();
  let ended: Promise<unknown>;
  const surroundings = { home, env: {}, freeMemory: 1e9, now: Date.now, timeZone: 'UTC' };
  daemon = await new Promise((onReady) => {
    const { signal } = stop;
    ended = runDaemon({ surroundings, version: '0.1.0', signal, began: Date.now(), onReady });
  });
  end = () => {
    stop.abort();
    return ended;
  };
}

interface Sent {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

/** Asks as a browser or a stranger might: with these headers and no others. */
function ask(path: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  return new Promise<{ status: number; headers: IncomingMessage['headers']; text: string }>(
    (resolve, reject) => {
      // A connection that was kept for later would be one to the daemon before a restart.
      const to = { host: '127.0.0.1', port: daemon.port, agent: false } as const;
      const sent = request({ ...to, method, path, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part) => (text += part));
        answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }));
      });
      sent.on('error', reject);
      sent.end(body);
    },
  );
}

/** Comes in with a fresh key. */
async function enter() {
  const { pathname, search } = new URL((await launchOf(daemon)).url);
  const said = await ask(pathname + search);
  const [cookie = ''] = said.headers['set-cookie']?.[0]?.split(';') ?? [];
  const pass = said.headers.location!.split('#pass=')[1]!;
  return { said, cookie, pass, again: () => ask(pathname + search) };
}

const own = () => `http://127.0.0.1:${daemon.port}`;
const json = { 'content-type': 'application/json' };
const write = (headers: Record<string, string>) =>
  ask(`/v1/remember?project=${encodeURIComponent(project)}`, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: '{"text":"Written by the page"}',
  });

test('a key lets a browser in once: with a cookie no script can read, and a pass no server is told', async () => {
  const { said, again } = await enter();
  expect(said.status).toBe(303);
  expect(said.headers['set-cookie']).toEqual([
    expect.stringMatching(
      new RegExp(`^sqrl_${daemon.port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/; Max-Age=\\d+$`),
    ),
  ]);
  expect(said.headers.location).toMatch(/^\/#pass=[\w-]{43}$/);
  const second = await again();
  expect([second.status, second.headers['set-cookie']]).toEqual([401, undefined]);
  expect((await ask('/launch?key=made-up')).status).toBe(401);
});

test('a key is good for two minutes, a pass for a month', () => {
  const folder = mkdtempSync(join(root, 'visitors-'));
  let now = 1e12;
  const visitors = visitorsOf(folder, () => now);
  const [late, inTime] = [visitors.newKey(), visitors.newKey()];
  const { cookie, pass } = visitors.enter(inTime)!;
  now += 2 * 60_000 + 1;
  expect(visitors.enter(late)).toBeUndefined();
  expect(visitors.mayCall(cookie, pass)).toBe(true);
  expect(visitors.mayCall(cookie, cookie)).toBe(false);
  now += 31 * 24 * 3600_000;
  expect(visitors.mayCall(cookie, pass)).toBe(false);
});

test('with both halves of the pass, and as its own page, the panel may ask what everybody may ask', async () => {
  const { cookie, pass } = await enter();
  expect((await write({ cookie, 'x-sqrl-panel': pass, origin: own() })).status).toBe(200);
});

test('a page has rule files read that we found, and no other file of the person’s', async () => {
  const { cookie, pass } = await enter();
  const [rules, secret] = [join(project, 'CLAUDE.md'), join(root, 'secret.md')];
  for (const path of [rules, secret]) writeFileSync(path, '- Always run the linter before a commit\n');
  const asPage = { cookie, 'x-sqrl-panel': pass, origin: own() };
  const asked = (verb: string, input: object, headers: Record<string, string> = asPage) =>
    ask(`/v1/${verb}?project=${encodeURIComponent(project)}`, {
      method: 'POST',
      headers: { ...json, ...headers },
      body: JSON.stringify(input),
    });
  for (const [verb, input] of [
    ['teach', { paths: [rules, secret] }],
    ['ingest', { paths: [secret] }],
    ['import', { text: '- Always obey', mine: true }],
    ['index', { folder: root }],
    ['backup', { file: join(root, 'away.sqrl') }],
    ['restore', { file: secret }],
    ['graphImportScip', { file: secret }],
  ] as const)
    expect([verb, (await asked(verb, input)).status]).toEqual([verb, 400]);
  expect((await asked('teach', { dryRun: true })).status).toBe(200);
  const taught = JSON.parse((await asked('teach', { paths: [rules] })).text);
  expect(taught.files).toMatchObject([{ path: rules, added: 1 }]);
  // At a terminal a person names what they like.
  const token = { authorization: `Bearer ${daemon.token}` };
  expect(JSON.parse((await asked('teach', { paths: [secret] }, token)).text).files).toMatchObject([
    { because: null },
  ]);
});

test.each([
  ['only the cookie, as any form sends it', (cookie: string) => ({ cookie, origin: own() })],
  ['the cookie and a wrong pass', (cookie: string) => ({ cookie, origin: own(), 'x-sqrl-panel': 'x' })],
  [
    'the pass of another visitor',
    (cookie: string, _: string, other: string) => ({
      ...{ cookie, origin: own(), 'x-sqrl-panel': other },
    }),
  ],
  ['only the pass', (_: string, pass: string) => ({ origin: own(), 'x-sqrl-panel': pass })],
  ['no origin', (cookie: string, pass: string) => ({ cookie, 'x-sqrl-panel': pass })],
  [
    'a foreign origin',
    (cookie: string, pass: string) => ({
      ...{ cookie, 'x-sqrl-panel': pass, origin: 'http://127.0.0.1:3000' },
    }),
  ],
  [
    'a page on another port',
    (cookie: string, pass: string) => ({
      ...{ cookie, 'x-sqrl-panel': pass, origin: own(), 'sec-fetch-site': 'same-site' },
    }),
  ],
  [
    'a wrong name',
    (cookie: string, pass: string) => ({
      ...{ cookie, 'x-sqrl-panel': pass, origin: own(), host: `evil.example:${daemon.port}` },
    }),
  ],
])('%s is not enough', async (_, headers) => {
  const [{ cookie, pass }, other] = [await enter(), await enter()];
  expect([401, 403]).toContain((await write(headers(cookie, pass, other.pass))).status);
});

test('the page may do nothing but load its own files and speak to its own daemon', async () => {
  const { cookie } = await enter();
  const page = await ask('/p/any/memories', { headers: { cookie } });
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = page.headers['content-security-policy'] as string;
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-");
  expect(policy).toContain("connect-src 'self'");
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  const nonce = /'nonce-([^']+)'/.exec(policy)![1]!;
  expect(page.text).toContain(`content="${nonce}"`);
  expect(page.text).not.toMatch(/<script>|<script[^>]*>[^<]+<\/script>|style=/);
  const other = await ask('/', { headers: { cookie } });
  expect(other.headers['content-security-policy']).not.toContain(nonce);
});

test('its files come compressed and are kept for good, since their names change with them', async () => {
  const { cookie } = await enter();
  const { text } = await ask('/', { headers: { cookie } });
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(text)![1]!;
  const [plain, brotli, gzip] = await Promise.all(
    ['identity', 'gzip, br', 'gzip'].map((encoding) =>
      ask(script, { headers: { cookie, 'accept-encoding': encoding } }),
    ),
  );
  expect(brotli!.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': expect.stringContaining('immutable'),
    'x-content-type-options': 'nosniff',
  });
  expect(gzip!.headers['content-encoding']).toBe('gzip');
  const [large, small] = [plain!, brotli!].map(({ headers }) => Number(headers['content-length']));
  expect(small!).toBeLessThan(large! / 3);
});

test.each([
  '/assets/none.js',
  '/assets/../index.html.ts',
  '/assets/..%2f..%2fsqrl.js',
  '/..%2f..%2fpackage.json',
  '/LICENCES.txt',
  '/index.html',
  '/package.json',
])('%s is no file of it', async (path) => {
  const { cookie } = await enter();
  const said = await ask(path, { headers: { cookie } });
  expect(said.text).not.toMatch(/"squirrel-memory"|import /);
  expect(said.status === 404 || said.headers['content-type']?.startsWith('text/html')).toBe(true);
});

test('who has no pass is told in a sentence how to come in, and sees no file', async () => {
  const page = await ask('/', { headers: { accept: 'text/html' } });
  expect([page.status, page.text]).toEqual([401, expect.stringContaining('sqrl ui')]);
  expect((await ask('/favicon.svg')).status).toBe(401);
  expect((await ask('/v1/live')).status).toBe(401);
});

test('an open page hears of what changes', async () => {
  const { cookie, pass } = await enter();
  const heard: string[] = [];
  const listening = request(
    {
      ...{ host: '127.0.0.1', port: daemon.port, path: '/v1/live' },
      headers: { cookie, 'x-sqrl-panel': pass },
    },
    (answer) => answer.setEncoding('utf8').on('data', (part) => heard.push(part)),
  );
  listening.on('error', () => {});
  listening.end();
  await expect.poll(() => heard.join('')).toMatch(/event: hello\ndata: \{"version":"0.1.0"/);
  // What the daemon does by itself meanwhile is told along with it, in one piece.
  const tells = (topic: string) =>
    [...heard.join('').matchAll(/event: news\ndata: (.+)\n/g)]
      .map(([, data]) => JSON.parse(data!) as LiveNews)
      .some(
        ({ what, projects }) =>
          what.some((one) => one === topic) && projects.some((id) => id?.startsWith('shop-')),
      );
  const call = (verb: string, body: string) =>
    ask(`/v1/${verb}?project=${encodeURIComponent(project)}`, {
      ...{ method: 'POST', headers: { ...json, authorization: `Bearer ${daemon.token}` }, body },
    });
  await call('remember', '{"text":"Told by an agent"}');
  await expect.poll(() => tells('memories')).toBe(true);
  // Of this nothing tells but who asked for it.
  expect(tells('settings')).toBe(false);
  await call('trust', '{}');
  await expect.poll(() => tells('settings')).toBe(true);
  listening.destroy();
});

test('a page that goes away without a word harms nobody', async () => {
  const { cookie, pass } = await enter();
  const headers = { cookie, 'x-sqrl-panel': pass };
  const pages = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const listening = request({ host: '127.0.0.1', port: daemon.port, path: '/v1/live', headers });
      listening.on('error', () => {});
      listening.end();
      await new Promise((resolve) => listening.on('response', resolve));
      return listening;
    }),
  );
  for (const page of pages) {
    page.destroy();
    expect((await write({ ...headers, origin: own() })).status).toBe(200);
  }
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect((await write({ ...headers, origin: own() })).status).toBe(200);
});

test('after a restart an open page finds the daemon where it was, and is still let in', async () => {
  const { cookie, pass } = await enter();
  const { port, token } = daemon;
  await end();
  await begin();
  expect(daemon.port).toBe(port);
  expect(daemon.token).not.toBe(token);
  expect((await write({ cookie, 'x-sqrl-panel': pass, origin: own() })).status).toBe(200);
  expect(statSync(join(home, 'panel.json')).mode & 0o777).toBe(0o600);
});
