import { type Kind, kindOf, type Memory, type MemoryType, TYPES } from '@sqrl/base/model/memory.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { readToml } from '@sqrl/base/toml/read.ts';
import { z } from 'zod';
import type { Parsed } from '../../protocol/verbs.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { settingsText, writeToml } from '../../workspace/write-toml.ts';

const count = z.int().min(0).max(1_000_000);
const share = z.number().min(0).max(1);
const weight = z.number().min(0).max(1000);
const days = z.strictObject({ max_inactive_days: z.int().min(1).max(36_500) });

/** What is left out has its defaults. */
const table = <T extends z.ZodRawShape>(rules: T) => z.strictObject(rules).prefault({} as never);

const kinds = [...new Set(Object.values(TYPES).map(({ kind }) => kind))] as Kind[];
const types = Object.keys(TYPES) as MemoryType[];

type Decay = Partial<Record<Kind | MemoryType, { max_inactive_days: number }>>;
const DECAY: Decay = { guard: { max_inactive_days: 90 }, gotcha: { max_inactive_days: 180 } };

const schema = z.strictObject({
  promotion: table({
    default: table({
      min_opportunities: count.default(5),
      min_use_ratio: share.default(0.6),
      min_regret_hits: count.default(2),
    }),
  }),
  deprecation: table({
    default: table({ min_opportunities: count.default(10), max_use_ratio: share.default(0.1) }),
  }),
  decay: z
    .partialRecord(z.enum([...kinds, ...types]), days)
    .prefault({})
    .transform((given) => ({ ...DECAY, ...given })),
  regret_weights: table({ alpha_errors: weight.default(1), beta_retries: weight.default(0.5) }),
});

export type Policy = z.output<typeof schema>;

export const readPolicy = (text: string, path: string): Policy => readToml(schema, text, path);

/** After how many days without need a memory of this type goes, and which class says so. */
export function decayOf(
  { decay }: Policy,
  { type }: Pick<Memory, 'type'>,
): { days: number; by: string } | undefined {
  const by = decay[type] ? type : kindOf(type);
  const found = decay[by];
  return found && { days: found.max_inactive_days, by };
}

export interface PolicyRule {
  key: string;
  value: number;
  /** What holds where the file says nothing; null for a decay class of the person's own. */
  default: number | null;
  means: string;
}

export function policyRules(given: Policy): PolicyRule[] {
  const standard = valuesByKey(schema.parse({}));
  return Object.entries(valuesByKey(given)).map(([key, value]) => ({
    ...{ key, value, default: standard[key] ?? null },
    means: MEANINGS[key] ?? DECAY_MEANS,
  }));
}

const valuesByKey = (table: object, under = ''): Record<string, number> =>
  Object.assign(
    {},
    ...Object.entries(table).map(([name, value]) =>
      typeof value === 'number' ? { [`${under}${name}`]: value } : valuesByKey(value, `${under}${name}.`),
    ),
  );

const DECAY_MEANS =
  'Archive a memory after this many days with sessions in which it was neither used nor applicable';

const MEANINGS: Readonly<Record<string, string>> = {
  'promotion.default.min_opportunities':
    'Episodes in which a memory on trial came up after it was shown before it is judged',
  'promotion.default.min_use_ratio': 'Minimum share of those episodes in which the agent followed it',
  'promotion.default.min_regret_hits': 'Minimum number of times it avoided a failure, an error or a retry',
  'deprecation.default.min_opportunities':
    'Episodes in which an inferred memory came up after it was shown before it may be archived',
  'deprecation.default.max_use_ratio':
    'Archive it if the agent followed it in at most this share of those episodes',
  'regret_weights.alpha_errors': 'Weight of an error fewer than usual',
  'regret_weights.beta_retries': 'Weight of a retry fewer than usual',
};

export const policyOf = ({ home }: Pick<Engine, 'home'>): Policy =>
  readPolicy(settingsText(home.policy) ?? '', home.policy);

/** Tells where the policy stands and, if wanted, what holds. `set` changes rules by their keys; null for the default. */
export function policy(
  engine: Pick<Engine, 'home'>,
  { rules, set = {} }: Parsed<'policy'>,
): { path: string; exists: boolean; rules: PolicyRule[] } {
  const path = engine.home.policy;
  if (Object.keys(set).length > 0) {
    const known = new Set(policyRules(policyOf(engine)).map(({ key }) => key));
    // What is set the schema refuses by itself; of what is taken out, nothing would be left to refuse.
    const unknown = Object.keys(set).find((key) => set[key] === null && !known.has(key));
    if (unknown !== undefined)
      throw new Problem(
        `Unknown policy rule ${unknown}.`,
        '`sqrl config policy` shows the rules there are.',
        'not_found',
      );
    writeToml(path, set, (text) => readPolicy(text, path));
  }
  const exists = settingsText(path) !== undefined;
  return { path, exists, rules: rules ? policyRules(policyOf(engine)) : [] };
}
