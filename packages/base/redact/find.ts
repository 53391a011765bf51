import { addresses } from './addresses.ts';
import { assignments } from './assignments.ts';
import { commandRules } from './commands.ts';
import { cookieHeaders, cookieObjects, cookieOptions, sessionCookies } from './cookies.ts';
import { passwordHashes } from './password-hashes.ts';
import { armouredKeys, armouredTails, privateKeys, webKeys } from './private-keys.ts';
import { proseRule } from './prose.ts';
import { providerTokens } from './provider-tokens.ts';
import { type Finder, finderOf, type SecretFinding, type SecretSweep } from './rule.ts';
import { kubernetesSecrets, settingsFiles } from './settings-files.ts';
import { type RankedFinding, settleFindings } from './settle.ts';
import { copiedRows, insertedRows, loginTables } from './tables.ts';
import { visibleText } from './visible.ts';
import { type Scan, wordScanner } from './words.ts';

/** Everything that looks for secrets, the surest first: where two findings overlap, the earlier names them. */
export const finders: (Finder | SecretSweep)[] = [
  armouredKeys,
  armouredTails,
  ...[...privateKeys, ...providerTokens].map(finderOf),
  webKeys,
  ...[...passwordHashes, ...addresses, ...sessionCookies].map(finderOf),
  cookieHeaders,
  cookieOptions,
  cookieObjects,
  ...[...commandRules, ...settingsFiles].map(finderOf),
  kubernetesSecrets,
  insertedRows,
  copiedRows,
  loginTables,
  assignments,
  ...proseRule.map(finderOf),
];

/** Made when it is first needed: many who load this never look for a secret. */
let scan: Scan | undefined;

/** Makes ready to look for secrets, for those who will soon have much to look through. */
export function prepareToFind(): Scan {
  scan ??= wordScanner(finders);
  return scan;
}

/** Finds what must not be kept, in the order of the text, without overlaps; invisible characters hide nothing. */
export function findSecrets(text: string): SecretFinding[] {
  const visible = visibleText(text);
  return visible === undefined ? findIn(text) : findIn(visible.text).map(visible.inOriginal);
}

function findIn(text: string): SecretFinding[] {
  const found: RankedFinding[] = [];
  // Where a finder need not look again: behind what it has found, or behind the text once it swept it.
  const done: number[] = [];
  prepareToFind()(text, (rank, at) => {
    if (at < (done[rank] ?? 0)) return;
    const finder = finders[rank]!;
    if ('sweep' in finder) {
      for (const finding of finder.sweep(text)) found.push({ ...finding, rank });
      done[rank] = text.length;
      return;
    }
    const finding = finder.find(text, at);
    if (finding === undefined) return;
    found.push({ ...finding, rank });
    done[rank] = finding.end;
  });
  return found.length === 0 ? [] : settleFindings(text, found);
}
