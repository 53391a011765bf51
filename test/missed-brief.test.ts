import { correctReceipts, handleHookAction } from '@sqrl/squirrel/daemon/hooks/hook-actions.ts';
import { UntakenAnswers } from '@sqrl/squirrel/daemon/hooks/session-ends.ts';
import type { ServerContext } from '@sqrl/squirrel/daemon/server/context.ts';
import { expect, test } from 'vitest';
import { open } from './support/home.ts';

test('a brief that came too late is told again with the first prompt, and once', async () => {
  const { client, engine } = open();
  await client.call('remember', { text: 'Always use pnpm here', type: 'preference' });
  const timeout = new AbortController();
  const context = {
    open: async () => {},
    call: async (_: unknown, ...asked: Parameters<typeof client.call>) => {
      const answer = await client.call(...asked);
      timeout.abort();
      return answer;
    },
    untaken: new UntakenAnswers(),
    at: async (_: unknown, work: (with_: typeof engine) => unknown) => work(engine),
  } as unknown as ServerContext;
  const caller = {
    context,
    client: 'codex',
    pid: 0,
    session: 's',
    place: { project: '/p' },
    shows: false,
  } as const;
  const late = await handleHookAction(
    { ...caller, signal: timeout.signal },
    { do: 'tell', moment: { point: 'session start', because: 'startup' } },
  );
  expect(late.receipts).toHaveLength(1);
  // As the daemon does for a hook that has timed out: it printed nothing.
  correctReceipts(engine, late.receipts!, '');

  const briefed = () =>
    handleHookAction({ ...caller, signal: new AbortController().signal }, { do: 'brief' });
  expect((await briefed()).agent).toContain('Always use pnpm here');
  expect((await briefed()).agent).toBe('');
});
