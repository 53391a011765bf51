import { holdsSecret } from './judge.ts';
import { nameAround, type SecretKind, type SecretName, secretKindOf } from './names.ts';
import type { Finder } from './rule.ts';
import { isInSettings, readValue } from './values.ts';

/** Finds values that stand next to a telling name, in whatever syntax: password=…, "apiKey": "…", --token …. */
export const assignments: Finder = {
  at: [
    'pass',
    'psw',
    'pss',
    'pas',
    'paa',
    'pw',
    'secret',
    'token',
    'key',
    'cred',
    'auth',
    'mnemonic',
    'phrase',
    'salt',
    'pat',
    'kennwort',
    'contrasena',
    'senha',
    'wachtwoord',
    'mdp',
  ],
  anyCase: true,
  find(text, index) {
    const name = nameAround(text, index);
    const kind = secretKindOf(name.text);
    if (kind === undefined || isResourceName(text, name)) return undefined;
    const value = readValue(text, name);
    if (value === undefined || !holdsSecret(kind, value, name, () => isInSettings(text, name, value)))
      return undefined;
    return { start: value.start, end: value.end, what: WHAT[kind] };
  },
};

/** arn:aws:secretsmanager:…:secret:shop/db names a secret without telling it. */
function isResourceName(text: string, name: SecretName): boolean {
  return (
    text[name.start - 1] === ':' &&
    /(?:arn|projects):\S*$/.test(text.slice(Math.max(0, name.start - 80), name.start))
  );
}

const WHAT: Record<SecretKind, string> = {
  password: 'password',
  secret: 'secret',
  'api key': 'api key',
  token: 'token',
  credential: 'credential',
  key: 'key',
};
