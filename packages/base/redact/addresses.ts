import { isPlaceholder } from './placeholders.ts';
import { isWordy, looksIssued, looksRandom } from './randomness.ts';
import type { RedactRule } from './rule.ts';

/** Secrets inside addresses; scheme, user and host stay, so that the sentence still says where it went. */
export const addresses: RedactRule[] = [
  {
    what: 'password',
    // Also with one slash, which is what is left of two where an address was taken for a path.
    pattern:
      /(?:(?<=[a-z]):\/|:\/\/)(?<user>[^\s:@/"'`<>|\\]{0,200}):(?<secret>[^\s"'`<>/\\]{1,300}|[^\s"'`<>@/\\]{0,100}\/[^\s"'`<>@\\]{1,100})@(?=[\w[$%{.*-])/,
    check: (secret, match) => !isGenericLogin(match.groups!.user!, secret),
  },
  {
    what: 'token',
    pattern: /:\/\/(?<secret>[\w.~%-]{16,300})(?::x-oauth-basic)?@(?=[\w[])/,
    check: (secret) => looksRandom(secret),
  },
  {
    what: 'password',
    pattern: /thin:[\w$#]{1,60}\/(?<secret>[^\s"'@/]{1,100})@/i,
    check: (secret) => !isPlaceholder(secret),
  },
  {
    what: 'slack webhook',
    pattern:
      /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>T[A-Z0-9]{5,}\/[A-Z0-9]{5,}\/[A-Za-z0-9]{10,60}(?:\/[A-Za-z0-9]{8,60})?)/i,
    check: (secret) => !/x{6}/i.test(secret),
  },
  {
    what: 'discord webhook',
    pattern: /\/api\/webhooks\/\d{10,25}\/(?<secret>[\w-]{30,120})/i,
  },
  {
    what: 'teams webhook',
    pattern:
      /(?:webhook\.office\.com\/webhookb2|outlook\.office(?:365)?\.com\/webhook)\/(?<secret>[\w@/-]{40,300})/i,
  },
  {
    what: 'google chat webhook',
    pattern: /chat\.googleapis\.com\/v1\/spaces\/[\w-]+\/messages\?(?<secret>\S{20,300})/i,
  },
  { what: 'telegram token', pattern: /\/bot(?<secret>\d{6,12}:[\w-]{30,40})/ },
  {
    what: 'signature',
    pattern:
      /(?<=[?&;]|&amp;|x-amz-|x-goog-)(?:sig|signature|x-amz-security-token)=(?<secret>[A-Za-z0-9%+/=_-]{24,2000})/i,
  },
  {
    what: 'password',
    // ~/.pgpass: host, port, database, user, password.
    at: [':5432:', ':5433:', ':6432:', ':3306:', ':*:'],
    pattern:
      /(?<=(?:^|\n|[\s"'])[\w.*-]{1,100}):(?:\d{2,5}|\*):[\w*-]{1,60}:[\w.*-]{1,60}:(?<secret>[^\s:"']{3,100})(?=\s|["']|$)/,
    check: (secret) => !isPlaceholder(secret),
  },
  // Credentials in the headers of requests, in any quoting.
  {
    what: 'bearer token',
    pattern:
      /bearer(?:\s{1,4}|%20|\s{0,2}[:=]\s{0,2}["']?)(?<secret>(?:\d{1,12}\|)?[A-Za-z0-9._~+/=-]{6,4096})/i,
    check: (secret) =>
      !isPlaceholder(secret) &&
      (looksRandom(secret) || looksIssued(secret) || (/[0-9]/.test(secret) && !isWordy(secret))),
  },
  {
    what: 'basic credentials',
    pattern: /basic(?:\s{1,4}|%20)\\?["']?(?<secret>[A-Za-z0-9+/_-]{8,1000}={0,2})/i,
    check: decodesToLogin,
  },
  {
    what: 'credential',
    pattern:
      /(?<![A-Za-z])authorization\\?["']?\]?\s{0,4}(?:[:=,]|=>)\s{0,4}\\?["']?(?:[a-z][\w-]{1,24}\s{1,4})?(?:token=)?\\?["']?(?<secret>[A-Za-z0-9._~+/=:-]{10,4096})/i,
    check: (secret) => !isPlaceholder(secret) && looksRandom(secret),
  },
  {
    what: 'credential',
    pattern: /auth\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?(?<secret>[A-Za-z0-9+/_-]{8,1000}={0,2})/i,
    check: decodesToLogin,
  },
];

/** user:password@host is how addresses are explained, not how one logs in. */
function isGenericLogin(user: string, secret: string): boolean {
  if (
    isPlaceholder(secret) ||
    /^\d{1,5}[?#/]/.test(secret) ||
    /^(?:pw|pass|passwd|passw)$/.test(secret) ||
    /^(?:\*+|x+|\.+|-+)$/i.test(secret) ||
    /^[${[]/.test(secret)
  )
    return true;
  const generic =
    /^(?:<?user(?:_?name)?>?|u|usr|name|login|foo|username1?|some_?user|my_?user(?:name)?|git|id|userid|account)?$/i.test(
      user,
    );
  return (
    generic &&
    /^(?:p|pw|pwd|pass|passw|password|passwd|my_?pass(?:word)?|user_?pass(?:word)?|passphrase|token|port|\d{1,5}|bar)$/i.test(
      secret,
    )
  );
}

/** What a Basic header carries is a user and a password in base64. */
function decodesToLogin(secret: string): boolean {
  return /^[\x20-\x7e\xa0-\xff]{1,200}:[\x20-\x7e\xa0-\xff]{0,400}$/.test(
    Buffer.from(secret, 'base64').toString('latin1'),
  );
}
