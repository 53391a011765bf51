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
  /** Where it sends people back to; known once the hub listens. */
  allow(redirect: string): void;
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
  const allow = (redirect: string) => {
    // It warns that its memory and its pages are for tests, which they are here.
    const { warn } = console;
    console.warn = () => {};
    const provider = new Provider(issuer, {
      clients: [{ ...client, redirect_uris: [redirect] }],
      ...{ jwks, ttl },
      cookies: { keys: ['of the test'] },
      claims: { email: ['email', 'email_verified'], profile: ['name'] },
      findAccount: (_: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, name: id, email: `${id}@provider.example`, email_verified: true }),
      }),
    });
    console.warn = warn;
    answer = provider.callback();
  };
  allow('http://127.0.0.1/not-known-yet');
  return {
    ...{ issuer, allow, clientId: client.client_id, clientSecret: client.client_secret },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
