import { z } from 'zod';
import { readToml } from '../../base/toml/read.ts';
import { type Kind, kindOf, type Memory, type MemoryType, TYPES } from '../../model/memory.ts';

const count = z.int().min(0).max(1_000_000);
const share = z.number().min(0).max(1);
const weight = z.number().min(0).max(1000);
const days = z
  .strictObject({ max_inactive_days: z.int().min(1).max(36_500) })
  .describe('Archive a memory after this many days in which it was neither used nor applicable');

const kinds = [...new Set(Object.values(TYPES).map(({ kind }) => kind))] as Kind[];
const types = Object.keys(TYPES) as MemoryType[];

type Decay = Partial<Record<Kind | MemoryType, { max_inactive_days: number }>>;
const DECAY: Decay = { guard: { max_inactive_days: 90 }, gotcha: { max_inactive_days: 180 } };

/** The rules for the lifecycle of memories. Default and description stand next to each key; `sqrl config policy` and its file derive from them. */
const policy = z.strictObject({
  promotion: z
    .strictObject({
      default: z
        .strictObject({
          min_opportunities: count
            .default(5)
            .describe('Episodes in which a memory on trial could have been shown before it is judged'),
          min_use_ratio: share
            .default(0.6)
            .describe('Minimum share of those episodes in which the agent followed it'),
          min_regret_hits: count
            .default(2)
            .describe('Minimum number of times it avoided a failure, an error or a retry'),
        })
        .prefault({}),
    })
    .prefault({}),
  deprecation: z
    .strictObject({
      default: z
        .strictObject({
          min_opportunities: count
            .default(10)
            .describe('Episodes in which a memory could have been shown before it may be archived'),
          max_use_ratio: share
            .default(0.1)
            .describe('Archive it if the agent followed it in at most this share of those episodes'),
        })
        .prefault({}),
    })
    .prefault({}),
  decay: z
    .partialRecord(z.enum([...kinds, ...types]), days)
    .prefault({})
    .transform((given) => ({ ...DECAY, ...given }))
    .describe('By type (gotcha) or kind (guard); the type takes precedence'),
  regret_weights: z
    .strictObject({
      alpha_errors: weight.default(1).describe('Weight of an error fewer than usual'),
      beta_retries: weight.default(0.5).describe('Weight of a retry fewer than usual'),
    })
    .prefault({}),
});

export type Policy = z.output<typeof policy>;

/** Reads a policy's text; a wrong value is refused with its line. */
export const readPolicy = (text: string, path: string): Policy => readToml(policy, text, path);

/** After how many days without need a memory of this type goes, and which class says so. */
export function decayOf(
  { decay }: Policy,
  { type }: Pick<Memory, 'type'>,
): { days: number; by: string } | undefined {
  const by = decay[type] ? type : kindOf(type);
  const found = decay[by];
  return found && { days: found.max_inactive_days, by };
}

/** One rule of a policy, as a person reads it. */
export interface PolicyRule {
  key: string;
  value: number;
  /** What holds where the file says nothing; null for a decay class of the person's own. */
  default: number | null;
  means: string;
}

/** Every rule there is, with what it means. */
export function policyRules(given: Policy): PolicyRule[] {
  const standard = policy.parse({});
  const plain: PolicyRule[] = (['promotion', 'deprecation'] as const).flatMap((part) =>
    Object.entries(given[part].default).map(([name, value]) => ({
      key: `${part}.default.${name}`,
      value,
      default: (standard[part].default as Record<string, number>)[name]!,
      means: meaningOf(part, name),
    })),
  );
  const decays = Object.entries(given.decay).map(([name, { max_inactive_days }]) => ({
    key: `decay.${name}.max_inactive_days`,
    value: max_inactive_days,
    default: standard.decay[name as MemoryType]?.max_inactive_days ?? null,
    means: days.description!,
  }));
  const weights = Object.entries(given.regret_weights).map(([name, value]) => ({
    key: `regret_weights.${name}`,
    value,
    default: (standard.regret_weights as Record<string, number>)[name]!,
    means: describedIn(policy.shape.regret_weights, name),
  }));
  return [...plain, ...decays, ...weights];
}

/** A policy file with all defaults and what they mean. */
export function policyText(): string {
  const lines = [
    '# When memories are promoted, archived and deleted. A value that is left out has the default shown here.',
    '# Pinned memories, and memories that a person confirmed, are never archived.',
  ];
  let within = '';
  for (const { key, value, means } of policyRules(policy.parse({}))) {
    const table = key.slice(0, key.lastIndexOf('.'));
    if (table !== within) lines.push('', `[${table}]`);
    within = table;
    lines.push(`# ${means}.`, `${key.slice(table.length + 1)} = ${value}`);
  }
  return `${lines.join('\n')}\n`;
}

const meaningOf = (part: 'promotion' | 'deprecation', name: string): string =>
  describedIn((policy.shape[part].def.innerType as z.ZodObject).shape.default as z.ZodType, name);

/** The description of a key. */
function describedIn(table: z.ZodType, name: string): string {
  const inner = (table as z.ZodPrefault<z.ZodObject>).def.innerType;
  return (inner.shape[name] as z.ZodType).description ?? '';
}
