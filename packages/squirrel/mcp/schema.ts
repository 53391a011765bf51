import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** Marks an argument that is taken and not listed: agents hardly ever need it, and every session would pay for it. */
export const UNLISTED = { unlisted: true } as const;

/** A schema whose JSON says what must be said and no more: every session pays for it. */
export function lean(
  schema: z.ZodObject,
  also: Readonly<Record<string, string>> = {},
): StandardSchemaWithJSON<Record<string, unknown>> {
  const json = (io: 'input' | 'output') => () => {
    const { $schema: _, ...told } = z.toJSONSchema(schema, {
      io,
      // A custom check has no JSON schema and becomes "any value".
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        // Length limits are left out to save tokens; a request that exceeds one gets an error that names it.
        for (const bound of ['minLength', 'maxLength', 'maxItems', 'minimum', 'maximum'] as const)
          delete jsonSchema[bound];
        // An answer may say more than its schema. Of arguments some are not listed, and a client may refuse what a closed
        // schema does not have; unknown ones are refused here.
        delete jsonSchema.additionalProperties;
      },
    });
    return io === 'input' ? listed(told) : (singleTypes(told) as typeof told);
  };
  const { validate, ...standard } = schema['~standard'];
  return {
    '~standard': {
      ...standard,
      validate: (value) => validate(renamed(value, also)),
      jsonSchema: { input: json('input'), output: json('output') },
    },
  };
}

/** What was given by other names, by the names that the schema has. */
const renamed = (value: unknown, also: Readonly<Record<string, string>>): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, one]) => [Object.hasOwn(also, name) ? also[name]! : name, one]),
      )
    : value;

function listed<T extends { properties?: Record<string, unknown> | undefined }>(told: T): T {
  const shown = Object.entries(told.properties ?? {}).filter(
    ([, one]) => (one as { unlisted?: boolean }).unlisted !== true,
  );
  return { ...told, properties: Object.fromEntries(shown) };
}

/** Several types at once are less portable than a choice of schemas. */
function singleTypes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(singleTypes);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { type, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, inner]) => [key, singleTypes(inner)]),
  );
  if (type === undefined) return rest;
  return Array.isArray(type) ? { ...rest, anyOf: type.map((each) => ({ type: each })) } : { type, ...rest };
}
