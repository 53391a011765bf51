import { z } from 'zod';
import { type Verb, verbs } from './verbs.ts';
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
      ...OTHERS,
    },
  };
}

const operationOf = (verb: Verb) => {
  const output = schemaOf(verbs[verb].output, 'output');
  return {
    operationId: verb,
    parameters: PLACE,
    requestBody: { content: { 'application/json': { schema: schemaOf(verbs[verb].input, 'input') } } },
    responses: {
      200: {
        description: `What came of it; as ${NDJSON} or text/event-stream also how far it is.`,
        content: {
          'application/json': { schema: output },
          [NDJSON]: { schema: LINE },
          'text/event-stream': { schema: LINE },
        },
      },
      ...TROUBLES,
    },
  };
};

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  // A check written by hand has no schema; it is then told as anything.
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

const text = { type: 'string' } as const;

const ERROR = {
  type: 'object',
  properties: { error: { type: 'object', properties: { message: text, hint: text, code: text } } },
};

const LINE = {
  type: 'object',
  description: '{"progress": [done, total, what]}, and at the end {"output": …} or {"error": …}',
};

const PLACE = [
  parameter('project', 'The folder whose project is meant, absolute'),
  parameter('called', 'How a project is called whose folder is not there'),
  parameter('global', '1 for the user’s own memory alone'),
];

const TROUBLES = Object.fromEntries(
  [400, 401, 403, 404, 413, 415, 499, 500, 502, 504].map((status) => [
    status,
    {
      description: 'A trouble, in words',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]),
);

const get = (description: string, ...names: [string, string][]) => ({
  get: {
    description,
    parameters: names.map(([name, what]) => parameter(name, what)),
    responses: { 200: { description: 'JSON' }, ...TROUBLES },
  },
});

const PROJECT: [string, string] = ['project_id', 'The project’s folder, absolute'];

const OTHERS = {
  '/v1/openapi.json': get('This document.'),
  '/v1/views/user_style': get('How the user likes to work.', PROJECT, ['user_id', 'Whose']),
  '/v1/views/project_brief': get('What the project is.', PROJECT),
  '/v1/views/pitfalls': get(
    'What went wrong before.',
    PROJECT,
    ['scope_paths', 'Paths it is wanted for; may be repeated'],
    ['task_description', 'What is to be done'],
  ),
  '/v1/search_memory': get(
    'Memories that answer a question.',
    PROJECT,
    ['query', 'The question'],
    ['top_k', 'How many, 5 where not said'],
    ['types', 'Of these types; may be repeated'],
    ['scope_paths', 'About these paths; may be repeated'],
  ),
  '/v1/process_events': {
    post: {
      description: 'Reads what is new in the logs, learns from it, and names what came of it.',
      requestBody: {
        content: {
          'application/json': {
            schema: { type: 'object', properties: { project_id: text }, required: ['project_id'] },
          },
        },
      },
      responses: { 200: { description: '{"episode_ids", "memory_item_ids"}' }, ...TROUBLES },
    },
  },
  '/v1/stop': {
    post: { description: 'Stops the daemon.', responses: { 202: { description: 'It stops.' } } },
  },
};

function parameter(name: string, description: string) {
  return { name, in: 'query', required: false, description, schema: text };
}
