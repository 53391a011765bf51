import { Problem } from '@sqrl/base/problem.ts';
import { expect, test } from 'vitest';
import { HOOK_EVENTS } from '../../clients/hook-events.ts';
import type { ServerContext } from '../server/context.ts';
import { answerHook } from './answer-hook.ts';

/** A daemon in which every call fails. */
function broken(error: Error) {
  const lines: string[] = [];
  const called: string[] = [];
  const fail = () => Promise.reject(error);
  const context = {
    isPaused: () => false,
    hookCalled: (client: string) => called.push(client),
    open: fail,
    call: fail,
    at: fail,
    log: { line: (text: string) => lines.push(text) },
  };
  return { context: context as unknown as ServerContext, lines, called };
}

const said = (event: string, body = JSON.stringify({ session_id: 's', cwd: '/p', prompt: 'Fix it' })) =>
  new Request(`http://127.0.0.1/v1/hook?client=claude-code&event=${event}`, { method: 'POST', body });

test.each([new Error('disk I/O error'), new Problem('The memory is damaged.', '', 'store')])(
  'of %s a client hears nothing, and the log everything',
  async (error) => {
    for (const { event } of HOOK_EVENTS['claude-code']) {
      const { context } = broken(error);
      const answer = await answerHook(context, said(event), new Set());
      expect({ event, status: answer.status, text: await answer.text() }).toEqual({
        event,
        status: 200,
        text: '',
      });
    }
    const { context, lines, called } = broken(error);
    await answerHook(context, said('SessionStart'), new Set());
    expect(called).toEqual(['claude-code']);
    expect(lines).toEqual([expect.stringContaining(error.message)]);
  },
);

test('a daemon that is stopping, and a folder that is gone, are nothing to write down', async () => {
  for (const code of ['cancelled', 'not_found'] as const) {
    const { context, lines } = broken(new Problem('Gone.', '', code));
    expect(await (await answerHook(context, said('SessionStart'), new Set())).text()).toBe('');
    expect(lines).toEqual([]);
  }
});

test('what is no input of a client’s is refused', async () => {
  const { context } = broken(new Error('never asked'));
  for (const body of ['', 'garbage', '[]', 'null', '5'])
    await expect(answerHook(context, said('Stop', body), new Set())).rejects.toMatchObject({ code: 'usage' });
});
