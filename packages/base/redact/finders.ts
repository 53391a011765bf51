import { addresses } from './addresses.ts';
import { assignments } from './assignments.ts';
import { calls } from './calls.ts';
import { commandRules } from './commands.ts';
import { cookieHeaders, cookieObjects, cookieOptions, sessionCookies } from './cookies.ts';
import { headers } from './headers.ts';
import { passwordHashes } from './password-hashes.ts';
import { armouredKeys, armouredTails, privateKeys, webKeys } from './private-keys.ts';
import { proseRule } from './prose.ts';
import { providerTokens } from './provider-tokens.ts';
import { type Finder, finderOf, type SecretSweep } from './rule.ts';
import { kubernetesSecrets, settingsFiles } from './settings-files.ts';
import { copiedRows, insertedRows, loginTables } from './tables.ts';

/** Everything that looks for secrets, the surest first: where two findings overlap, the earlier names them. */
export const finders: (Finder | SecretSweep)[] = [
  armouredKeys,
  armouredTails,
  ...[...privateKeys, ...providerTokens].map(finderOf),
  webKeys,
  ...[...passwordHashes, ...addresses, ...headers, ...sessionCookies].map(finderOf),
  cookieHeaders,
  cookieOptions,
  cookieObjects,
  ...[...commandRules, ...calls, ...settingsFiles].map(finderOf),
  kubernetesSecrets,
  insertedRows,
  copiedRows,
  loginTables,
  assignments,
  ...proseRule.map(finderOf),
];
