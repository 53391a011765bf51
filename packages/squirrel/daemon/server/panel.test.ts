import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DaemonFile } from '../../protocol/daemon-file.ts';
import type { LiveNews } from '../../protocol/live.ts';
import { passFrom, requestSignature, type SignedRequest, secretId } from '../../protocol/panel-pass.ts';
import { launchOf } from '../../protocol/reach-daemon.ts';
import { tokenProof } from '../../protocol/wire.ts';
import { locateProject } from '../../workspace/locate.ts';
import { runDaemon } from '../daemon.ts';
import { PageAccess } from './page-access.ts';

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
    ended = runDaemon({
      ...{ surroundings, version: '0.1.0', signal, began: Date.now(), onReady },
      maxCloseMs: 600_000,
    });
  });
  end = () => {
    stop.abort();
    return ended;
  };
}

interface PanelTestRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

/** Asks as a browser or a stranger might: with these headers and no others. */
function ask(path: string, { method = 'GET', headers = {}, body }: PanelTestRequest = {}) {
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

/** The header with which a page signs a request. */
const signedBy = (secret: string, request: SignedRequest) => ({
  'x-sqrl-panel': `${secretId(secret)}.${requestSignature(secret, request)}`,
});

const own = () => `http://127.0.0.1:${daemon.port}`;
const json = { 'content-type': 'application/json' };
const LIVE = { method: 'GET', path: '/v1/live', body: '' };
const NONCE = 'a-nonce-that-the-page-chose';

/** Turns a launch key into a pass. */
function trade(key: string, body = JSON.stringify({ nonce: NONCE })) {
  const signed = signedBy(key, { method: 'POST', path: '/v1/enter', body });
  const headers = { ...json, ...signed, origin: own() };
  return ask('/v1/enter', { method: 'POST', headers, body });
}

const newKey = async () => new URL((await launchOf(daemon)).url).hash.replace('#key=', '');

/** Comes in with a fresh key. */
async function enter(): Promise<string> {
  const key = await newKey();
  expect((await trade(key)).status).toBe(200);
  return passFrom(key, NONCE);
}

/** Posts as the panel's page does. */
function post(pass: string, path: string, input: object, headers: Record<string, string> = {}) {
  const body = JSON.stringify(input);
  const signed = signedBy(pass, { method: 'POST', path, body });
  return ask(path, { method: 'POST', headers: { ...json, ...signed, origin: own(), ...headers }, body });
}

const at = (verb: string) => `/v1/${verb}?project=${encodeURIComponent(project)}`;
const TEXT = { text: 'Written by the page' };
const write = (pass: string, headers?: Record<string, string>) => post(pass, at('remember'), TEXT, headers);

test('a launch key opens the panel once, and no secret is sent on the way', async () => {
  const key = await newKey();
  const first = await trade(key);
  expect([first.status, first.text, first.headers['set-cookie']]).toEqual([200, '{}', undefined]);
  expect((await trade(key)).status).toBe(401);
  expect((await write(passFrom(key, NONCE))).status).toBe(200);
  // The key itself is not a pass.
  expect((await write(key)).status).toBe(401);
  expect((await trade('made-up')).status).toBe(401);
});

test('a launch key is good for two minutes, a pass for a month', () => {
  let now = 1e12;
  const access = new PageAccess(root, () => now);
  const [late, inTime] = [access.newKey(), access.newKey()];
  access.enter(secretId(inTime), NONCE);
  const pass = passFrom(inTime, NONCE);
  now += 2 * 60_000 + 1;
  expect(access.keyOf(secretId(late))).toBeUndefined();
  access.enter(secretId(late), NONCE);
  expect(access.passOf(secretId(passFrom(late, NONCE)))).toBeUndefined();
  expect(access.passOf(secretId(pass))).toBe(pass);
  expect(access.passOf(secretId(inTime))).toBeUndefined();
  now += 31 * 24 * 3600_000;
  expect(access.passOf(secretId(pass))).toBeUndefined();
});

test('the daemon proves to a page that it let it in, before the page says anything', async () => {
  const pass = await enter();
  const proof = async (secret: string) =>
    (await ask(`/v1/hello?nonce=${NONCE}&page=${secretId(secret)}`)).text;
  expect(JSON.parse(await proof(pass))).toEqual({ proof: tokenProof(pass, NONCE) });
  expect(await proof('made-up')).not.toContain('"proof"');
});

test('the launch file is its owner’s alone, holds the address, and goes when it is used', async () => {
  const { url, file } = await launchOf(daemon);
  expect(file).toMatch(/panel-[0-9a-f]{16}\.html$/);
  expect(statSync(file!).mode & 0o777).toBe(0o600);
  expect(readFileSync(file!, 'utf8')).toContain(`url=${url}"`);
  // What is known of it from outside tells nothing of the key.
  expect(file).not.toContain(new URL(url).hash.slice(5, 21));
  await trade(new URL(url).hash.replace('#key=', ''));
  expect(existsSync(file!)).toBe(false);
});

test('the address leads to the project of the folder that it was asked for in', async () => {
  const repository = join(root, 'orchard');
  const folder = join(repository, 'src');
  for (const made of [folder, join(repository, '.git')]) mkdirSync(made, { recursive: true });
  const { id } = locateProject(repository);
  const at = async (where: string) => new URL((await launchOf(daemon, where)).url).searchParams.get('at');
  expect(await at(folder)).toBe(id);
  expect(await at('src')).toBeNull();
});

test('with a signature of its pass, and as its own page, the panel may call every verb', async () => {
  expect((await write(await enter())).status).toBe(200);
});

test.each(['launch', 'stop', 'open', 'cancel', 'hook?client=claude-code&event=SessionStart'])(
  'POST /v1/%s takes the token',
  async (path) => {
    expect((await post(await enter(), `/v1/${path}`, {})).status).toBe(401);
  },
);

test('a page changes no setting that decides where texts and keys go; the token does', async () => {
  const pass = await enter();
  const token = { authorization: `Bearer ${daemon.token}` };
  const asToken = (input: object) =>
    ask(at('settings'), {
      ...{ method: 'POST', headers: { ...json, ...token }, body: JSON.stringify(input) },
    });
  const { settings } = JSON.parse((await asToken({})).text) as {
    settings: { key: string; guarded: boolean }[];
  };
  const guarded = settings.filter(({ guarded }) => guarded).map(({ key }) => key);
  const mustBe = settings.filter(({ key }) => /^llm\.|\.(url|api_key_env|provider|program|model)$/.test(key));
  expect(guarded).toEqual(expect.arrayContaining(mustBe.map(({ key }) => key)));
  for (const key of guarded) {
    const said = await post(pass, at('settings'), {
      set: { 'search.meaning': 0.4, [key]: 'https://evil.example' },
    });
    expect([key, said.status, said.text]).toEqual([
      ...[key, 403, expect.stringContaining(`sqrl config set ${key} VALUE`)],
    ]);
    expect((await post(pass, at('settings'), { set: { [key]: null } })).status).toBe(403);
  }
  // It decides about proposals and its person's devices, and not about who gets what.
  for (const [verb, input] of [
    ['hubShare', { ids: ['7k3f9x2m'], space: 'crew' }],
    ['hubErase', { ids: ['7k3f9x2m'] }],
    ['teamRetention', { of: 'crew', days: 1 }],
    ['hubDevices', { trust: 'd1' }],
    ['hubSync', { newCode: true }],
  ] as const)
    expect([verb, (await post(pass, at(verb), input)).status]).toEqual([verb, 403]);
  expect((await post(pass, at('hubDevices'), {})).text).toContain('not logged in at a hub');
  // With another header than the token a page stays a page.
  const other = await post(
    pass,
    at('settings'),
    { set: { 'llm.url': 'https://evil.example' } },
    {
      authorization: 'Basic x',
    },
  );
  expect(other.status).toBe(403);
  expect(readFileSync(join(home, 'config.toml'), 'utf8')).not.toMatch(/evil|meaning/);
  expect((await post(pass, at('settings'), { set: { 'search.meaning': 0.4 } })).status).toBe(200);
  expect((await asToken({ set: { 'llm.url': 'http://127.0.0.1:9/v1' } })).status).toBe(200);
});

test('a page has rule files read that we found, and no other file of the person’s', async () => {
  const pass = await enter();
  const [rules, secret] = [join(project, 'CLAUDE.md'), join(root, 'secret.md')];
  for (const path of [rules, secret]) writeFileSync(path, '- Always run the linter before a commit\n');
  const asked = (verb: string, input: object) => post(pass, at(verb), input);
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
  const body = JSON.stringify({ paths: [secret] });
  const said = await ask(at('teach'), { method: 'POST', headers: { ...json, ...token }, body });
  expect(JSON.parse(said.text).files).toMatchObject([{ because: null }]);
});

const remember = () => ({ method: 'POST', path: at('remember'), body: JSON.stringify(TEXT) });

test.each<[string, (pass: string, other: string) => Record<string, string>]>([
  ['no signature', () => ({ 'x-sqrl-panel': '' })],
  ['the pass itself', (pass) => ({ 'x-sqrl-panel': pass })],
  ['the id of the pass alone', (pass) => ({ 'x-sqrl-panel': secretId(pass) })],
  [
    'the signature of another secret',
    (pass) => ({
      'x-sqrl-panel': `${secretId(pass)}.${requestSignature('made-up', remember())}`,
    }),
  ],
  [
    'the signature of another page',
    (pass, other) => ({
      'x-sqrl-panel': `${secretId(pass)}.${requestSignature(other, remember())}`,
    }),
  ],
  ['the signature of another text', (pass) => signedBy(pass, { ...remember(), body: '{"text":"Other"}' })],
  ['the signature of another address', (pass) => signedBy(pass, { ...remember(), path: '/v1/remember' })],
  ['the signature of another method', (pass) => signedBy(pass, { ...remember(), method: 'GET' })],
  ['no origin', () => ({ origin: '' })],
  ['a foreign origin', () => ({ origin: 'http://127.0.0.1:3000' })],
  ['a page on another port', () => ({ 'sec-fetch-site': 'same-site' })],
  ['a wrong name', () => ({ host: `evil.example:${daemon.port}` })],
  [
    'the name that may lead to [::1]',
    () => ({
      ...{ host: `localhost:${daemon.port}`, origin: `http://localhost:${daemon.port}` },
    }),
  ],
])('%s is not enough', async (_, headers) => {
  const [pass, other] = [await enter(), await enter()];
  expect([401, 403]).toContain((await write(pass, headers(pass, other))).status);
});

test('the page may do nothing but load its own files and speak to its own daemon', async () => {
  const page = await ask('/p/any/memories');
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = page.headers['content-security-policy'] as string;
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-");
  expect(policy).toContain("connect-src 'self'");
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  const nonce = /'nonce-([^']+)'/.exec(policy)![1]!;
  expect(page.text).toContain(`content="${nonce}"`);
  expect(page.text).not.toMatch(/<script>|<script[^>]*>[^<]+<\/script>|style=/);
  const other = await ask('/');
  expect(other.headers['content-security-policy']).not.toContain(nonce);
});

test('its files come compressed and are kept for good, since their names change with them', async () => {
  const { text } = await ask('/');
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(text)![1]!;
  const [plain, brotli, gzip] = await Promise.all(
    ['identity', 'gzip, br', 'gzip'].map((encoding) =>
      ask(script, { headers: { 'accept-encoding': encoding } }),
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
  '/nonsense',
  '/p/shop/nonsense',
  '/index.html',
  '/package.json',
])('%s is no file of it', async (path) => {
  const said = await ask(path);
  expect(said.text).not.toMatch(/"squirrel-memory"|import /);
  expect(said.status).toBe(404);
});

/** The addresses of the panels, as the page has them. */
const panels = [
  ...readFileSync(new URL('../../../dashboard/app/panels.ts', import.meta.url), 'utf8').matchAll(
    /^ {2}panel\('(?!home')(\w+)'/gm,
  ),
].map(([, name]) => `/${name}`);

test('the page has panels', () => {
  expect(panels).toEqual(expect.arrayContaining(['/memories', '/settings']));
});

test.each(['/', ...panels, ...panels.map((name) => `/p/shop-1a${name}/below`)])(
  '%s is a page',
  async (path) => {
    expect((await ask(path)).headers['content-type']).toBe('text/html; charset=utf-8');
  },
);

test('the files of the page are the same for every user and contain no secret; live news need a pass', async () => {
  const key = await newKey();
  const page = await ask('/', { headers: { accept: 'text/html' } });
  expect(page.status).toBe(200);
  expect(page.headers['set-cookie']).toBeUndefined();
  for (const secret of [key, daemon.token, home]) expect(page.text).not.toContain(secret);
  expect((await ask('/v1/live')).status).toBe(401);
});

test('another site leads a browser to the page itself at most, as the launch file does', async () => {
  const from = (path: string, mode: string, dest: string) => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode, 'sec-fetch-dest': dest };
    return ask(path, { headers }).then(({ status }) => status);
  };
  expect(await from('/', 'navigate', 'document')).toBe(200);
  expect(await from('/', 'navigate', 'iframe')).toBe(403);
  expect(await from('/', 'no-cors', 'script')).toBe(403);
  expect(await from('/p/shop/ask?q=x', 'navigate', 'document')).toBe(403);
  expect(await from('/v1/openapi.json', 'navigate', 'document')).toBe(403);
});

test('an open page hears of what changes', async () => {
  const pass = await enter();
  const heard: string[] = [];
  const listening = request(
    {
      ...{ host: '127.0.0.1', port: daemon.port, path: '/v1/live' },
      headers: signedBy(pass, LIVE),
    },
    (answer) => answer.setEncoding('utf8').on('data', (part) => heard.push(part)),
  );
  listening.on('error', () => {});
  listening.end();
  await expect.poll(() => heard.join('')).toMatch(/event: hello\ndata: \{"version":"0.1.0"/);
  // News of background jobs comes along with it, in one event.
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

test('a page that disconnects without notice does no harm', async () => {
  const pass = await enter();
  const headers = signedBy(pass, LIVE);
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
    expect((await write(pass)).status).toBe(200);
  }
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect((await write(pass)).status).toBe(200);
});

test('after a restart the daemon answers on another port, and knows no page from before', async () => {
  const [pass, key] = [await enter(), await newKey()];
  const { port, token } = daemon;
  await end();
  // The program that listens there now may have left scripts in the browser for that origin.
  expect(readdirSync(home).filter((name) => name.startsWith('panel'))).toEqual([]);
  await begin();
  expect(daemon.port).not.toBe(port);
  expect(daemon.token).not.toBe(token);
  expect((await write(pass)).status).toBe(401);
  expect((await trade(key)).status).toBe(401);
  expect((await ask(`/v1/hello?nonce=${NONCE}&page=${secretId(pass)}`)).status).toBe(401);
});

test('one file leads to the daemon as long as it runs, with a new key after each use', async () => {
  const lasting = join(home, 'panel.html');
  const keyIn = () => /#key=([\w-]{43})"/.exec(readFileSync(lasting, 'utf8'))![1]!;
  const first = keyIn();
  expect(statSync(lasting).mode & 0o777).toBe(0o600);
  expect((await trade(first)).status).toBe(200);
  expect((await trade(first)).status).toBe(401);
  const second = keyIn();
  expect(second).not.toBe(first);
  await end();
  expect(existsSync(lasting)).toBe(false);
  await begin();
  expect((await trade(second)).status).toBe(401);
  expect((await trade(keyIn())).status).toBe(200);
});

test('a launch file that a killed daemon left is removed by the next one', async () => {
  await end();
  const left = join(home, 'panel-0123456789abcdef.html');
  writeFileSync(left, '');
  await begin();
  expect(existsSync(left)).toBe(false);
  // Without a home there is nothing to remove: a daemon stops then, and must get to its end.
  new PageAccess(join(root, 'removed'), Date.now).clear();
});
