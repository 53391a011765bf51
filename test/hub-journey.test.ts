// Issue 26: two people and three devices on a real hub, on its embedded database.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type ServedHub, serveHub } from '../src/hub/serve.ts';
import { canonical } from '../src/model/sync/registers.ts';
import { sharedRow } from '../src/store/memory/shared.ts';
import { type Opened, open, temporaryFolder } from './support/home.ts';

async function startHub(): Promise<ServedHub> {
  const stop = new AbortController();
  const folder = join(temporaryFolder(), 'hub');
  const options = {
    folder,
    database: undefined,
    host: '127.0.0.1',
    port: 0,
    tls: undefined,
    behindProxy: false,
  };
  let ended: Promise<void> | undefined;
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  return await new Promise((resolve, reject) => {
    const world = { now: Date.now, log: () => {}, signal: stop.signal, onReady: resolve };
    ended = serveHub(options, world);
    ended.catch(reject);
  });
}

function clone(): string {
  const folder = join(temporaryFolder(), 'shop');
  mkdirSync(join(folder, '.git'), { recursive: true });
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  const url = 'git@git.example.com:acme/shop.git';
  writeFileSync(join(folder, '.git', 'config'), `[remote "origin"]\n\turl = ${url}\n`);
  return folder;
}

const told = async ({ client }: Opened): Promise<string> => {
  const asked = { client: 'claude-code' as const, session: `s${Math.random()}`, record: false };
  return (await client.call('deliver', { ...asked, moment: { point: 'session start' } })).text;
};
const sync = ({ client }: Opened, input = {}) => client.call('hubSync', input);

test('join, sync, share, review, conflict, dispute, leave: as two people would', {
  timeout: 120_000,
}, async () => {
  const hub = await startHub();
  const [laptop, desktop, bob] = [
    open({ project: clone() }),
    open({ project: clone() }),
    open({ project: clone() }),
  ];
  const login = (home: Opened, code: string, person: string) =>
    home.client.call('hubLogin', { url: hub.url, code, person, device: `a device of ${person}` });
  await login(laptop, hub.first!.code, 'Ann');
  await login(desktop, (await laptop.client.call('teamInvite', {})).code, '');
  expect((await laptop.client.call('hubDevices', {})).devices).toMatchObject([
    { person: { name: 'Ann' } },
    { person: { name: 'Ann' } },
  ]);

  // Ann's devices.
  const say = { scope: 'global' as const, type: 'preference' as const };
  const { id: own } = await laptop.client.call('remember', { ...say, text: 'Always use pnpm, never npm' });
  const begun = await sync(laptop, { personal: true });
  expect(begun).toMatchObject({ sent: 1, refused: 0 });
  const code = begun.recoveryCode!;
  expect(await sync(desktop, { personal: true, code })).toMatchObject({ added: 1, left: 0, unopened: 0 });
  expect(await told(desktop)).toContain('Always use pnpm, never npm');
  await desktop.client.call('forget', { ids: [own] });
  await sync(desktop);
  expect(await sync(laptop)).toMatchObject({ removed: 1 });

  // Another code, which the other device has to be given.
  await laptop.client.call('remember', { ...say, text: 'Prefer tabs over spaces' });
  await sync(laptop);
  expect(await sync(desktop)).toMatchObject({ added: 1 });
  const { recoveryCode: next } = await sync(laptop, { newCode: true });
  expect((await sync(desktop)).unopened).toBeGreaterThan(0);
  expect(await sync(desktop, { personal: true, code: next! })).toMatchObject({ unopened: 0, refused: 0 });

  // A team of two.
  await laptop.client.call('teamCreate', { name: 'crew' });
  const invite = await laptop.client.call('teamInvite', { of: 'crew', role: 'maintainer' });
  await login(bob, invite.code, 'Bob');
  expect(
    (await bob.client.call('teamMembers', { of: 'crew' })).members.map(({ role }) => role).sort(),
  ).toEqual(['maintainer', 'owner']);
  const { id } = await laptop.client.call('remember', {
    text: 'Deploys happen on Tuesdays only',
    type: 'requirement',
  });
  const { shared } = await laptop.client.call('hubShare', { ids: [id], space: 'team:crew' });
  const team = shared[0]!.id;
  expect(await sync(laptop)).toMatchObject({ sent: 1, refused: 0 });
  expect(await sync(bob)).toMatchObject({ added: 1, proposed: 1 });
  expect(await told(bob)).not.toContain('Tuesdays');
  await bob.client.call('hubReview', { ids: [team], verdict: 'approve' });
  await sync(desktop);
  expect(await told(desktop)).toContain('Deploys happen on Tuesdays only');
  expect(await told(bob)).toContain('Ann (team crew, reviewed by Bob): “Deploys happen on Tuesdays only”');
  expect(await bob.client.call('teamBrief', { of: 'crew' })).toMatchObject({ total: 1 });

  // Both reword it at once; Bob, a maintainer, chooses.
  await laptop.client.call('correct', { id: team, text: 'Deploys happen on Wednesdays only' });
  await bob.client.call('correct', { id: team, text: 'Deploys happen on Tuesdays and Fridays' });
  await sync(laptop);
  expect(await sync(bob)).toMatchObject({ refused: 0, contested: 1 });
  const [conflict] = (await bob.client.call('conflicts', {})).conflicts;
  expect(conflict!.wordings.map(({ person }) => person).sort()).toEqual(['Ann', 'Bob']);
  await bob.client.call('chooseWording', {
    id: team,
    tag: conflict!.wordings.find(({ person }) => person === 'Ann')!.tag,
  });
  expect(await sync(bob)).toMatchObject({ refused: 0 });
  await sync(laptop);
  const states = [laptop, bob].map(({ engine }) => canonical(sharedRow(engine.user.store, team)!.state));
  expect(states[0]).toBe(states[1]);

  // A dispute, an answer, a dismissal.
  await bob.client.call('dispute', { id: team, because: 'We deployed on Friday' });
  expect(await sync(bob)).toMatchObject({ sent: 1, refused: 0 });
  expect(await sync(laptop)).toMatchObject({ comments: 1 });
  expect(await laptop.client.call('dispute', { id: team, close: true })).toMatchObject({
    disputed: false,
    comments: [{ person: 'Bob' }],
  });
  expect(await sync(laptop)).toMatchObject({ refused: 0 });
  await sync(bob);
  expect(await bob.client.call('dispute', { id: team })).toMatchObject({ disputed: false });

  // A project, linked by its remote.
  await laptop.client.call('hubLink', { create: true, auto: true });
  expect(await sync(laptop)).toMatchObject({ refused: 0 });
  expect(await bob.client.call('hubLink', {})).toMatchObject({ status: 'linked' });
  expect(await sync(bob)).toMatchObject({ added: 1 });
  expect(await sync(bob, { rebuild: true })).toMatchObject({ removed: 0, left: 0 });

  // A text that should not be there is erased for everybody by its author, who sees which devices still have it.
  const { id: slip } = await laptop.client.call('remember', {
    text: 'The plum incident began in the cellar',
  });
  await sync(laptop);
  expect(await sync(bob)).toMatchObject({ added: 1, forged: 0 });
  await expect(bob.client.call('hubErase', { ids: [slip] })).rejects.toMatchObject({ code: 'forbidden' });
  const [first] = (await laptop.client.call('hubErase', { ids: [slip] })).erased;
  expect(first!.unseen.map(({ person }) => person.name)).toContain('Bob');
  await expect(laptop.client.call('get', { id: slip })).rejects.toMatchObject({ code: 'not_found' });
  expect(await sync(bob)).toMatchObject({ removed: 1 });
  await sync(bob);
  const [second] = (await laptop.client.call('hubErase', { ids: [slip] })).erased;
  expect(second!.unseen.map(({ person }) => person.name)).not.toContain('Bob');
  expect(await laptop.client.call('teamRetention', { of: 'project', days: 365 })).toMatchObject({
    erased: 0,
  });
  expect(await bob.client.call('teamMembers', { of: 'project' })).toMatchObject({ retentionDays: 365 });
  await expect(bob.client.call('teamRetention', { of: 'project', days: 1 })).rejects.toMatchObject({
    code: 'forbidden',
  });
  // Ann's other device has not linked the project, and asks the hub.
  expect(await desktop.client.call('hubSearch', { question: 'deploying' })).toMatchObject({
    found: [{ text: 'Deploys happen on Tuesdays only', space: 'project shop', person: 'Ann', isOwn: true }],
    ...{ searched: ['project shop'], sealed: [], url: hub.url },
  });
  expect(await bob.client.call('hubSearch', { question: 'deploying' })).toMatchObject({
    ...{ found: [], searched: [], sealed: ['personal Bob'] },
  });

  // Bob leaves; a device is revoked.
  expect(await bob.client.call('teamLeave', { of: 'crew', keepOwn: false })).toMatchObject({ removed: 1 });
  expect(await told(bob)).not.toContain('Deploys happen on Wednesdays');
  const { devices } = await laptop.client.call('hubDevices', {});
  const { own: other } = await desktop.client.call('hubDevices', {});
  expect(devices.some((device) => device.id === other)).toBe(true);
  await laptop.client.call('hubDevices', { revoke: other });
  await expect(sync(desktop)).rejects.toMatchObject({ code: 'forbidden' });
});
