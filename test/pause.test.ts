import { expect, test } from 'vitest';
import { claudeLog } from './support/claude-log.ts';
import { open } from './support/home.ts';
import { person } from './support/person.ts';

const RULE = 'From now on always use pnpm for packages, because the lock file is pnpm’s.';

test('what agents do in a pause is not captured, not even when it is over; what comes later is', async () => {
  const ann = person({ '.claude/settings.json': '{}\n' });
  const json = async (...argv: string[]) =>
    JSON.parse((await ann.type(...argv, '--json', '--no-daemon')).out);
  const work = (session: string) => {
    const turns = [{ say: `${RULE} (${session})` }];
    const log = claudeLog({ session, cwd: ann.project, startedAt: Date.now(), turns });
    ann.write(`.claude/projects/-shop/${session}.jsonl`, log);
  };
  const sessions = async () => {
    await json('ingest');
    const { sessions } = await json('history', 'sessions');
    return sessions.map(({ id }: { id: string }) => id);
  };

  const paused = await ann.sqrl('pause', '--for', '2h');
  expect(paused.out).toMatch(/^Paused for all projects until (?:\d{4}-\d\d-\d\d )?\d\d:\d\d\./);
  work('secret');
  expect(await sessions()).toEqual([]);
  const status = await ann.sqrl('status', '--json', '--no-daemon');
  expect(JSON.parse(status.out).paused).toMatchObject({ project: null });

  expect((await ann.sqrl('resume')).out).toBe('Resumed.\n');
  expect((await ann.type('resume')).out).toBe('Squirrel was not paused.\n');
  work('open');
  expect(await sessions()).toEqual(['open']);
  expect(JSON.stringify(await json('ask', 'secret'))).not.toContain('(secret)');

  expect((await ann.type('pause', '--project')).out).toContain('Paused for shop until `sqrl resume`.');
  expect((await ann.type('status', '--no-daemon')).out).toContain(
    'Paused for this project until `sqrl resume`.\n',
  );
  work('again');
  expect(await sessions()).toEqual(['open']);
});

test('a muted memory stays, and no agent is told of it', async () => {
  const { client } = open();
  const text = 'Always use pnpm here, never npm';
  const { id } = (await client.call('remember', { text, type: 'preference', source: 'user_taught' })).memory;
  const told = async () => {
    const moment = { point: 'session start', because: 'startup' } as const;
    return client.call('deliver', { client: 'claude-code', session: 's', moment, record: false });
  };
  expect((await told()).text).toContain('pnpm');
  await client.call('change', { id, to: { tags: ['muted'] } });
  const muted = await told();
  expect([muted.text, muted.left[0]?.because]).toEqual(['', 'it is muted']);
  expect((await client.call('find', { question: 'pnpm' })).hits[0]?.memory.id).toBe(id);
});
