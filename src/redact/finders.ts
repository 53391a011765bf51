import { addresses } from './addresses.ts';
import { assignments } from './assignments.ts';
import { calls } from './calls.ts';
import { commands } from './commands.ts';
import { headers } from './headers.ts';
import { armouredKeys, armouredTails, privateKeys, webKeys } from './private-keys.ts';
import { prose } from './prose.ts';
import { providerTokens } from './provider-tokens.ts';
import { type Finder, finderOf, type Sweep } from './rule.ts';
import { secretlint } from './secretlint.ts';

/** Everything that looks for secrets, the surest first: where two findings overlap, the earlier names them. */
export const finders: (Finder | Sweep)[] = [
  armouredKeys,
  armouredTails,
  ...[...privateKeys, ...providerTokens].map(finderOf),
  webKeys,
  ...secretlint,
  ...[...addresses, ...headers, ...commands, ...calls].map(finderOf),
  assignments,
  ...prose.map(finderOf),
];
