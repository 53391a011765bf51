import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HubFailure, HubSpace, LinkReply, PairReply, SyncReply } from '../model/sync/hub-protocol.ts';
import type { HubDb } from './db.ts';
import { carryOut, type OperatorInvite } from './operate.ts';
import { ask, paired, type TestHub, testHub, worded } from './testing/device.ts';
import { emptyHub, testEngines } from './testing/engines.ts';

const engines = testEngines(process.env);
afterAll(async () => {
  for (const engine of engines) await engine.close();
});

describe.each(engines)('against a hub on $name', (engine) => {
  let db: HubDb;
  let hub: TestHub;
  let ann: PairReply;
  let bob: PairReply;

  beforeAll(async () => {
    db = await engine.open();
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    await emptyHub(db);
    hub = testHub(db);
    ann = await paired(hub, { org: 'acme', person: 'Ann' });
    bob = await paired(hub, { org: 'acme', person: 'Bob' });
  });

  const post = <T>({ key }: PairReply, call: string, body: unknown) => ask<T>(hub, call, { key, body });
  const link = async (pair: PairReply, name: string, more = {}) => {
    const remotes = [`git@example.com:acme/${name}.git`];
    return (await post<LinkReply & HubFailure>(pair, 'link', { remotes, roots: [], name, ...more })).body;
  };
  const projectOf = async (pair: PairReply, name: string): Promise<HubSpace> =>
    ((await link(pair, name, { create: true })) as { space: HubSpace }).space;
  const give = async (space: string, role: string | null) =>
    (await post(ann, 'role', { space, person: bob.person.id, role })).status;
  const spacesOf = async (pair: PairReply) =>
    (await post<SyncReply>(pair, 'sync', { protocol: 1, spaces: [], push: [] })).body.spaces.map(
      ({ id }) => id,
    );

  test('a person who was removed does not come back by linking, only by an owner', async () => {
    const { id } = await projectOf(ann, 'shop');
    expect(await link(bob, 'shop')).toMatchObject({ space: { id, role: 'member' } });
    expect(await give(id, null)).toBe(200);
    expect(await link(bob, 'shop')).toMatchObject({
      code: 'role',
      message: expect.stringContaining('removed'),
    });
    expect(await link(bob, 'shop', { space: id })).toMatchObject({ code: 'role' });
    expect(await spacesOf(bob)).not.toContain(id);
    expect(await give(id, 'viewer')).toBe(200);
    expect(await link(bob, 'shop')).toMatchObject({ space: { id, role: 'viewer' } });
    // Nor does a person who had left before.
    await post(bob, 'leave', { space: id });
    await give(id, null);
    expect(await link(bob, 'shop')).toMatchObject({ code: 'role' });
  });

  test('a person who left comes back with no more than their last role', async () => {
    const { id } = await projectOf(ann, 'shop');
    await link(bob, 'shop');
    const again = async () => {
      await post(bob, 'leave', { space: id });
      expect(await spacesOf(bob)).not.toContain(id);
      return ((await link(bob, 'shop')) as { space: HubSpace }).space.role;
    };
    expect(await again()).toBe('member');
    await give(id, 'viewer');
    expect(await again()).toBe('viewer');
    expect(await again()).toBe('viewer');
    const push = [{ space: id, kind: 'memory', id: 'word1', state: worded('Use pnpm', { tag: 'a', at: 1 }) }];
    const { body } = await post<SyncReply>(bob, 'sync', { protocol: 1, spaces: [], push });
    expect(body.refused[0]?.why).toMatchObject({ code: 'role' });
    await give(id, 'owner');
    expect(await again()).toBe('member');
    // Also through the organization, which an owner takes them back into.
    await give(id, 'viewer');
    await give(ann.org.id, null);
    await give(ann.org.id, 'member');
    const { code } = (await carryOut(
      db,
      'invite',
      { person: bob.person.id },
      hub.clock.now,
    )) as OperatorInvite;
    bob = await paired(hub, { code, person: '' });
    expect(await link(bob, 'shop')).toMatchObject({ space: { role: 'viewer' } });
  });

  test('two people of one organization never have the same name', async () => {
    const names = [];
    for (const person of ['Bob', 'bob', 'ＢＯＢ'])
      names.push((await paired(hub, { org: 'acme', person })).person.name);
    expect(names).toEqual(['Bob 2', 'bob 3', 'ＢＯＢ 4']);
    expect((await paired(hub, { org: 'other', person: 'Bob' })).person.name).toBe('Bob');
  });

  test('only maintainers add a repository to a project, and its people are asked before they join', async () => {
    const { id } = await projectOf(ann, 'shop');
    const payroll = { space: id, remotes: ['git@example.com:acme/payroll.git'] };
    // Bob joins by the id, and as member and viewer names another repository.
    for (const role of ['member', 'viewer']) {
      expect(await link(bob, 'payroll', payroll)).toMatchObject({ status: 'linked', space: { id } });
      await give(id, role);
    }
    const carl = await paired(hub, { org: 'acme', person: 'Carl' });
    expect(await link(carl, 'payroll')).toEqual({ status: 'ask', candidates: [] });
    // A maintainer may: for a repository that moved. It is still asked for.
    await link(ann, 'payroll', payroll);
    const asked = await link(carl, 'payroll');
    const remotes = ['example.com/acme/shop', 'example.com/acme/payroll'];
    expect(asked).toEqual({ status: 'ask', candidates: [{ id, name: 'shop', remotes }] });
    expect(await spacesOf(carl)).not.toContain(id);
    // A space of its own wins over one that was given its remote.
    const own = await projectOf(carl, 'payroll');
    expect(own.id).not.toBe(id);
    expect(await link(bob, 'payroll')).toMatchObject({ status: 'linked', space: { id: own.id } });
  });
});
