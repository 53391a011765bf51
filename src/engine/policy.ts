import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Policy, type PolicyRule, policyText, readPolicy, rulesOf } from '../lifecycle/policy.ts';
import { Problem } from '../model/problem.ts';
import type { Engine } from './engine.ts';

/** The policy that holds: what the home's file says, and the defaults for the rest. */
export const policyOf = ({ home }: Pick<Engine, 'home'>): Policy =>
  readPolicy(textOf(home.policy) ?? '', home.policy);

/** Tells where the policy stands and, if wanted, what holds; `init` writes a file with the defaults first, where there is none. */
export function policy(
  engine: Pick<Engine, 'home'>,
  { init, rules }: { init: boolean; rules: boolean },
): { path: string; exists: boolean; written: boolean; rules: PolicyRule[] } {
  const path = engine.home.policy;
  const written = init && textOf(path) === undefined;
  if (written) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // Not over what somebody else wrote in this moment.
    writeFileSync(path, policyText(), { flag: 'wx', mode: 0o600 });
  }
  return { path, exists: textOf(path) !== undefined, written, rules: rules ? rulesOf(policyOf(engine)) : [] };
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new Problem(
      `${path} cannot be read (${code}).`,
      'It must be a file that you may read.',
      'invalid',
      error,
    );
  }
}
