import { redactSync } from '@sqrl/base/redact/redact.ts';

/** A remote's address without whatever opens it: no user, no password, no query. */
export function withoutCredentials(address: string): string {
  const [, scheme = '', rest = ''] = /^([^/?#@]*:\/\/)?(.*)$/s.exec(address)!;
  const bare = scheme ? withoutUser(rest) : isFilePath(rest) || SCP.test(rest) ? rest : withoutUser(rest);
  return redactSync(scheme + bare.replace(/[?#].*$/s, '')).text;
}

/** `git@host:path`, whose user opens nothing. */
const SCP = /^[^:@/]+@[^:@/]+:[^@]*$/;

const isFilePath = (address: string): boolean => /^([/\\.]|[a-z]:[/\\])/i.test(address);

/**
 * Cuts at the last `@` once there is a user at all: a password may hold `@`, `/` and `?`, and a name that came out too
 * short does less harm than half a password.
 */
function withoutUser(rest: string): string {
  const authority = /^[^/?#]*/.exec(rest)![0];
  return /[:@]/.test(authority) ? rest.slice(rest.lastIndexOf('@') + 1) : rest;
}
