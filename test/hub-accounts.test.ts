// Issue 26, step 8: accounts at a hub on PostgreSQL, with a provider of OpenID Connect on this machine.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupRulesAt } from '@sqrl/hub/accounts/groups.ts';
import { openAccounts, passwordLink } from '@sqrl/hub/accounts/open.ts';
import { openAccountStore } from '@sqrl/hub/accounts/store.ts';
import { hubApp } from '@sqrl/hub/app.ts';
import { type HubDb, openPostgres } from '@sqrl/hub/db.ts';
import { newsOf } from '@sqrl/hub/live.ts';
import type { HubPlace } from '@sqrl/hub/open.ts';
import { operate } from '@sqrl/hub/operate.ts';
import { type ServedHub, type ServeOptions, serveHub } from '@sqrl/hub/serve.ts';
import { testEngines } from '@sqrl/hub/testing/engines.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FormBrowser, type Seen } from './support/form-browser.ts';
import { open } from './support/home.ts';
import { type LocalProvider, localProvider } from './support/local-provider.ts';

const DAY_MS = 86_400_000;
const PASSWORD = 'correct horse battery';
const ROLES = {
  'squirrel-admins': 'owner',
  squirrel: 'viewer',
  payments: 'team:Payments:maintainer',
  sales: 'team:sales:member',
};
const engine = testEngines(process.env).find(({ name }) => name === 'PostgreSQL');

describe.skipIf(!engine)('accounts', { timeout: 120_000 }, () => {
  const stop = new AbortController();
  const log: string[] = [];
  /** Of the hub's clock, for codes and keys that expire. */
  let ahead = 0;
  let place: HubPlace;
  let provider: LocalProvider;
  let hub: ServedHub;
  let ended: Promise<void>;
  let db: HubDb;

  const world = { now: () => Date.now() + ahead, log: (line: string) => void log.push(line) };
  const at = (path: string) => `${hub.url}/account${path}`;

  beforeAll(async () => {
    place = await engine!.place();
    provider = await localProvider();
    const { issuer, clientId, clientSecret } = provider;
    const rules = join(place.folder, 'groups.json');
    writeFileSync(rules, JSON.stringify({ scope: 'groups', org: 'grouped', roles: ROLES }));
    const options: ServeOptions = {
      ...{ ...place, host: '127.0.0.1', port: 0, tls: undefined, behindProxy: false },
      accounts: {
        isSignUpOpen: true,
        publicUrl: undefined,
        oidc: { issuer, clientId, clientSecret, name: 'Acme SSO', groups: groupRulesAt(rules) },
      },
    };
    hub = await new Promise<ServedHub>((resolve, reject) => {
      ended = serveHub(options, { ...world, signal: stop.signal, onReady: resolve });
      ended.catch(reject);
    });
    provider.allow(at('/auth/callback/oidc'));
    db = await openPostgres(place.database!, world.log);
  }, 120_000);

  afterAll(async () => {
    stop.abort();
    await ended;
    await db?.close();
    await provider?.close();
    await engine!.close();
  });

  async function signedUp(name: string, next = '/account'): Promise<{ browser: FormBrowser; seen: Seen }> {
    const browser = new FormBrowser();
    const form = { name, email: `${name}@example.com`, password: PASSWORD, next };
    return { browser, seen: await browser.post(at('/sign-up'), form) };
  }

  async function owner(name: string, org: string): Promise<{ browser: FormBrowser; org: string }> {
    const { browser } = await signedUp(name);
    const seen = await browser.post(at('/organization'), { name: org });
    expect(seen.text).toContain(`<h2>${org}</h2>`);
    return { browser, org: /name="org" value="([0-9a-f]{16})"/.exec(seen.text)![1]! };
  }

  const invited = async (
    { browser, org }: { browser: FormBrowser; org: string },
    email = '',
    role = 'member',
  ) => {
    const { text } = await browser.post(at('/invite'), { org, email, role });
    return /\/account\/join\?code=([0-9A-Z-]+)/.exec(text)![1]!;
  };

  const audited = async () => {
    const how = { verb: 'audit' as const, input: {}, now: world.now(), log: world.log };
    return (
      (await operate(place, how)) as { entries: { org: string; did: string; person: object; what: object }[] }
    ).entries;
  };

  const throughProvider = async (browser: FormBrowser, name: string): Promise<Seen> => {
    const going = await browser.post(at('/oidc'), { next: '/account/join' });
    const login = await browser.get(/0;url=([^"]+)"/.exec(going.text)![1]!.replaceAll('&amp;', '&'));
    expect(login.url).toContain(provider.issuer);
    const consent = await browser.submit(login, { prompt: 'login', login: name, password: 'x' });
    return browser.submit(consent, { prompt: 'consent' });
  };

  test('sign up, found an organization, invite, log in two devices, share, revoke', async () => {
    const ann = await owner('Ann', 'acme');
    const link = await invited(ann, 'Bob@Example.com');

    // Bob has no account yet: the link leads through signing up.
    const stranger = await new FormBrowser().get(at(`/join?code=${link}`));
    expect(stranger.text).toContain(
      `/account/sign-up?next=${encodeURIComponent(`/account/join?code=${link}`)}`,
    );
    const bob = await signedUp('Bob', `/account/join?code=${link}`);
    expect(bob.seen.text).toContain('You are invited to acme, as member.');
    expect((await bob.browser.submit(bob.seen, { code: link })).text).toContain('<h2>acme</h2>');

    const homes = { ann: open(), bob: open() };
    for (const [name, browser] of [
      ['ann', ann.browser],
      ['bob', bob.browser],
    ] as const) {
      const { client } = homes[name];
      const { login } = await client.call('hubBegin', { url: hub.url, device: `laptop of ${name}` });
      const { code, userCode, approveAt } = login!;
      expect((await client.call('hubAwait', { url: hub.url, code })).login).toBeNull();
      const asked = await browser.get(approveAt);
      expect(asked.text).toContain(`laptop of ${name}, from 127.0.0.1.`);
      expect(asked.text).toContain(userCode);
      const form = { code: userCode, org: ann.org, answer: 'approve' };
      expect((await browser.submit(asked, form)).text).toContain('Approved.');
      expect((await client.call('hubAwait', { url: hub.url, code })).login).toMatchObject({ org: 'acme' });
      // Its code is used up, at either door.
      const other = open().client;
      await expect(other.call('hubAwait', { url: hub.url, code })).rejects.toThrow('used or expired');
      await expect(other.call('hubLogin', { url: hub.url, code, device: 'd' })).rejects.toThrow(
        'used or expired',
      );
      expect((await browser.post(at('/device'), form)).status).toBe(403);
    }

    const said = { text: 'Deploys happen on Tuesdays only', type: 'requirement', scope: 'global' } as const;
    const { id } = await homes.ann.client.call('remember', said);
    await homes.ann.client.call('hubShare', { ids: [id], space: 'org:acme' });
    expect(await homes.ann.client.call('hubSync', {})).toMatchObject({ sent: 1, refused: 0 });
    expect(await homes.bob.client.call('hubSync', {})).toMatchObject({ added: 1 });

    const page = (await ann.browser.get(at(''))).text;
    const device = /laptop of bob[\s\S]*?name="device" value="([0-9a-f]{16})"/.exec(page)![1]!;
    // Bob cannot revoke Ann's; Ann, an owner, can revoke Bob's.
    const anns = /laptop of ann[\s\S]*?name="device" value="([0-9a-f]{16})"/.exec(page)![1]!;
    expect((await bob.browser.post(at('/revoke'), { org: ann.org, device: anns })).status).toBe(404);
    await ann.browser.post(at('/revoke'), { org: ann.org, device });
    await expect(homes.bob.client.call('hubSync', {})).rejects.toMatchObject({ code: 'forbidden' });
    // Removed from the organization by the hub's own command, his account is in none.
    const { members } = await homes.ann.client.call('teamMembers', { of: 'org:acme' });
    const { person } = members.find(({ person }) => person.name === 'Bob')!;
    await homes.ann.client.call('teamRole', { of: 'org:acme', person: person.id, role: null });
    expect((await bob.browser.get(at(''))).text).toContain('You are in no organization yet.');
    expect((await bob.browser.post(at('/key'), { org: ann.org, name: 'CI', days: '9' })).status).toBe(404);
    // Invited again, he is a new person: nothing that the old one had comes back.
    await bob.browser.post(at('/join'), { code: await invited(ann, '', 'viewer') });
    const { members: now } = await homes.ann.client.call('teamMembers', { of: 'org:acme' });
    expect(now.map(({ person, role }) => [person.name, role])).toEqual([
      ...[
        ['Ann', 'owner'],
        ['Bob 2', 'viewer'],
      ],
    ]);
    expect(now.some(({ person: { id } }) => id === person.id)).toBe(false);

    const did = (await audited()).filter(({ org }) => org === 'acme').map(({ did }) => did);
    for (const one of [
      ...['created the organization', 'joined with an account', 'invited an account', 'approved a device'],
      ...['paired', 'was denied', 'revoked a device', 'removed a person'],
    ])
      expect(did).toContain(one);
  });

  test('a key for CI logs a home in, acts as its person, and ends by itself', async () => {
    const kim = await owner('Kim', 'keys');
    const { text } = await kim.browser.post(at('/key'), { org: kim.org, name: 'nightly build', days: '30' });
    const key = /sqrl_[0-9a-f]{16}_[\w-]{43}/.exec(text)![0];
    const { client } = open();
    expect(await client.call('hubLogin', { url: hub.url, key, device: 'ci' })).toMatchObject({
      ...{ org: 'keys', person: 'Kim' },
    });
    await client.call('hubSync', {});
    expect((await kim.browser.get(at(''))).text).toContain('nightly build');
    ahead = 31 * DAY_MS;
    await expect(client.call('hubSync', {})).rejects.toMatchObject({ code: 'forbidden' });
    await expect(open().client.call('hubLogin', { url: hub.url, key, device: 'ci' })).rejects.toThrow(
      'has expired',
    );
    ahead = 0;
    expect((await kim.browser.post(at('/key'), { org: kim.org, name: 'CI', days: '0' })).status).toBe(400);
  });

  test('signing in with the provider makes an account, and never takes over another', async () => {
    const olga = await owner('Olga', 'olgas');
    const browser = new FormBrowser();
    // Back where it began, signed in.
    expect((await throughProvider(browser, 'pat')).url).toBe(at('/join'));
    expect((await browser.get(at(''))).text).toContain('Signed in as pat (pat@provider.example).');
    await browser.post(at('/join'), { code: await invited(olga, 'pat@provider.example', 'maintainer') });
    expect((await browser.get(at(''))).text).toContain('Your role: maintainer.');
    expect((await browser.get(at(''))).text).not.toContain('Change password');
    await browser.post(at('/sign-out'), {});
    expect((await browser.get(at(''))).text).toContain('Sign in with Acme SSO');
    // The same person again, in another browser.
    const second = new FormBrowser();
    await throughProvider(second, 'pat');
    expect((await second.get(at(''))).text).toContain('<h2>olgas</h2>');

    // An address that somebody signed up with is not proof of being its owner.
    const form = { name: 'Eve', email: 'victim@provider.example', password: PASSWORD };
    await new FormBrowser().post(at('/sign-up'), form);
    const refused = await throughProvider(new FormBrowser(), 'victim');
    expect(refused.text).toContain('There is an account with this address and a password.');
  });

  test('groups of the provider give roles at each sign-in, and take back what they gave', async () => {
    const gina = await owner('Gina', 'grouped');
    const ginas = open().client;
    const keyOf = async (browser: FormBrowser, days = '1') =>
      /sqrl_[0-9a-f]{16}_[\w-]{43}/.exec(
        (await browser.post(at('/key'), { org: gina.org, name: 'laptop', days })).text,
      )![0];
    await ginas.call('hubLogin', { url: hub.url, key: await keyOf(gina.browser), device: 'laptop' });
    await ginas.call('teamCreate', { name: 'payments' });
    const rolesIn = async (of: string) =>
      Object.fromEntries(
        (await ginas.call('teamMembers', { of })).members.map(({ person, role }) => [person.name, role]),
      );
    const signIn = async (name: string, groups: string[], browser = new FormBrowser()) => {
      provider.groups.set(name, groups);
      await throughProvider(browser, name);
      return { browser, page: (await browser.get(at(''))).text };
    };
    const personIn = (page: string, name: string) =>
      new RegExp(`${name}</td>.*?name="person" value="([0-9a-f]{16})"`, 's').exec(page)![1]!;
    const give = async (by: FormBrowser, name: string, role: string) => {
      const person = personIn((await by.get(at(''))).text, name);
      return by.post(at('/role'), { org: gina.org, space: gina.org, person, role });
    };

    // Added: a person of the organization and of a team; a group without a rule, and a team that is not there, are nothing.
    const gwen = await signIn('gwen', ['squirrel', 'payments', 'sales', 'everybody']);
    expect(gwen.page).toContain('Your role: viewer.');
    expect(await rolesIn('team:payments')).toEqual({ Gina: 'owner', gwen: 'maintainer' });
    expect(log.join()).toContain('not exactly one team is called sales');
    const gwens = open().client;
    await gwens.call('hubLogin', { url: hub.url, key: await keyOf(gwen.browser), device: 'laptop' });
    await gwens.call('hubSync', {});
    // Changed: the highest role counts, and the team is left.
    expect((await signIn('gwen', ['squirrel', 'squirrel-admins'])).page).toContain('Your role: owner.');
    expect(await rolesIn('team:payments')).toEqual({ Gina: 'owner' });
    expect((await signIn('gwen', ['squirrel', 'payments'])).page).toContain('Your role: viewer.');
    expect(await rolesIn('team:payments')).toMatchObject({ gwen: 'maintainer' });
    // Removed: with all groups goes all that they gave, devices too.
    expect((await signIn('gwen', ['everybody'])).page).toContain('You are in no organization yet.');
    await expect(gwens.call('hubSync', {})).rejects.toMatchObject({ code: 'forbidden' });
    // Who is in a team only is a member; who an owner removed from the team stays out of it.
    expect((await signIn('gus', ['payments'])).page).toContain('Your role: member.');
    const { members } = await ginas.call('teamMembers', { of: 'team:payments' });
    const { person: gus } = members.find(({ person }) => person.name === 'gus')!;
    await ginas.call('teamRole', { of: 'team:payments', person: gus.id, role: null });
    await signIn('gus', ['payments']);
    expect(await rolesIn('team:payments')).toEqual({ Gina: 'owner' });

    // By hand: a group raises the role, and leaves it as it was; a role given by hand over that of a group stays.
    const hank = await signIn('hank', []);
    await hank.browser.post(at('/join'), {
      code: await invited(gina, 'hank@provider.example', 'maintainer'),
    });
    for (const [groups, role] of [
      [['squirrel'], 'maintainer'],
      [['squirrel-admins'], 'owner'],
      [['payments'], 'maintainer'],
      [[], 'maintainer'],
    ] as const)
      expect((await signIn('hank', [...groups])).page).toContain(`Your role: ${role}.`);
    await signIn('hope', ['squirrel']);
    await give(gina.browser, 'hope', 'member');
    expect((await signIn('hope', [])).page).toContain('Your role: member.');
    // The last owner stays, with and without a role by hand below that of the group.
    const boss = await signIn('hank', ['squirrel-admins']);
    await give(boss.browser, 'Gina', 'member');
    expect((await signIn('hank', [])).page).toContain('Your role: owner.');
    const ola = await signIn('ola', ['squirrel-admins']);
    expect(ola.page).toContain('Your role: owner.');
    expect((await signIn('hank', [])).page).toContain('Your role: maintainer.');
    expect((await signIn('ola', [])).page).toContain('Your role: owner.');
    expect(log.join()).toContain('ola@provider.example stays an owner');

    const did = (await audited()).filter(({ org }) => org === 'grouped');
    const gave = {
      did: 'gave a role by group',
      what: expect.objectContaining({ role: 'owner', group: 'squirrel-admins' }),
    };
    expect(did).toContainEqual(expect.objectContaining(gave));
    expect(did.filter((one) => one.did === 'took a role by group').length).toBeGreaterThan(2);
  });

  test('groups are those of the verified ID token or of userinfo, whatever a browser says', async () => {
    const ivy = await owner('Ivy', 'ivys');
    const admin = { groups: ['squirrel-admins'] };
    /** Says on the way back that it is in a group. */
    class Liar extends FormBrowser {
      override get(url: string): Promise<Seen> {
        const said = new URLSearchParams({ groups: 'squirrel-admins', user: JSON.stringify(admin) });
        return super.get(url.includes('/auth/callback/') ? `${url}&${said}` : url);
      }
    }
    const none = 'You are in no organization yet.';
    const liar = new Liar();
    await throughProvider(liar, 'liam');
    expect((await liar.get(at(''))).text).toContain(none);
    const form = { name: 'Lou', email: 'lou@example.com', password: PASSWORD, groups: 'squirrel-admins' };
    const { text } = await new FormBrowser().post(at('/sign-up'), form);
    expect(text).toContain(none);

    const callback = at('/auth/callback/oidc');
    provider.allow(callback, 'ID token');
    provider.forged = { ...admin, email: 'liam@provider.example' };
    const refused = await throughProvider(new FormBrowser(), 'liam');
    expect(refused.text).toContain('The provider did not sign you in');
    provider.forged = undefined;
    let browser = new FormBrowser();
    await throughProvider(browser, 'liam');
    expect((await browser.get(at(''))).text).toContain(none);
    provider.groups.set('liam', admin.groups);
    browser = new FormBrowser();
    await throughProvider(browser, 'liam');
    expect((await browser.get(at(''))).text).toContain('<h2>grouped</h2>');
    provider.allow(callback);
    expect((await ivy.browser.get(at(''))).text).not.toContain('liam');
  });

  test('a file of rules that is wrong is refused before the hub starts', () => {
    const file = join(place.folder, 'wrong.json');
    for (const [text, why] of [
      ['{', 'JSON'],
      ['{"roles":{"a":"owner"}}', 'org is the name or the id'],
      ['{"org":"x"}', 'roles says what each group gives'],
      ['{"org":"x","roles":{"a":"king"}}', '"king" is neither a role nor team:NAME:ROLE'],
      ['{"org":"x","roles":{"a":"team:x"}}', '"team:x" is neither'],
      ['{"org":"x","claim":1,"roles":{}}', 'claim and scope are texts'],
    ] as const) {
      writeFileSync(file, text);
      expect(() => groupRulesAt(file)).toThrow(why);
    }
    expect(() => groupRulesAt(join(place.folder, 'none.json'))).toThrow('Could not read');
  });

  test('an owner gives roles, removes people and reads what happened, on the page', async () => {
    const rita = await owner('Rita', 'ritas');
    const sam = await signedUp('Sam');
    await sam.browser.post(at('/join'), { code: await invited(rita) });
    const ofSam = /Sam<\/td>.*?name="person" value="([0-9a-f]{16})"/s;
    const person = ofSam.exec((await rita.browser.get(at(''))).text)![1]!;
    const give = (by: FormBrowser, role: string) =>
      by.post(at('/role'), { org: rita.org, space: rita.org, person, role });
    // A member sees the people, and neither forms nor the log.
    const seen = (await sam.browser.get(at(''))).text;
    expect(seen).toContain('Rita</td><td>owner');
    expect(seen).not.toMatch(/account\/role|Audit log/);
    expect((await give(sam.browser, 'owner')).status).toBe(403);
    const { text } = await give(rita.browser, 'maintainer');
    expect(text).toMatch(/Sam<\/td>.*?<option selected>maintainer/s);
    expect(text).toContain('gave a role');
    expect(text).toContain('value="200"');
    const limited = (by: FormBrowser, limit: string) => by.post(at('/quota'), { org: rita.org, limit });
    expect((await limited(rita.browser, '500')).text).toMatch(/set the limit of new records.*value="500"/s);
    expect((await limited(sam.browser, '9')).status).toBe(403);
    expect((await limited(rita.browser, 'x')).status).toBe(400);
    expect((await give(rita.browser, 'none')).text).not.toMatch(ofSam);
    expect((await sam.browser.get(at(''))).text).not.toContain('<h2>ritas</h2>');
    const last = { org: rita.org, space: rita.org, role: 'none' };
    const own = /Rita<\/td>.*?name="person" value="([0-9a-f]{16})"/s.exec(
      (await rita.browser.get(at(''))).text,
    )![1]!;
    expect((await rita.browser.post(at('/role'), { ...last, person: own })).text).toContain(
      'The last owner of a space stays.',
    );
  });

  test('wrong passwords, codes, links and organizations are refused, and say why', async () => {
    const kai = await owner('Kai', 'kais');
    const mallory = await owner('Mallory', 'evil');
    const refused = async (seen: Promise<Seen>, status: number, why: string) => {
      const { status: was, text } = await seen;
      expect({ was, text }).toEqual({ was: status, text: expect.stringContaining(why) });
    };
    const wrong = { email: 'Kai@example.com', password: 'not that at all' };
    await refused(new FormBrowser().post(at('/sign-in'), wrong), 401, 'Wrong address or password.');
    const twice = { ...wrong, name: 'Kai', password: PASSWORD };
    await refused(
      new FormBrowser().post(at('/sign-up'), twice),
      422,
      'There is an account with this address.',
    );
    const short = { email: 'a@example.com', name: 'A', password: 'short' };
    await refused(new FormBrowser().post(at('/sign-up'), short), 400, 'fewer than 10 characters');

    // Another's organization does not exist, for whatever is asked of it.
    const { org } = kai;
    for (const [path, form] of [
      ['/invite', { email: '', role: 'owner' }],
      ['/key', { name: 'x', days: '1' }],
      ['/revoke', { device: '0000000000000000' }],
      ['/withdraw', { id: '0000000000000000' }],
      ['/role', { space: org, person: '0000000000000000', role: 'owner' }],
    ] as const)
      await refused(mallory.browser.post(at(path), { org, ...form }), 404, 'Not found: the organization.');
    expect((await mallory.browser.get(at(''))).text).not.toContain('kais');

    // A link is for its address, once, for seven days, as long as it is not withdrawn.
    const code = await invited(kai, 'lena@example.com');
    const other = 'The invitation is for another address';
    await refused(mallory.browser.get(at(`/join?code=${code}`)), 403, other);
    await refused(mallory.browser.post(at('/join'), { code }), 403, other);
    const { browser: lena } = await signedUp('Lena');
    ahead = 8 * DAY_MS;
    await refused(lena.post(at('/join'), { code }), 403, 'Unknown, used or expired code.');
    ahead = 0;
    await lena.post(at('/join'), { code });
    await refused(mallory.browser.post(at('/join'), { code }), 403, 'Unknown, used or expired code.');
    const page = await kai.browser.post(at('/withdraw'), { org, id: '0000000000000000' });
    expect(page.status).toBe(404);
    const dropped = await invited(kai);
    const { text } = await kai.browser.get(at(''));
    await kai.browser.post(at('/withdraw'), { org, id: /name="id" value="([0-9a-f]+)"/.exec(text)![1]! });
    await refused(lena.post(at('/join'), { code: dropped }), 403, 'Unknown, used or expired code.');
    // A link is not a code for a device, which would pass by its address.
    const bound = await invited(kai, 'nobody@example.com');
    await expect(
      open().client.call('hubLogin', { url: hub.url, code: bound, person: 'x', device: 'd' }),
    ).rejects.toThrow('used or expired');
    // A member may not invite.
    await refused(
      lena.post(at('/invite'), { org, email: '', role: 'member' }),
      403,
      'needs the role maintainer',
    );

    // Devices: denied, expired, approved for another's organization.
    const { client } = open();
    const begin = async () => (await client.call('hubBegin', { url: hub.url, device: 'd' })).login!;
    const denied = await begin();
    await kai.browser.post(at('/device'), { code: denied.userCode, answer: 'deny' });
    await expect(client.call('hubAwait', { url: hub.url, code: denied.code })).rejects.toThrow('denied');
    const late = await begin();
    ahead = 16 * 60_000;
    const form = { code: late.userCode, org, answer: 'approve' };
    await refused(kai.browser.post(at('/device'), form), 403, 'Unknown, used or expired code.');
    await expect(client.call('hubAwait', { url: hub.url, code: late.code })).rejects.toThrow(
      'used or expired',
    );
    ahead = 0;
    const foreign = { code: (await begin()).userCode, org, answer: 'approve' };
    await refused(mallory.browser.post(at('/device'), foreign), 404, 'Not found: the organization.');
    expect((await kai.browser.post(at('/device'), foreign)).text).toContain('Approved.');

    // Forms of other sites, and ways that lead away.
    const away = kai.browser.post(at('/organization'), { name: 'x' }, 'https://evil.example');
    await refused(away, 403, 'The form was sent from another address.');
    const out = await kai.browser.get(at(`?next=${encodeURIComponent('//evil.example/account')}`));
    expect(out.url.startsWith(hub.url)).toBe(true);
    const home = await fetch(at(''));
    expect(home.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('memories and accounts are in schemas that the other’s role cannot read', async () => {
    const asHub = (sql: string) => db.asHub((query) => query(sql));
    await expect(asHub('select * from accounts."user"')).rejects.toThrow('permission denied');
    await expect(asHub('select * from accounts.session')).rejects.toThrow('permission denied');
    // Without a caller the hub's role sees no link between accounts and people.
    expect(await asHub('select * from hub.account')).toEqual([]);
    const store = await openAccountStore(db, place.database!, world.log);
    expect((await store.query('select 1 from "user"')).length).toBeGreaterThan(0);
    await expect(store.query('select * from hub.record')).rejects.toThrow('permission denied');
    await store.close();
  });

  test('a code still pairs a device, and a further device’s code gives its person an account', async () => {
    const { client } = open();
    await client.call('hubLogin', { url: hub.url, code: hub.first!.code, person: 'Zoe', device: 'laptop' });
    const { code } = await client.call('teamInvite', {});
    const { browser } = await signedUp('Zoe');
    expect((await browser.get(at(`/join?code=${code}`))).text).toContain('a person who is in home already');
    const { text } = await browser.post(at('/join'), { code });
    expect(text).toContain('<h2>home</h2>');
    expect(text).toContain('laptop');
  });

  test('the operator gives a link for a forgotten password, which works once', async () => {
    const old = (await owner('Fay', 'fays')).browser;
    const url = { publicUrl: hub.url };
    const { link } = await passwordLink(
      place,
      { email: 'Fay@example.com', ...url },
      { now: world.now(), log: world.log },
    );
    const browser = new FormBrowser();
    const set = async (password: string) =>
      browser.submit(await browser.get(link), { token: new URL(link).searchParams.get('token')!, password });
    expect((await set('short')).text).toContain('fewer than 10 characters');
    expect((await set('another long password')).text).toContain('The password was changed.');
    expect((await set('yet another password')).text).toContain('The link is used or expired.');
    // Sessions of the old password are over.
    expect((await old.get(at(''))).text).not.toContain('<h2>fays</h2>');
    const form = { email: 'fay@example.com', password: 'another long password' };
    expect((await browser.post(at('/sign-in'), form)).text).toContain('<h2>fays</h2>');
    const nobody = passwordLink(
      place,
      { email: 'no@example.com', ...url },
      { now: world.now(), log: world.log },
    );
    await expect(nobody).rejects.toThrow('No account has the address no@example.com.');
  });

  test('by invitation only, and not at all', async () => {
    const context = { db, news: newsOf(), ...world, addressOf: () => '127.0.0.2' };
    const wish = { isSignUpOpen: false, oidc: undefined, publicUrl: undefined };
    const accounts = await openAccounts(wish, { ...place, db, url: hub.url, ...world });
    const closed = hubApp({ ...context, accounts });
    const post = (path: string, form: Record<string, string>) =>
      closed.request(`/account${path}`, {
        method: 'POST',
        headers: { origin: hub.url, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
      });
    const form = { name: 'Ida', email: 'ida@example.com', password: PASSWORD };
    expect((await post('/sign-up', form)).status).toBe(403);
    expect((await post('/sign-up', { ...form, next: '/account/join?code=WRONG' })).status).toBe(403);
    const kit = await owner('Kit', 'kits');
    const next = `/account/join?code=${await invited(kit)}`;
    expect((await post('/sign-up', { ...form, next })).headers.get('location')).toBe(next);
    await accounts.close();

    const off = hubApp(context);
    expect(await (await off.request('/v1/hello')).json()).toMatchObject({ accounts: false });
    for (const path of ['/account', '/account/sign-up', '/account/style.css', '/account/auth/callback/oidc'])
      expect((await off.request(path)).status).toBe(404);
    for (const path of ['/v1/device', '/v1/device/key', '/account/sign-in', '/account/auth/sign-in/email'])
      expect((await off.request(path, { method: 'POST', body: '{}' })).status).toBe(404);
    // Better Auth itself is not reachable at a hub with accounts, but for the way back from the provider.
    for (const path of ['/auth/sign-in/email', '/auth/sign-up/email', '/auth/update-user'])
      expect((await new FormBrowser().post(at(path), form)).status).toBe(404);
  });

  test('passwords cannot be guessed at speed', async () => {
    // At once: what is counted only after it was judged lets all of them through.
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async (_, i) => {
        const form = { email: 'Ann@example.com', password: `guess number ${i}` };
        return (await new FormBrowser().post(at('/sign-in'), form)).status;
      }),
    );
    expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(10);
    const right = { email: 'Ann@example.com', password: PASSWORD };
    expect((await new FormBrowser().post(at('/sign-in'), right)).text).toContain('Too many tries.');
  });
});
