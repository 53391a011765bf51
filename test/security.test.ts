import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { daemonSocketPath, readDaemonFile } from '@sqrl/squirrel/protocol/daemon-file.ts';
import { openapi } from '@sqrl/squirrel/protocol/openapi.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Kept, keepDaemon, type Sent, send } from './security/daemon.ts';

// What is refused to whom is told case by case in packages/squirrel/daemon/server/server.test.ts and panel.test.ts, for one address;
// here it is every address.

let kept: Kept;

beforeAll(async () => {
  kept = await keepDaemon();
});

afterAll(async () => {
  await kept[Symbol.asyncDispose]();
});

/** Every address there is, with the way it is asked: the document has them all. */
const addresses: [method: string, path: string][] = Object.entries(
  openapi('0.1.0').paths as Record<string, object>,
).flatMap(([path, ways]) => Object.keys(ways).map((way): [string, string] => [way.toUpperCase(), path]));

/** The files of the panel's page are the same for everybody; foreign pages are not even given those. */
const PAGE: typeof addresses = [
  ['GET', '/'],
  ['GET', '/memories'],
];

type Stranger = [who: string, headers: (port: number) => Sent['headers']];

const WITHOUT_TOKEN: Stranger[] = [
  ['without a token', () => ({ authorization: undefined })],
  ['with a wrong token', () => ({ authorization: `Bearer ${'x'.repeat(43)}` })],
  ['with an empty token', () => ({ authorization: 'Bearer ' })],
  [
    'with a made-up signature',
    (port) => ({
      ...{ authorization: undefined, origin: `http://127.0.0.1:${port}` },
      'x-sqrl-panel': `${'0'.repeat(64)}.${'0'.repeat(64)}`,
    }),
  ],
];

const FOREIGN: Stranger[] = [
  ['by another name', (port) => ({ host: `shop.example:${port}` })],
  ['by the name of all addresses', (port) => ({ host: `0.0.0.0:${port}` })],
  ['from a foreign page', () => ({ origin: 'https://shop.example' })],
  ['from a page that only begins like ours', (port) => ({ origin: `http://127.0.0.1:${port}.shop.example` })],
  ['from a page over TLS', (port) => ({ origin: `https://127.0.0.1:${port}` })],
  ['as a browser says of a link elsewhere', () => ({ 'sec-fetch-site': 'cross-site' })],
];

describe.each([...WITHOUT_TOKEN, ...FOREIGN])('who comes %s', (who, headersOf) => {
  const isForeign = FOREIGN.some(([name]) => name === who);
  test('is let in nowhere', async () => {
    for (const [method, path] of [...addresses, ...(isForeign ? PAGE : [])]) {
      // It tells nobody anything that who has no token could use.
      if (path === '/v1/hello') continue;
      const said = await send(kept, path, { method, headers: headersOf(kept.daemon.port) ?? {} });
      expect([401, 403], `${method} ${path}`).toContain(said.status);
      expect(said.headers, path).not.toHaveProperty('access-control-allow-origin');
      expect(said.headers, path).not.toHaveProperty('set-cookie');
      expect(said.text, path).not.toContain(kept.daemon.token);
    }
  });
});

test.each([
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'text/plain;application/json',
  'application/jsonp',
  '',
])('what a page may send anywhere without asking is not taken: %j', async (type) => {
  for (const [method, path] of addresses)
    if (method === 'POST')
      expect((await send(kept, path, { headers: { 'content-type': type || undefined } })).status, path).toBe(
        415,
      );
});

test('the door for hooks is a file of its owner’s alone, and asks for the token as well', async () => {
  const socketPath = daemonSocketPath(kept.home)!;
  expect(lstatSync(socketPath).mode & 0o777).toBe(0o600);
  const ask = (headers: Sent['headers']) =>
    send(kept, '/v1/status', { socketPath, ...(headers && { headers }) });
  expect((await ask({})).status).toBe(200);
  expect((await ask({ authorization: undefined })).status).toBe(401);
  expect((await ask({ origin: 'https://shop.example' })).status).toBe(403);
});

test('a home that is reached by a link is the same home, and what is written there is nobody else’s', async () => {
  await using linked = await keepDaemon((root) => {
    mkdirSync(join(root, 'real'));
    symlinkSync(join(root, 'real'), join(root, 'link'));
    return join(root, 'link');
  });
  const place = `?project=${encodeURIComponent(linked.project)}`;
  expect((await send(linked, `/v1/remember${place}`, { body: '{"text":"We use pnpm here"}' })).status).toBe(
    200,
  );
  expect(readDaemonFile(join(linked.root, 'real'))?.pid).toBe(process.pid);
  for (const name of readdirSync(join(linked.root, 'real'), { recursive: true }) as string[]) {
    if (name === 'config.toml') continue;
    expect(statSync(join(linked.root, 'real', name)).mode & 0o077, name).toBe(0);
  }
});

test('a file that others may read or write is not taken for the daemon’s', async () => {
  const path = join(kept.home, 'daemon.json');
  for (const mode of [0o644, 0o660, 0o602]) {
    chmodSync(path, mode);
    expect(readDaemonFile(kept.home), mode.toString(8)).toBeUndefined();
  }
  chmodSync(path, 0o600);
  expect(readDaemonFile(kept.home)).toEqual(kept.daemon);
});

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn('SKIPPED: files of other users can only be tried by root');

test.skipIf(!isRoot)('a daemon’s file that another user put there is not believed', async () => {
  const home = join(kept.root, 'foreign');
  mkdirSync(home, { mode: 0o700 });
  const path = join(home, 'daemon.json');
  writeFileSync(path, JSON.stringify(kept.daemon), { mode: 0o600 });
  expect(readDaemonFile(home)).toBeDefined();
  execFileSync('chown', ['65534:65534', path]);
  expect(readDaemonFile(home)).toBeUndefined();
});

test.skipIf(!isRoot)('another user of the machine can read nothing of a home', () => {
  const user = { uid: 65534, gid: 65534, cwd: '/' };
  // What protects it must be its own, not the temporary folder's around it.
  for (const folder of [kept.root, kept.home]) chmodSync(folder, 0o755);
  const cat = (path: string) => execFileSync('cat', [path], { ...user, stdio: 'pipe' });
  const all = (readdirSync(kept.home, { recursive: true }) as string[]).map((name) => join(kept.home, name));
  for (const path of all.filter(
    (each) => existsSync(each) && statSync(each).isFile() && !each.endsWith('.toml'),
  ))
    expect(() => cat(path), path).toThrow();
});
