import { AsyncLocalStorage } from 'node:async_hooks';
import { Problem } from '@sqrl/base/problem.ts';
import type { BetterAuthOptions } from 'better-auth';
import type { HubDb } from '../db.ts';
import { LOGIN_TABLE } from './device-login.ts';
import type { GroupRules, SignedIn } from './groups.ts';
import type { AccountUser } from './memberships.ts';
import { newScimToken, type ScimOptions, scimPlugin } from './scim.ts';
import type { AccountStore } from './store.ts';

export interface AccountsOptions {
  /** Without an invitation too; each such account may make organizations. */
  isSignUpOpen: boolean;
  oidc: OidcOptions | undefined;
  /** Has the provider add and remove people. */
  scim?: ScimOptions | undefined;
}

/** A provider of OpenID Connect that people may sign in with. */
interface OidcOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
  groups?: GroupRules | undefined;
}

interface AskedFrom {
  request: Request;
  address: string;
}

/** Below the account page; the provider knows the address of the way back. */
const AUTH_PATH = '/account/auth';
const PROVIDER = 'oidc';
export const CALLBACK_PATH = `${AUTH_PATH}/callback/${PROVIDER}`;

/** Carries the address of a request from the server to Better Auth; what a browser says under this name is dropped. */
const ADDRESS_HEADER = 'x-sqrl-address';

interface AuthWorld {
  db: HubDb;
  store: AccountStore;
  secret: string;
  origin: string;
  now(): number;
  log(line: string): void;
}

export type Auth = Awaited<ReturnType<typeof openAuth>>;

/** Loads Better Auth, as far as the account page needs it, and brings its tables up to date. */
export async function openAuth(options: AccountsOptions, world: AuthWorld) {
  const { db, store, origin } = world;
  const { betterAuth, getMigrations, ...plugins } = await libraries(options.scim !== undefined);
  let resetToken: string | undefined;
  const settings = settingsOf(options, world, plugins, (token) => {
    resetToken = token;
  });
  await db.asOperator(async (query) => {
    await query('select n from hub.version for update');
    const { runMigrations } = await getMigrations(settings);
    await runMigrations();
    await store.query(LOGIN_TABLE);
  });
  const auth = betterAuth(settings);
  // Fetches what the provider says of itself.
  await auth.$context.catch((error) => {
    throw new Problem(
      `Accounts could not be started: ${(error as Error).message}`,
      options.oidc ? `Check that ${options.oidc.issuer} answers, and --oidc-issuer.` : '',
      'provider',
      error,
    );
  });
  return {
    /** Asks as a browser would, so that its checks of origin and rate apply. */
    ask(from: AskedFrom, path: string, body: object): Promise<Response> {
      const headers = headersOf(from, PASSED_ON);
      headers.set('content-type', 'application/json');
      const to = `${origin}${AUTH_PATH}${path}`;
      return auth.handler(new Request(to, { method: 'POST', headers, body: JSON.stringify(body) }));
    },
    /** The way back from the provider; `signedIn` where it let a person in. */
    async callback({ request, address }: AskedFrom) {
      const headers = new Headers(request.headers);
      headers.set(ADDRESS_HEADER, address);
      const to = `${origin}${CALLBACK_PATH}${new URL(request.url).search}`;
      const heard: HeardOfProvider = {};
      const reply = await fromProvider.run(heard, () => auth.handler(new Request(to, { headers })));
      const { claims, userId } = heard;
      const signedIn: SignedIn | undefined =
        claims && userId !== undefined ? { user: userOfAuth({ ...claims, id: userId }), claims } : undefined;
      return { reply, signedIn };
    },
    async userOf(headers: Headers): Promise<AccountUser | undefined> {
      const found = await auth.api.getSession({ headers });
      return found ? userOfAuth(found.user) : undefined;
    },
    /** False for an account of the provider. */
    async hasPassword(headers: Headers): Promise<boolean> {
      const ways = await auth.api.listUserAccounts({ headers });
      return ways.some(({ providerId }: { providerId: string }) => providerId === 'credential');
    },
    /** For a link with which a person sets a new password, within an hour. For the operator: no mail is sent. */
    async resetToken(email: string): Promise<string | undefined> {
      resetToken = undefined;
      await auth.api.requestPasswordReset({ body: { email } });
      return resetToken;
    },
    /** Answers the provider, and says in which organizations it changed people. */
    async provision(from: AskedFrom, body: string) {
      const { method, url } = from.request;
      const { pathname, search } = new URL(url);
      const headers = headersOf(from, ['authorization', 'content-type', 'accept']);
      const request = new Request(`${origin}${pathname}${search}`, {
        ...{ method, headers, ...(body !== '' && { body }) },
      });
      const changed = new Set<string>();
      return { reply: await changedByScim.run(changed, () => auth.handler(request)), changed };
    },
    /** With which the provider asks for an organization; those before end. */
    scimToken: (org: string) => newScimToken(auth.api, org, world.now()),
  };
}

function headersOf({ request, address }: AskedFrom, names: readonly string[]): Headers {
  const headers = new Headers({ [ADDRESS_HEADER]: address });
  for (const name of names) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

interface HeardOfProvider {
  /** After the ID token was verified; those of userinfo where it has no address. */
  claims?: SignedIn['claims'] & { email: string; name?: string };
  userId?: string;
}

/** What Better Auth heard while it answered one way back. */
const fromProvider = new AsyncLocalStorage<HeardOfProvider>();

/** The organizations in which one request of a provider changed people. */
const changedByScim = new AsyncLocalStorage<Set<string>>();

/** Not every provider says a name. */
const userOfAuth = ({ id, name, email }: { id: string; name?: string; email: string }): AccountUser => ({
  ...{ id, name: name || email.split('@')[0]!, email: email.toLowerCase() },
});

/** Headers of a browser that its sign-in is judged by. */
const PASSED_ON = [
  'cookie',
  'origin',
  'referer',
  'user-agent',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
];

type Plugins = Pick<Awaited<ReturnType<typeof libraries>>, 'genericOAuth' | 'scim'>;

function settingsOf(
  { oidc, scim: provisioning }: AccountsOptions,
  world: AuthWorld,
  { genericOAuth, scim }: Plugins,
  onReset: (token: string) => void,
) {
  const { store, secret, origin, log } = world;
  const onChange = (org: string) => void changedByScim.getStore()?.add(org);
  return {
    appName: 'Squirrel hub',
    baseURL: origin,
    basePath: AUTH_PATH,
    // All that it would else read from the environment is given.
    secrets: [{ version: 1, value: secret }],
    database: store.pool,
    telemetry: { enabled: false },
    logger: { level: 'warn', log: (level, message) => log(`accounts: ${level}: ${message}`) },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 10,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ token }) => onReset(token),
    },
    // With groups people sign in daily, since a sign-in is when groups are looked at.
    ...(oidc?.groups && { session: { expiresIn: 43_200, disableSessionRefresh: true } }),
    databaseHooks: {
      session: {
        create: {
          after: async ({ userId }) => void Object.assign(fromProvider.getStore() ?? {}, { userId }),
        },
      },
    },
    account: {
      encryptOAuthTokens: true,
      // Addresses are not verified here: the first to sign up with one would else get what its owner does later. Those of
      // people whom the provider added are.
      accountLinking: { enabled: provisioning !== undefined, trustedProviders: [PROVIDER] },
    },
    // Said outright: in a test environment Better Auth leaves these checks out by default.
    advanced: {
      disableCSRFCheck: false,
      disableOriginCheck: false,
      cookiePrefix: 'sqrl-hub',
      useSecureCookies: origin.startsWith('https:'),
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    rateLimit: {
      enabled: true,
      // Several processes of a hub count together.
      storage: 'database',
      customRules: {
        '/sign-in/email': { window: 60, max: 10 },
        // A team that begins together may share an address.
        '/sign-up/email': { window: 60, max: 30 },
        '/sign-in/social': { window: 60, max: 60 },
        // A provider sends all its people when it begins.
        '/scim/v2/**': { window: 10, max: 2000 },
      },
    },
    plugins: [
      ...(scim && provisioning ? [scimPlugin(scim, provisioning, { ...world, onChange })] : []),
      ...(oidc
        ? [
            genericOAuth({
              config: [
                {
                  providerId: PROVIDER,
                  name: oidc.name,
                  discoveryUrl: `${oidc.issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`,
                  clientId: oidc.clientId,
                  clientSecret: oidc.clientSecret,
                  scopes: ['openid', 'profile', 'email', ...(oidc.groups?.scope ? [oidc.groups.scope] : [])],
                  requireIdTokenVerification: true,
                  mapProfileToUser(claims) {
                    Object.assign(fromProvider.getStore() ?? {}, { claims });
                    return {};
                  },
                },
              ],
            }),
          ]
        : []),
    ],
  } satisfies BetterAuthOptions;
}

async function libraries(withScim: boolean) {
  try {
    const [{ betterAuth }, { genericOAuth }, { getMigrations }, { scim }] = await Promise.all([
      import('better-auth'),
      import('better-auth/plugins/generic-oauth'),
      import('better-auth/db/migration'),
      withScim ? import('@better-auth/scim') : { scim: undefined },
    ]);
    return { betterAuth, genericOAuth, getMigrations, scim };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Problem(
      `Accounts need ${withScim ? 'Better Auth and its plugin for SCIM' : 'Better Auth'}, not installed: only a hub with accounts needs it.`,
      `Run \`npm install --global better-auth@1.7.5${withScim ? SCIM_PACKAGES : ''}\`.`,
      'usage',
      error,
    );
  }
}

/** With what the plugin would else bring in another version. */
const SCIM_PACKAGES =
  ' @better-auth/scim@1.7.5 @better-auth/core@1.7.5 @better-auth/utils@0.4.2 better-call@1.4.0';
