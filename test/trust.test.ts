import { addInjection } from '@sqrl/squirrel/store/delivery/receipts.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';
import { expect, test } from 'vitest';
import { open } from './support/home.ts';
import { madeSession } from './support/made-session.ts';

const NOON = Date.UTC(2026, 10, 15, 12);
const HOUR = 3600_000;
const settings = '[notes]\ndaily_log = false';

function sessions(engine: Engine, from: number, to: number): void {
  for (let n = from; n < to; n++)
    madeSession(engine, { id: `s${n}`, at: NOON - (100 - n) * HOUR }, [
      { says: 'Mend the cart of the shop' },
    ]);
}

const told = (engine: Engine, n: number, memories: string[]) =>
  addInjection(engine.own.store, {
    id: `i${n}`,
    client: 'claude-code',
    session: `s${n}`,
    at: NOON - HOUR,
    point: 'session start',
    about: null,
    tokens: 10,
    holdout: 'full',
    shown: true,
    memories,
    passages: [],
  });

/** Has a person confirm memories; what they typed themselves counts like any other. */
async function confirmSome({ client }: ReturnType<typeof open>, count: number): Promise<void> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++)
    ids.push(
      (await client.call('remember', { text: `Shelf ${'abcdefghijklmnop'[n]} holds part ${n * 37}` })).id,
    );
  await client.call('confirm', { ids });
}

test('trust grows by confirmations, never by sessions or silence, and never to autonomy', async () => {
  const opened = open({ settings, now: () => NOON });
  const { engine, client } = opened;
  expect(await client.call('trust', {})).toMatchObject({ level: 'standard', confidence: 0.65, by: 'rules' });
  sessions(engine, 0, 20);
  for (let n = 0; n < 12; n++) told(engine, n, [`m${n}`]);
  expect(await client.call('trust', {})).toMatchObject({ level: 'standard', by: 'rules' });
  await confirmSome(opened, 10);
  expect(await client.call('trust', {})).toMatchObject({ level: 'confident', next: null, since: NOON });
  expect(await client.call('trust', {})).toMatchObject({ level: 'confident' });
});

test('an agent’s fact is not told unasked however many sessions pass, until a person confirmed it', async () => {
  const { engine, client } = open({ settings, now: () => NOON });
  const { id } = await client.call('remember', {
    text: 'Logins are handled by the acme-sdk package',
    source: 'agent_explicit',
    confidence: 0.7,
  });
  sessions(engine, 0, 20);
  const start = async (session: string) =>
    (
      await client.call('deliver', {
        client: 'claude-code',
        session,
        record: false,
        moment: { point: 'session start' },
      })
    ).text;
  expect(await start('a')).not.toContain('acme-sdk');
  await client.call('confirm', { ids: [id] });
  expect(await start('b')).toContain('acme-sdk');
});

test('a person’s choice stays, whatever is earned, until it is given back', async () => {
  const opened = open({ settings, now: () => NOON });
  const { client, home } = opened;
  await client.call('trust', { level: 'cautious' });
  await confirmSome(opened, 10);
  expect(await client.call('trust', {})).toMatchObject({ level: 'cautious', by: 'person', next: null });
  expect(await client.call('trust', { level: null })).toMatchObject({ level: 'confident', by: 'rules' });
  expect(await client.call('trust', { level: 'autonomous' })).toMatchObject({
    confidence: 0.45,
    by: 'person',
  });
  await client.close();
  const again = open({ home, settings, now: () => NOON });
  expect(await again.client.call('trust', {})).toMatchObject({ level: 'autonomous', by: 'person' });
});

test('where three things that were said in one session are rejected, a lower level is offered and not taken', async () => {
  let now = NOON;
  const { engine, client } = open({ settings, now: () => now });
  const ids: string[] = [];
  for (const text of ['Use tabs', 'Use yarn', 'Use Java', 'Use Perl'])
    ids.push((await client.call('remember', { text })).id);
  sessions(engine, 0, 3);
  await client.call('trust', {});
  now += HOUR;
  told(engine, 1, ids.slice(0, 3));
  told(engine, 2, ids.slice(3));
  await client.call('reject', { ids: [ids[0]!, ids[3]!] });
  await client.call('correct', { id: ids[1]!, text: 'Use npm' });
  expect((await client.call('trust', {})).notices).toEqual([]);
  await client.call('reject', { ids: [ids[2]!] });
  const trust = await client.call('trust', {});
  expect(trust).toMatchObject({
    level: 'standard',
    notices: [{ hint: expect.stringContaining('sqrl config trust cautious') }],
  });
  const start = await client.call('deliver', {
    client: 'claude-code',
    session: 'new',
    moment: { point: 'session start' },
  });
  expect(start.notices).toEqual(trust.notices);
  now += HOUR;
  expect(await client.call('trust', { level: 'standard' })).toMatchObject({ notices: [] });
});
