import { expect, test } from 'vitest';
import { MAX_HOOKS } from '../hooks/answer-hook.ts';
import { UntakenAnswers } from '../hooks/session-ends.ts';
import { appOf } from './app.ts';
import { type ActiveCalls, MAX_CALLS } from './calls.ts';
import type { ServerContext } from './context.ts';

/** A daemon in which nothing that is begun goes on before it is let go. */
function held() {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  let begun = 0;
  const wait = async () => {
    begun++;
    await promise;
    return { text: '', injection: null, point: 'session start', shown: false };
  };
  const untaken = new UntakenAnswers();
  const context = {
    ...{ token: 'a-token', port: () => 50_000, isCurrent: () => true, stop() {}, untaken },
    ...{ isPaused: () => false, hookCalled() {}, log: { line() {} } },
    ...{ open: wait, call: wait, at: async () => wait().then(() => '') },
  };
  const calls: ActiveCalls = new Map();
  const app = appOf(context as unknown as ServerContext, calls);
  const post = (path: string, body: object = {}, headers = {}) =>
    app.request(path, {
      method: 'POST',
      headers: {
        ...{ authorization: 'Bearer a-token', host: '127.0.0.1:50000', 'content-type': 'application/json' },
        ...headers,
      },
      body: JSON.stringify(body),
    });
  const hook = (session: string) =>
    post('/v1/hook?client=claude-code&event=SessionStart&pid=1', {
      ...{ session_id: session, cwd: '/shop', source: 'startup' },
    });
  const until = async (wanted: number) => {
    while (begun < wanted) await new Promise(setImmediate);
  };
  return { calls, hook, post, release, untaken, until, begun: () => begun };
}

const LINES = { accept: 'application/x-ndjson' };

test('beyond its share of calls the daemon says that it is busy, and hooks have a share of their own', async () => {
  const { calls, hook, post, release, until } = held();
  // Also those that tell how far they have come, whose answer begins before they end.
  const under = Array.from({ length: MAX_CALLS }, (_, i) =>
    i % 3 === 0 ? post('/v1/open') : post('/v1/list', {}, i % 3 === 1 ? LINES : {}),
  );
  await until(MAX_CALLS);
  for (const path of ['/v1/list', '/v1/open']) {
    const refused = await post(path);
    expect([path, refused.status, refused.headers.get('retry-after')]).toEqual([path, 503, '1']);
    expect(await refused.json()).toEqual({
      error: { code: 'busy', message: expect.stringContaining('256 calls'), hint: 'Try again in a moment.' },
    });
  }
  const told = hook('one');
  await until(MAX_CALLS + 1);
  // What ends calls is not one.
  expect((await post('/v1/cancel?call=none')).status).toBe(200);
  release();
  for (const { status } of [...(await Promise.all(under)), await told]) expect(status).toBe(200);
  while (calls.size > 0) await new Promise(setImmediate);
  expect((await post('/v1/list')).status).toBe(200);
});

test('a hook beyond its share is refused, and its session is told at the next prompt what it missed', async () => {
  const { begun, hook, post, release, untaken, until } = held();
  const under = Array.from({ length: MAX_HOOKS }, (_, i) => hook(`session ${i}`));
  await until(MAX_HOOKS);
  const refused = await hook('late');
  expect([refused.status, await refused.json()]).toEqual([
    503,
    {
      error: { code: 'busy', message: expect.stringContaining('128 hooks'), hint: 'Try again in a moment.' },
    },
  ]);
  expect(begun()).toBe(MAX_HOOKS);
  const called = post('/v1/list');
  await until(MAX_HOOKS + 1);
  release();
  for (const { status } of await Promise.all([...under, called])) expect(status).toBe(200);
  expect(await untaken.missedBy('late')).toMatchObject({ point: 'session start' });
  expect(await untaken.missedBy('session 0')).toBeUndefined();
  expect((await hook('after')).status).toBe(200);
});
