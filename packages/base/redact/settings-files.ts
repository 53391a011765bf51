import { isPlaceholder } from './placeholders.ts';
import { looksRandom } from './randomness.ts';
import type { RedactRule, SecretFinding, SecretSweep } from './rule.ts';

/** Secrets in files of known programs whose form says what the values are. */
export const settingsFiles: RedactRule[] = [
  {
    // ~/.netrc, also over several lines: machine … login … password …
    what: 'password',
    pattern:
      /(?<=(?:(?:^|\s)machine\s{1,20}\S{1,200}|(?:^|\s)default)\s{1,20}(?:(?:login|user|account|port|protocol)\s{1,4}\S{1,200}\s{1,20}){1,3})passw(?:or)?d\s{1,4}(?<secret>[^\s]{3,200})/i,
    check: (secret) => !isPlaceholder(secret),
  },
  {
    // WordPress' keys and salts, which hold every sign there is.
    what: 'secret',
    pattern:
      /(?:auth|logged_in|nonce)_(?:key|salt)\\?["']?\s{0,4}[,=:]\s{0,8}\\?(?<quote>["'])(?<secret>(?:(?!\k<quote>)[^\n]){24,200})\k<quote>/i,
    check: (secret) => !isPlaceholder(secret) && !/put your unique phrase/i.test(secret),
  },
  {
    // What Firefox keeps of a login: encrypted with a key that lies next to it.
    what: 'password',
    pattern: /(?<=(?<before>M[A-Za-z][A-Za-z0-9]))EEPgAAAA[A-Za-z0-9+/]{24,400}={0,2}/,
  },
  {
    // What Jenkins encrypts with its master key, in brackets.
    what: 'secret',
    pattern: /\{AQAAABAAAA[A-Za-z0-9+/]{20,4000}={0,2}\}/,
  },
  {
    // buildConfigField "String", "API_KEY", "\"…\""
    what: 'api key',
    pattern:
      /(?:buildConfigField|resValue)[\s(]{0,4}["']string["']\s{0,4},\s{0,4}["'][\w.]{0,60}(?:key|secret|token|password|pwd)["']\s{0,4},\s{0,4}["'\\]{1,4}(?<secret>[^"'\\\n]{8,400})/i,
    check: (secret) => !isPlaceholder(secret) && looksRandom(secret),
  },
  {
    // vault operator init, and unseal
    what: 'unseal key',
    pattern:
      /unseal(?:\s{1,2}key\s{0,2}\d{0,2}\s{0,2}[:=]|\s)\s{0,4}["']?(?<secret>[A-Za-z0-9+/]{40,90}={0,2})/i,
    check: (secret) => looksRandom(secret),
  },
  {
    // A list of arguments for a method that takes a key.
    what: 'api key',
    pattern:
      /api[-_]?key["'],\s{0,8}\\?["']params\\?["']\s{0,4}:\s{0,4}\[\s{0,20}\\?["'](?<secret>[\w+/=.~-]{16,400})/i,
    check: (secret) => looksRandom(secret),
  },
];

/** Everything below `data` and `stringData` of a Secret of Kubernetes. */
export const kubernetesSecrets: SecretSweep = {
  at: ['kind: secret', 'kind: "secret"', '"kind":"secret"', '"kind": "secret"'],
  anyCase: true,
  sweep(text) {
    const findings: SecretFinding[] = [];
    for (const { indices, groups } of text.matchAll(DATA)) {
      const [from] = indices!.groups!.entries!;
      // As far as one document goes.
      const around = text.slice(Math.max(0, from - 2000), from + groups!.entries!.length + 600);
      if (!/kind"?: ?"?secret"?\s/i.test(around)) continue;
      for (const entry of groups!.entries!.matchAll(ENTRY)) {
        const [start, end] = entry.indices!.groups!.secret!;
        const value = entry.groups!.secret!;
        if (!isPlaceholder(value) && !/^\{\{|^[|>][+-]?$/.test(value))
          findings.push({ start: from + start, end: from + end, what: 'secret' });
      }
    }
    return findings;
  },
};

const DATA =
  /^ {0,8}(?:string)?data:[ \t]*\n(?<entries>(?:[ \t]{1,12}[\w.-]{1,80}: [^\n]{1,8000}\n?){1,60})/dgim;
const ENTRY = /^[ \t]{1,12}[\w.-]{1,80}: ["']?(?<secret>[^\s"'#][^\s"']{3,8000})/dgm;
