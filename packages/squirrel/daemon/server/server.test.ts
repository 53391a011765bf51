import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type DaemonFile, readDaemonFile } from '../../protocol/daemon-file.ts';
import { connectDaemon } from '../../protocol/http-client.ts';
import { verbs } from '../../protocol/verbs.ts';
import { tokenProof } from '../../protocol/wire.ts';
import { runDaemon } from '../daemon.ts';
import { appOf } from './app.ts';
import type { ServerContext } from './context.ts';

let root: string;
let home: string;
let project: string;
let daemon: DaemonFile;
let ended: Promise<unknown>;
const stop = new AbortController();

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'sqrl-server-')));
  [home, project] = [join(root, 'home'), join(root, 'shop')];
  for (const folder of [home, project]) mkdirSync(folder);
  writeFileSync(join(home, 'config.toml'), '[daemon]\nfollow = false\n');
  const surroundings = { home, env: {}, freeMemory: 1e9, now: Date.now, timeZone: 'UTC' };
  daemon = await new Promise((onReady) => {
    ended = runDaemon({
      ...{ surroundings, version: '0.1.0', signal: stop.signal, began: Date.now(), onReady },
      maxCloseMs: 600_000,
    });
  });
});

afterAll(async () => {
  stop.abort();
  await ended;
  rmSync(root, { recursive: true, force: true });
});

interface ServerTestRequest {
  method?: string;
  headers?: Record<string, string | undefined>;
  body?: string;
}

/** Sends what a stranger might send: every header as given. */
function send(path: string, { method = 'POST', headers = {}, body = '{}' }: ServerTestRequest = {}) {
  const all = {
    authorization: `Bearer ${daemon.token}`,
    'content-type': 'application/json',
    ...headers,
  };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port: daemon.port, method, path, headers: given },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (part) => (text += part));
          answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }));
        },
      );
      sent.on('error', reject);
      sent.end(method === 'POST' ? body : undefined);
    },
  );
}

const at = (path: string) => `${path}?project=${encodeURIComponent(project)}`;

test.each([
  ['no token', 401, { authorization: undefined }],
  ['a wrong token', 401, { authorization: `Bearer ${'x'.repeat(43)}` }],
  ['a token that begins right', 401, () => ({ authorization: `Bearer ${daemon.token.slice(0, -1)}` })],
  ['the name of another machine', 403, { host: 'evil.example' }],
  ['a name that leads here by a trick of DNS', 403, () => ({ host: `evil.example:${daemon.port}` })],
  ['another port', 403, { host: '127.0.0.1:1' }],
  ['a foreign page', 403, { origin: 'https://evil.example' }],
  ['a page from a file', 403, { origin: 'null' }],
  ['a page of another program on this machine', 403, { origin: 'http://localhost:3000' }],
  ['a page that the browser calls foreign', 403, { 'sec-fetch-site': 'cross-site' }],
  ['a form of a foreign page', 415, { 'content-type': 'text/plain' }],
  ['an upload', 415, { 'content-type': 'multipart/form-data; boundary=x' }],
] as const)('%s is refused with %i', async (_, status, headers) => {
  const given = typeof headers === 'function' ? headers() : headers;
  const before = (await connectedTo('list', {})).total;
  const said = await send(at('/v1/remember'), { headers: given, body: '{"text":"Let me in"}' });
  expect(said.status).toBe(status);
  expect(said.headers).not.toHaveProperty('access-control-allow-origin');
  expect(said.text).not.toContain(daemon.token);
  expect((await connectedTo('list', {})).total).toBe(before);
});

test('a page cannot ask first, either', async () => {
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
  const said = await send('/v1/remember', { method: 'OPTIONS', headers });
  expect(said.status).toBe(403);
  expect((await send('/v1/remember', { method: 'DELETE' })).status).toBe(405);
});

test('a client without the token only gets a proof that the daemon has it', async () => {
  const headers = { authorization: undefined };
  const nonce = 'a-nonce-of-mine-0';
  const said = await send(`/v1/hello?nonce=${nonce}`, { method: 'GET', headers });
  expect(JSON.parse(said.text)).toEqual({ proof: tokenProof(daemon.token, nonce) });
  for (const path of ['/v1/openapi.json', '/v1/hello/../status', '/v1/hello/'])
    expect((await send(path, { method: 'GET', headers })).status, path).toBe(401);
});

test.each([
  '/v1/../../etc/passwd',
  '/v1/..%2f..%2fetc%2fpasswd',
  '/v1/%2e%2e/%2e%2e/etc/passwd',
  '/v1/__proto__',
  '/v1/constructor',
  '/v1/toString',
  '/v1/remember%00',
  '/v2/remember',
  '/nonsense',
  '/search_memory?query=x',
  '/views/user_style',
  '/p/shop/nonsense',
])('%s is nothing that is there', async (path) => {
  const said = await send(path);
  expect(said.status).toBe(404);
  expect(said.text).not.toContain('root:');
});

test.each(['../../etc', 'nowhere', '%2Fetc%00', '%2Fno%2Fsuch%2Ffolder', '.'])(
  'a call cannot be about the folder %s',
  async (folder) => {
    expect([400, 404]).toContain(
      (await send(`/v1/remember?project=${folder}`, { body: '{"text":"x y"}' })).status,
    );
    const called = await send(`/v1/list?called=${folder}`);
    expect([400, 404]).toContain(called.status);
  },
);

test('a path with dots and links in it is the project it leads to', async () => {
  const said = await send(`/v1/stats?project=${encodeURIComponent(`${root}/home/../shop/.`)}`);
  expect(JSON.parse(said.text).project.root).toBe(project);
});

test('a body over the limit is not read, and a slow client is not waited for', async () => {
  const said = await send(at('/v1/remember'), {
    body: JSON.stringify({ text: 'x'.repeat(17 * 2 ** 20) }),
  }).catch((error: NodeJS.ErrnoException) => error);
  // The connection is cut while the client still sends, or it gets the status.
  if (said instanceof Error) expect(said.code).toMatch(/EPIPE|ECONNRESET/);
  else expect(said.status).toBe(413);
  const broken = await send(at('/v1/remember'), { body: '{"text":' });
  expect([broken.status, JSON.parse(broken.text).error.message]).toEqual([
    400,
    'The request body is not JSON.',
  ]);
  const socket = connect(daemon.port, '127.0.0.1');
  socket.write('GARBAGE\r\n\r\n');
  await new Promise((closed) => socket.on('close', closed));
});

test('an invalid input gets a message and a matching status', async () => {
  const wrong = await send(at('/v1/remember'), { body: '{"text":""}' });
  expect(wrong.status).toBe(400);
  const { error } = JSON.parse(wrong.text);
  expect(error).toMatchObject({ code: 'invalid', message: expect.any(String) });
  expect((await send(at('/v1/get'), { body: '{"id":"zzzzzzzz"}' })).status).toBe(404);
});

test('progress comes line by line, or as events, and the answer at the end', async () => {
  const text = Array.from({ length: 40 }, (_, i) => `- note number ${i}`).join('\n');
  const body = JSON.stringify({ text, format: 'markdown' });
  const lines = await send(at('/v1/import'), { headers: { accept: 'application/x-ndjson' }, body });
  const said = lines.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(said.at(-1).output).toMatchObject({ added: 40 });
  expect(said.slice(0, -1).every((line) => Array.isArray(line.progress))).toBe(true);
  expect(said.length).toBeGreaterThan(1);
});

test('a call ends when its client says so, and tells how far it came', async () => {
  const notes = join(root, 'notes');
  mkdirSync(notes);
  writeFileSync(join(notes, 'a.md'), '- a note that is read\n');
  const client = await here();
  const ending = new AbortController();
  const watching = client.call(
    'index',
    { folder: notes, watch: true },
    { signal: ending.signal, onProgress() {} },
  );
  const added = async () => (await client.call('list', {})).memories.map(({ text }) => text);
  await vi.waitFor(async () => expect(await added()).toContain('a note that is read'), 600_000);
  ending.abort();
  expect(await watching).toMatchObject({ added: 1 });
  await client.close();
});

test('a call ends when its client goes away', async () => {
  const sent = request({
    ...{ host: '127.0.0.1', port: daemon.port, method: 'POST', path: at('/v1/index') },
    headers: {
      authorization: `Bearer ${daemon.token}`,
      'content-type': 'application/json',
      accept: 'application/x-ndjson',
    },
  });
  sent.on('error', () => {});
  sent.end(JSON.stringify({ folder: join(root, 'notes'), watch: true }));
  await new Promise((resolve) => sent.on('response', resolve));
  const client = await here();
  const underWay = async () => (await client.call('status', {})).daemon!.underWay;
  await vi.waitFor(async () => expect(await underWay()).toBe(2), 600_000);
  sent.destroy();
  await vi.waitFor(async () => expect(await underWay()).toBe(1), 600_000);
  await client.close();
});

test('everything that can be asked stands in its OpenAPI document', async () => {
  const { text } = await send('/v1/openapi.json', { method: 'GET' });
  const { openapi, paths } = JSON.parse(text);
  expect(openapi).toBe('3.1.0');
  for (const verb of Object.keys(verbs)) expect(paths, verb).toHaveProperty([`/v1/${verb}`, 'post']);
  const { schema } = paths['/v1/remember'].post.requestBody.content['application/json'];
  expect(schema.properties.text).toMatchObject({ type: 'string' });
});

test('every address that is answered stands in the document, by its method, and every one in it is answered', async () => {
  const { paths } = JSON.parse((await send('/v1/openapi.json', { method: 'GET' })).text);
  const told = Object.entries<object>(paths).flatMap(([path, ways]) =>
    Object.keys(ways).map((way) => `${way.toUpperCase()} ${path}`),
  );
  const { routes } = appOf({ port: () => 0 } as ServerContext, new Map());
  // The gate, the limits and the page's files are for any address.
  const answered = routes.filter(({ path }) => path !== '/*' && path !== '*');
  expect(answered.length).toBeGreaterThan(8);
  const patterns = answered.map(
    ({ method, path }) =>
      new RegExp(`^${method} ${path.replaceAll('.', '\\.').replace(/:\w+/g, '[\\w.]+')}$`),
  );
  for (const pattern of patterns)
    expect(told, String(pattern)).toContainEqual(expect.stringMatching(pattern));
  // A parameter stands for every verb; those are counted by name above and below.
  const named = answered
    .filter(({ path }) => !path.includes(':'))
    .map(({ method, path }) => `${method} ${path}`);
  expect(told.sort()).toEqual(
    [...new Set([...named, ...Object.keys(verbs).map((verb) => `POST /v1/${verb}`)])].sort(),
  );
});

test('settings that change are heeded at once', async () => {
  writeFileSync(join(home, 'config.toml'), '[daemon]\nfollow = false\n[search]\nmeaning = 5\n');
  expect((await send(at('/v1/stats'))).status).toBe(400);
  writeFileSync(join(home, 'config.toml'), '[daemon]\nfollow = false\n# fine again\n');
  expect((await send(at('/v1/stats'))).status).toBe(200);
});

async function here() {
  const start = { node: '', args: [], env: {} };
  expect(readDaemonFile(home)).toEqual(daemon);
  return (await connectDaemon({ home, version: '0.1.0', ifMissing: 'leave', start }, { project }))!;
}

async function connectedTo<V extends 'list' | 'remember'>(
  verb: V,
  input: Parameters<Awaited<ReturnType<typeof here>>['call']>[1],
) {
  const client = await here();
  try {
    return await client.call(verb, input as never);
  } finally {
    await client.close();
  }
}
