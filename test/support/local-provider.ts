import { generateKeyPairSync } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
// @ts-expect-error: the package has no types.
import Provider from 'oidc-provider';

/** A provider of OpenID Connect on this machine; whoever signs in as NAME has the address NAME@provider.example. */
export interface LocalProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Of a person, by their name. */
  groups: Map<string, string[]>;
  /** Has the next ID tokens say so, without a new signature. */
  forged: Record<string, unknown> | undefined;
  /** Where it sends people back to; known once the hub listens. With `claimsIn` everything stands in the ID token. */
  allow(redirect: string, claimsIn?: 'ID token'): void;
  close(): Promise<void>;
}

export async function localProvider(): Promise<LocalProvider> {
  const client = { client_id: 'hub', client_secret: 'a-secret-of-the-test-and-of-nothing-else' };
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwks = { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test' }] };
  let answer: RequestListener | undefined;
  const server = createServer((request, response) => answer!(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ttl = {
    Interaction: 600,
    Session: 600,
    Grant: 600,
    AccessToken: 600,
    IdToken: 600,
    AuthorizationCode: 60,
  };
  const groups = new Map<string, string[]>();
  const allow = (redirect: string, claimsIn?: 'ID token') => {
    // It warns that its memory and its pages are for tests, which they are here.
    const { warn } = console;
    console.warn = () => {};
    const provider = new Provider(issuer, {
      clients: [{ ...client, redirect_uris: [redirect] }],
      ...{ jwks, ttl },
      cookies: { keys: ['of the test'] },
      claims: { email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      conformIdTokenClaims: claimsIn === undefined,
      findAccount: (_: unknown, id: string) => ({
        accountId: id,
        claims: () => ({
          ...{ sub: id, name: id, email: `${id}@provider.example`, email_verified: true },
          ...(groups.has(id) && { groups: groups.get(id) }),
        }),
      }),
    });
    console.warn = warn;
    provider.use(async (c: { body?: { id_token?: string } }, next: () => Promise<void>) => {
      await next();
      const token = c.body?.id_token;
      if (!local.forged || token === undefined) return;
      const [head, said, signature] = token.split('.');
      const claims = { ...JSON.parse(Buffer.from(said!, 'base64url').toString()), ...local.forged };
      const changed = Buffer.from(JSON.stringify(claims)).toString('base64url');
      c.body!.id_token = [head, changed, signature].join('.');
    });
    answer = provider.callback();
  };
  const local: LocalProvider = {
    ...{
      issuer,
      allow,
      groups,
      forged: undefined,
      clientId: client.client_id,
      clientSecret: client.client_secret,
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  allow('http://127.0.0.1/not-known-yet');
  return local;
}
