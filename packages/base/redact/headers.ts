import { isPlaceholder } from './placeholders.ts';
import { isWordy, looksIssued, looksRandom } from './randomness.ts';
import type { RedactRule } from './rule.ts';

/** Credentials in the headers of requests, in any quoting. */
export const headers: RedactRule[] = [
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

/** What a Basic header carries is a user and a password in base64. */
function decodesToLogin(secret: string): boolean {
  return /^[\x20-\x7e\xa0-\xff]{1,200}:[\x20-\x7e\xa0-\xff]{0,400}$/.test(
    Buffer.from(secret, 'base64').toString('latin1'),
  );
}
