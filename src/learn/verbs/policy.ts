import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Problem } from '../../base/problem.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { settingsText, writeToml } from '../../workspace/write-toml.ts';
import { type Policy, type PolicyRule, policyRules, policyText, readPolicy } from '../lifecycle/policy.ts';

/** The policy that holds: what the home's file says, and the defaults for the rest. */
export const policyOf = ({ home }: Pick<Engine, 'home'>): Policy =>
  readPolicy(settingsText(home.policy) ?? '', home.policy);

interface PolicyRequest {
  init: boolean;
  rules: boolean;
  /** Rules by their keys; null for the default. */
  set?: Readonly<Record<string, number | null>> | undefined;
}

/**
 * Tells where the policy stands and, if wanted, what holds. `init` writes a file with the defaults first, where there is
 * none; `set` changes some rules.
 */
export function policy(
  engine: Pick<Engine, 'home'>,
  { init, rules, set = {} }: PolicyRequest,
): { path: string; exists: boolean; written: boolean; rules: PolicyRule[] } {
  const path = engine.home.policy;
  const isNew = init && settingsText(path) === undefined;
  if (isNew) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // Not over what somebody else wrote in this moment.
    writeFileSync(path, policyText(), { flag: 'wx', mode: 0o600 });
  }
  const isSet = Object.keys(set).length > 0;
  if (isSet) refuseUnknown(engine, set);
  if (isSet) writeToml(path, set, (text) => readPolicy(text, path));
  const exists = settingsText(path) !== undefined;
  return { path, exists, written: isNew || isSet, rules: rules ? policyRules(policyOf(engine)) : [] };
}

/** What is set the schema refuses by itself; of what is taken out, nothing would be left to refuse. */
function refuseUnknown(engine: Pick<Engine, 'home'>, set: NonNullable<PolicyRequest['set']>): void {
  const known = new Set(policyRules(policyOf(engine)).map(({ key }) => key));
  const unknown = Object.keys(set).find((key) => set[key] === null && !known.has(key));
  if (unknown !== undefined)
    throw new Problem(
      `Unknown policy rule ${unknown}.`,
      '`sqrl config policy` shows the rules there are.',
      'not_found',
    );
}
