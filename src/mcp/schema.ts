import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** A schema whose JSON says what must be said and no more: every session pays for it. */
export function lean(schema: z.ZodObject): StandardSchemaWithJSON<Record<string, unknown>> {
  const json = (io: 'input' | 'output') => () => {
    const { $schema: _, ...told } = z.toJSONSchema(schema, {
      io,
      override: ({ jsonSchema }) => {
        // How long a text may be at most is told to whoever goes beyond it.
        for (const bound of ['minLength', 'maxLength', 'maxItems'] as const) delete jsonSchema[bound];
        // An answer may say more than its schema.
        if (io === 'output') delete jsonSchema.additionalProperties;
      },
    });
    return told;
  };
  return {
    '~standard': { ...schema['~standard'], jsonSchema: { input: json('input'), output: json('output') } },
  };
}
