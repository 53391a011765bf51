// Issue 46: a provider adds and removes people by SCIM 2.0, with the requests that Okta and Entra ID send.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { groupRulesAt } from '@sqrl/hub/accounts/groups.ts';
import { scimAccess } from '@sqrl/hub/accounts/open.ts';
import type { HubPlace } from '@sqrl/hub/open.ts';
import { operate } from '@sqrl/hub/operate.ts';
import { type ServedHub, type ServeOptions, serveHub } from '@sqrl/hub/serve.ts';
import { testEngines } from '@sqrl/hub/testing/engines.ts';
import { HUB_PROGRAM } from '@sqrl/hub/testing/program.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FormBrowser } from './support/form-browser.ts';
import { open } from './support/home.ts';
import { type LocalProvider, localProvider } from './support/local-provider.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const ISSUER = ['--oidc-issuer', 'https://sso.example.com', '--oidc-client', 'hub'];
const NONE = 'You are in no organization yet.';

test.each([
  [['--oidc-groups', 'f.json'], '--oidc-groups and --scim need a provider'],
  [['--oidc-name', 'Acme'], '--oidc-groups and --scim need a provider'],
  [['--scim'], '--oidc-groups and --scim need a provider'],
  [['--scim-groups', 'f.json', ...ISSUER], '--scim-groups belongs to --scim'],
  [['--scim', '--oidc-groups', 'f.json', ...ISSUER], 'With --scim the provider sends its groups'],
])('sqrl-hub serve --accounts %j is refused', (args, why) => {
  const typed = [HUB_PROGRAM, 'serve', '--accounts', ...args];
  const { status, stderr } = spawnSync(process.execPath, typed, {
    encoding: 'utf8',
    env: { HOME: tmpdir() },
  });
  expect(stderr).toContain(why);
  expect(status).toBe(2);
});

const engine = testEngines(process.env).find(({ name }) => name === 'PostgreSQL');

interface Resource {
  id: string;
  active: boolean;
  totalResults: number;
  detail: string;
  meta: { location: string };
}

describe.skipIf(!engine)('SCIM', { timeout: 120_000 }, () => {
  const stop = new AbortController();
  const log: string[] = [];
  let place: HubPlace;
  let provider: LocalProvider;
  let hub: ServedHub;
  let ended: Promise<void>;
  let olga: { browser: FormBrowser; org: string };
  let token: string;

  const world = { now: Date.now, log: (line: string) => void log.push(line) };
  const at = (path: string) => `${hub.url}/account${path}`;

  beforeAll(async () => {
    place = await engine!.place();
    provider = await localProvider();
    const { issuer, clientId, clientSecret } = provider;
    const rules = join(place.folder, 'groups.json');
    const roles = { 'squirrel-admins': 'maintainer', 'b7f1-payments': 'team:Payments:maintainer' };
    writeFileSync(rules, JSON.stringify({ org: 'acme', roles }));
    const options: ServeOptions = {
      ...{ ...place, host: '127.0.0.1', port: 0, tls: undefined, behindProxy: false },
      accounts: {
        ...{ isSignUpOpen: true, publicUrl: undefined, scim: { groups: groupRulesAt(rules) } },
        oidc: { issuer, clientId, clientSecret, name: 'Acme SSO' },
      },
    };
    hub = await new Promise<ServedHub>((resolve, reject) => {
      ended = serveHub(options, { ...world, signal: stop.signal, onReady: resolve });
      ended.catch(reject);
    });
    provider.allow(at('/auth/callback/oidc'));
    olga = await owner('Olga', 'acme');
    token = await tokenFor('acme');
  }, 120_000);

  afterAll(async () => {
    stop.abort();
    await ended;
    await provider?.close();
    await engine!.close();
  });

  async function signedUp(name: string, email = `${name}@example.com`): Promise<FormBrowser> {
    const browser = new FormBrowser();
    await browser.post(at('/sign-up'), { name, email, password: 'correct horse battery', next: '/account' });
    return browser;
  }

  async function owner(name: string, org: string): Promise<{ browser: FormBrowser; org: string }> {
    const browser = await signedUp(name);
    const { text } = await browser.post(at('/organization'), { name: org });
    return { browser, org: /name="org" value="([0-9a-f]{16})"/.exec(text)![1]! };
  }

  const tokenFor = async (org: string) => {
    const how = { now: Date.now(), log: world.log };
    const made = await scimAccess(place, { org, publicUrl: hub.url }, how);
    expect(made.url).toBe(at('/auth/scim/v2'));
    return made.token;
  };

  async function scim(method: string, path: string, body?: object, bearer = token) {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/scim+json' };
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const reply = await fetch(at(`/auth/scim/v2${path}`), sent);
    const text = await reply.text();
    return { status: reply.status, body: (text === '' ? {} : JSON.parse(text)) as Resource };
  }

  /** As Okta adds a person who is assigned to its application. */
  const asOkta = (name: string, email = `${name}@provider.example`) => ({
    ...{ schemas: [USER], userName: email, name: { givenName: name, familyName: 'Doe' } },
    ...{ emails: [{ primary: true, value: email, type: 'work' }], displayName: name, locale: 'en-US' },
    ...{ externalId: `00u-${name}`, groups: [], active: true },
  });

  const patch = (path: string, ...Operations: object[]) =>
    scim('PATCH', path, { schemas: [PATCH], Operations });

  const throughProvider = async (name: string) => {
    const browser = new FormBrowser();
    const going = await browser.post(at('/oidc'), { next: '/account' });
    const login = await browser.get(/0;url=([^"]+)"/.exec(going.text)![1]!.replaceAll('&amp;', '&'));
    const consent = await browser.submit(login, { prompt: 'login', login: name, password: 'x' });
    await browser.submit(consent, { prompt: 'consent' });
    return { browser, page: async () => (await browser.get(at(''))).text };
  };

  /** A home whose device acts as the person of an account. */
  async function deviceOf(browser: FormBrowser) {
    const form = { org: olga.org, name: 'laptop', days: '9' };
    const key = /sqrl_[0-9a-f]{16}_[\w-]{43}/.exec((await browser.post(at('/key'), form)).text)![0];
    const { client } = open();
    await client.call('hubLogin', { url: hub.url, key, device: 'laptop' });
    await client.call('hubSync', {});
    return client;
  }

  const audited = async () => {
    const how = { verb: 'audit' as const, input: { org: 'acme' }, now: Date.now(), log: world.log };
    return ((await operate(place, how)) as { entries: { did: string; what: object }[] }).entries;
  };

  test('Okta adds a person who then signs in; a deactivated one loses devices and sessions at once', async () => {
    const asked = `/Users?filter=${encodeURIComponent('userName eq "ann@provider.example"')}&startIndex=1&count=100`;
    expect(await scim('GET', asked)).toMatchObject({ status: 200, body: { totalResults: 0 } });
    const made = await scim('POST', '/Users', asOkta('ann'));
    expect(made).toMatchObject({ status: 201, body: { active: true, userName: 'ann@provider.example' } });
    const { id, meta } = made.body;
    expect(meta.location).toBe(at(`/auth/scim/v2/Users/${id}`));
    expect(await scim('GET', asked)).toMatchObject({ body: { totalResults: 1 } });
    expect((await olga.browser.get(at(''))).text).toContain('<td>ann</td><td><div');

    const ann = await throughProvider('ann');
    expect(await ann.page()).toContain('Your role: member.');
    const laptop = await deviceOf(ann.browser);
    expect(await patch(`/Users/${id}`, { op: 'replace', value: { active: false } })).toMatchObject({
      ...{ status: 200, body: { active: false } },
    });
    await expect(laptop.call('hubSync', {})).rejects.toMatchObject({ code: 'forbidden' });
    expect(await ann.page()).toContain('Sign in with Acme SSO');
    expect(await (await throughProvider('ann')).page()).toContain(NONE);
    expect((await olga.browser.get(at(''))).text).not.toContain('<td>ann</td><td><div');

    // Back, as a new person: her old device stays out.
    await patch(`/Users/${id}`, { op: 'replace', value: { active: true } });
    expect(await (await throughProvider('ann')).page()).toContain('<h2>acme</h2>');
    await expect(laptop.call('hubSync', {})).rejects.toMatchObject({ code: 'forbidden' });
    // Deleted, and added again under the id of the directory.
    const again = await deviceOf((await throughProvider('ann')).browser);
    expect(await scim('DELETE', `/Users/${id}`)).toMatchObject({ status: 204 });
    expect(await scim('GET', `/Users/${id}`)).toMatchObject({ status: 404 });
    await expect(again.call('hubSync', {})).rejects.toMatchObject({ code: 'forbidden' });
    expect(await scim('POST', '/Users', asOkta('ann'))).toMatchObject({ status: 201 });
    expect(await (await throughProvider('ann')).page()).toContain('<h2>acme</h2>');

    const did = (await audited()).map(({ did }) => did);
    for (const one of ['made a token for SCIM', 'added a person by SCIM', 'removed a person by SCIM'])
      expect(did).toContain(one);
  });

  test('Entra ID: its words for true and false, and groups that give and take roles at once', async () => {
    const client = await deviceOf(olga.browser);
    await client.call('teamCreate', { name: 'payments' });
    const rolesIn = async (of: string) =>
      Object.fromEntries(
        (await client.call('teamMembers', { of })).members.map(({ person, role }) => [person.name, role]),
      );
    const email = 'eve@provider.example';
    const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
    const { body: eve } = await scim('POST', '/Users', {
      ...{
        schemas: [USER, enterprise],
        externalId: 'eve',
        userName: email,
        active: true,
        displayName: 'Eve',
      },
      emails: [{ primary: true, type: 'work', value: email }],
      ...{
        meta: { resourceType: 'User' },
        name: { formatted: 'Eve Moe', familyName: 'Moe', givenName: 'Eve' },
      },
      ...{ roles: [], [enterprise]: { department: 'Payments' } },
    });
    const group = async (displayName: string, externalId: string) => {
      const old = 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group';
      const form = { schemas: [GROUP, old], externalId, displayName, meta: { resourceType: 'Group' } };
      const made = await scim('POST', '/Groups', form);
      expect(made.status).toBe(201);
      return `/Groups/${made.body.id}`;
    };
    const admins = await group('squirrel-admins', 'a001');
    // By its external id: Entra's claims and rules name groups by their object ids.
    const payments = await group('Payments people', 'b7f1-payments');
    const member = { path: 'members', value: [{ value: eve.id }] };
    for (const path of [admins, payments])
      expect((await patch(path, { op: 'Add', ...member })).status).toBeLessThan(300);
    expect(await rolesIn('org:acme')).toMatchObject({ Eve: 'maintainer' });
    expect(await rolesIn('team:payments')).toEqual({ Olga: 'owner', Eve: 'maintainer' });
    await patch(admins, { op: 'Remove', ...member });
    expect(await rolesIn('org:acme')).toMatchObject({ Eve: 'member' });
    await patch(payments, { op: 'Remove', path: `members[value eq "${eve.id}"]` });
    expect(await rolesIn('team:payments')).toEqual({ Olga: 'owner' });

    const eves = await deviceOf((await throughProvider('eve')).browser);
    await patch(`/Users/${eve.id}`, { op: 'Replace', path: 'active', value: 'False' });
    await expect(eves.call('hubSync', {})).rejects.toMatchObject({ code: 'forbidden' });
    expect(await rolesIn('org:acme')).not.toHaveProperty('Eve');
  });

  test('an account that is here already is linked only where its address is proven', async () => {
    // Anybody can sign up with an address: the provider gets no account of a stranger, and its person none of theirs.
    await signedUp('Mallory', 'victim@provider.example');
    const refused = await scim('POST', '/Users', asOkta('victim'));
    expect(refused).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    const bob = await signedUp('Bob');
    const invitation = await olga.browser.post(at('/invite'), { org: olga.org, email: '', role: 'member' });
    const code = /\/account\/join\?code=([0-9A-Z-]+)/.exec(invitation.text)![1]!;
    await bob.post(at('/join'), { code });
    const laptop = await deviceOf(bob);
    const { body, status } = await scim('POST', '/Users', asOkta('Bob', 'bob@example.com'));
    expect(status).toBe(201);
    await laptop.call('hubSync', {});
    expect(
      (await scim('PUT', `/Users/${body.id}`, { ...asOkta('Bob', 'bob@example.com'), active: false })).status,
    ).toBe(200);
    await expect(laptop.call('hubSync', {})).rejects.toMatchObject({ code: 'forbidden' });
    expect((await bob.get(at(''))).text).toContain('Sign in with Acme SSO');
  });

  test('a token is for one organization, and ends when another is made', async () => {
    const { body: ann } = await scim('POST', '/Users', asOkta('una'));
    await owner('Zed', 'other');
    const others = await tokenFor('other');
    // A provider that begins asks fast.
    for (let n = 0; n < 110; n++) expect((await scim('GET', `/Users/${ann.id}`)).status).toBe(200);
    expect((await scim('GET', `/Users/${ann.id}`, undefined, others)).status).toBe(404);
    expect((await scim('DELETE', `/Users/${ann.id}`, undefined, others)).status).toBe(404);
    for (const wrong of ['', 'ba_scim_credential_x.y', 'x'])
      expect(await scim('GET', '/Users', undefined, wrong)).toMatchObject({
        ...{ status: 401, body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'] } },
      });
    const old = token;
    token = await tokenFor('acme');
    expect((await scim('GET', '/Users', undefined, old)).status).toBe(401);
    expect((await scim('GET', `/Users/${ann.id}`)).status).toBe(200);
    expect(
      (await scim('POST', '/Users', { ...asOkta('una'), displayName: 'x'.repeat(300_000) })).status,
    ).toBe(413);
    const how = { now: Date.now(), log: world.log };
    await expect(scimAccess(place, { org: 'nowhere', publicUrl: hub.url }, how)).rejects.toThrow(
      'The hub has no such organization.',
    );
  });

  test('the last owner loses access too, and the log tells the operator', async () => {
    const laptop = await deviceOf(olga.browser);
    const { body } = await scim('POST', '/Users', asOkta('Olga', 'olga@example.com'));
    await scim('DELETE', `/Users/${body.id}`);
    await expect(laptop.call('hubSync', {})).rejects.toMatchObject({ code: 'forbidden' });
    expect(log.join('\n')).toContain('olga@example.com was the last owner');
    expect((await audited())[0]!.did).toBe('ended the access of the last owner by SCIM');
  });
});
