import { z } from 'zod';
import { settings } from './config.ts';

/** What is known of one setting. */
export interface Described {
  key: string;
  means: string;
  kind: 'choice' | 'number' | 'boolean' | 'text';
  choices?: string[];
  default?: string | number | boolean;
}

/** Every setting there is, in the order of the schema, with what the schema says of it. */
export function describeSettings(): Described[] {
  const { properties } = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' }) as Schema;
  return Object.entries(properties ?? {}).flatMap(([table, { properties: keys }]) =>
    Object.entries(keys ?? {}).map(([key, schema]) => describe(`${table}.${key}`, schema)),
  );
}

interface Schema {
  type?: string;
  description?: string;
  enum?: string[];
  default?: string | number | boolean;
  properties?: Record<string, Schema>;
}

const describe = (key: string, schema: Schema): Described => ({
  key,
  means: schema.description ?? '',
  kind: schema.enum ? 'choice' : (KINDS[schema.type ?? ''] ?? 'text'),
  ...(schema.enum && { choices: schema.enum }),
  ...(schema.default !== undefined && { default: schema.default }),
});

const KINDS: Readonly<Record<string, Described['kind']>> = {
  boolean: 'boolean',
  number: 'number',
  integer: 'number',
};
