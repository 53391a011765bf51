import { isPlaceholder } from './placeholders.ts';
import { isWordy, looksRandom } from './randomness.ts';
import type { RedactRule, SecretFinding, SecretSweep } from './rule.ts';

/** Cookies in a request or a response: `Cookie: a=b; c=d`, `Set-Cookie: …`, `document.cookie = "…"`, `curl -b "…"`. */
export const cookieHeaders: SecretSweep = {
  at: ['cookie'],
  anyCase: true,
  sweep: (text) => [...text.matchAll(HEADER)].flatMap(spanOf),
};

const HEADER =
  /cookies?\\?["'`]?\]?\s{0,4}(?:(?:[:=,]|=>|:=)\s{0,4}|\s(?=["']))(?:f|b|r)?\\?["'`]?(?<list>[^\n"'`]{6,4096})/dgi;

/** From the first value that must not be kept to the last. */
function spanOf(found: RegExpExecArray): SecretFinding[] {
  const list = found.groups!.list!;
  const [from] = found.indices!.groups!.list!;
  let span: SecretFinding | undefined;
  for (const pair of list.matchAll(PAIR)) {
    if (!isSession(pair.groups!.name!, pair.groups!.value!)) continue;
    const end = from + pair.index + pair[0].length;
    span = { start: span?.start ?? end - pair.groups!.value!.length, end, what: 'session cookie' };
  }
  return span === undefined ? [] : [span];
}

const PAIR = /(?<=^|[;\s,])(?<name>[\w.$!#%&*+^|~-]{1,80})=(?<value>[^;\s,"'`\\]{6,4096})/g;

/** Whether a cookie authenticates a user, or may do so. */
function isSession(name: string, value: string): boolean {
  if (ATTRIBUTE.test(name) || HARMLESS.test(name) || isPlaceholder(value) || /^[${<[(]/.test(value))
    return false;
  if (SESSION.test(name)) return value.length >= 8 && !isWordy(value);
  return value.length >= 20 && looksRandom(value);
}

const ATTRIBUTE = /^(?:path|domain|expires|max-age|samesite|version|priority)$/i;
const HARMLESS =
  /^(?:_ga|_gid|_gat|_gcl|_fbp|_fbc|__utm|_hj|_pk_|ajs_|amp_|mp_|optimizely|intercom-(?:id|device))|consent|locale|lang|theme|timezone|currency/i;
const SESSION =
  /sess|sid$|^sid|auth|token|jwt|login|logged|remember|csrf|xsrf|ticket|credential|secret|identity|^(?:li_at|xs|sb|datr|c_user|SSID|HSID|APISID|SAPISID|NID|SNID|_u)$/i;

/** The same where a command is given them: `curl -b "sid=…"`. */
export const cookieOptions: SecretSweep = {
  at: ['curl'],
  anyCase: true,
  sweep: (text) => [...text.matchAll(CURL)].flatMap(spanOf),
};

const CURL = /curl\b[^\n|]{0,400}?\s-b[\s=]{0,3}["']?(?<list>[^\n"'@\s-][^\n"']{5,4096})/dgi;

/** Cookies whose names say what they are wherever they stand. */
export const sessionCookies: RedactRule[] = [
  {
    what: 'session cookie',
    pattern:
      /(?:phpsessid|jsessionid|aspsessionid[a-z]{0,12}|asp\.net_sessionid|aspxauth|connect\.sid|(?:laravel|ci)_session|_session|wordpress_(?:logged_in|sec)_\w{0,40}|session-token)\\?["']?\s{0,2}[=:]\s{0,2}\\?["']?(?<secret>[\w%.+/|~:-]{12,2048}={0,2})/i,
    check: (secret) => !isPlaceholder(secret) && !isWordy(secret),
  },
  {
    // A line of cookies.txt: domain, subdomains, path, secure, expiry, name, value.
    what: 'session cookie',
    at: ['true\t', 'false\t'],
    pattern:
      /(?:true|false)\t\/[^\t\n]{0,200}\t(?:true|false)\t\d{1,20}\t[^\t\n]{1,200}\t(?<secret>[^\s]{8,4096})/i,
    check: (secret) => !isPlaceholder(secret) && !isWordy(secret),
  },
];

/** What browsers and their drivers write down of a cookie: `{"name": "sid", "value": "…", "httpOnly": true}`. */
export const cookieObjects: SecretSweep = {
  at: ['httponly'],
  anyCase: true,
  sweep(text) {
    const findings: SecretFinding[] = [];
    for (const found of text.matchAll(VALUE)) {
      const [start, end] = found.indices!.groups!.secret!;
      const around = text.slice(Math.max(0, start - MAX_GAP_CHARS), end + MAX_GAP_CHARS);
      if (!/httponly/i.test(around)) continue;
      const before = text.slice(Math.max(0, start - MAX_GAP_CHARS), start);
      const after = text.slice(end, end + MAX_GAP_CHARS).split('}', 1)[0]!;
      const object = before.slice(before.lastIndexOf('{') + 1) + after;
      const name = /\\?["']name\\?["']\s{0,4}:\s{0,4}\\?["']([^"'\\]{1,80})/.exec(object)?.[1];
      if (name !== undefined && isSession(name, found.groups!.secret!))
        findings.push({ start, end, what: 'session cookie' });
    }
    return findings;
  },
};

const VALUE = /\\?["']value\\?["']\s{0,4}:\s{0,4}\\?["'](?<secret>[^"'\\\s]{8,4096})/dg;

/** As far as the members of one cookie can be apart. */
const MAX_GAP_CHARS = 600;
