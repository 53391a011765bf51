import { z } from 'zod';
import { OTHER_ADDRESSES } from './openapi-others.ts';
import { ERROR, parameter, TROUBLES } from './openapi-parts.ts';
import { outputs, type Verb, verbs } from './verbs.ts';
import { NDJSON, PROTOCOL } from './wire.ts';

/** Describes everything the daemon answers, from the same schemas that it checks with. */
export function openapi(version: string): Record<string, unknown> {
  return {
    openapi: '3.1.0',
    info: { title: 'Squirrel', version, description: `Protocol ${PROTOCOL}. One port on 127.0.0.1.` },
    security: [{ token: [] }],
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: ERROR },
    },
    paths: {
      ...Object.fromEntries(
        (Object.keys(verbs) as Verb[]).map((verb) => [`/v1/${verb}`, { post: operationOf(verb) }]),
      ),
      ...OTHER_ADDRESSES,
    },
  };
}

const operationOf = (verb: Verb) => {
  const output = (outputs as Partial<Record<Verb, z.ZodType>>)[verb];
  return {
    operationId: verb,
    parameters: PLACE,
    requestBody: { content: { 'application/json': { schema: schemaOf(verbs[verb], 'input') } } },
    responses: {
      200: {
        description: `Result; with ${NDJSON} or text/event-stream also progress.`,
        content: {
          'application/json': { schema: output ? schemaOf(output, 'output') : {} },
          [NDJSON]: { schema: LINE },
          'text/event-stream': { schema: LINE },
        },
      },
      ...TROUBLES,
    },
  };
};

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  // A custom check has no JSON schema and becomes "any value".
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

const LINE = {
  type: 'object',
  description: '{"progress": [done, total, what]}, then {"output": …} or {"error": …}',
};

const PLACE = [
  parameter('project', 'Absolute path of the project folder'),
  parameter('called', 'Name of a project whose folder does not exist'),
  parameter('global', '1 for user-level memories only'),
];
