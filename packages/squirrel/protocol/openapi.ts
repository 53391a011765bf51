import { HOOK_CLIENTS } from '@sqrl/base/model/hook-events.ts';
import { z } from 'zod';
import { outputs } from './outputs.ts';
import { type Output, type Verb, verbs } from './verbs.ts';
import { CALL_HEADER, NDJSON, PROTOCOL } from './wire.ts';

const TEXT = { type: 'string' } as const;

/** Describes everything the daemon answers; what verbs take by the same schemas that it checks with. */
export const openapi = (version: string): Record<string, unknown> => ({
  openapi: '3.1.0',
  info: { title: 'Squirrel', version, description: `Protocol ${PROTOCOL}. One port on 127.0.0.1.` },
  security: [{ token: [] }],
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Error: {
        type: 'object',
        properties: {
          error: { type: 'object', properties: { message: TEXT, hint: TEXT, code: TEXT } },
        },
      },
    },
  },
  paths: {
    ...Object.fromEntries(
      (Object.keys(verbs) as Verb[]).map((verb) => [`/v1/${verb}`, { post: callOf(verb) }]),
    ),
    ...OTHER_ADDRESSES,
  },
});

type Json<T> = T extends readonly (infer E)[]
  ? Json<E>[]
  : T extends object
    ? { -readonly [K in keyof T]: Json<T[K]> }
    : T;

/** What is promised is what handlers answer: a schema that promises something else does not compile. */
const promised: {
  readonly [V in keyof typeof outputs]: Json<Output<V>> extends z.output<(typeof outputs)[V]>
    ? z.ZodType
    : never;
} = outputs;

const callOf = (verb: Verb) => ({
  operationId: verb,
  parameters: PLACE,
  requestBody: { content: { 'application/json': { schema: schemaOf(verbs[verb], 'input') } } },
  ...answers(
    `The result as JSON; with ${NDJSON} lines of {"progress": [done, total, what]}, then {"output": …} or {"error": …}`,
    schemaOf((promised as Partial<Record<Verb, z.ZodType>>)[verb] ?? z.any(), 'output'),
  ),
});

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  // A custom check has no JSON schema and becomes "any value".
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

const parameter = (name: string, description: string, required = false) => ({
  ...{ name, in: 'query', required, description, schema: TEXT },
});

const answers = (description: string, schema?: object, status = 200) => ({
  responses: {
    [status]: { description, ...(schema && { content: { 'application/json': { schema } } }) },
    default: {
      description: 'Error',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  },
});

const PLACE = [
  parameter('project', 'Absolute path of the project folder'),
  parameter('called', 'Name of a project whose folder does not exist'),
  parameter('global', '1 for user-level memories only'),
];

const address = (
  description: string,
  answer: string,
  parameters: readonly ReturnType<typeof parameter>[] = [],
) => ({ description, parameters, ...answers(answer) });

/** For those that ask for no token. */
const OPEN = { security: [] };

/** The addresses that are not a verb’s. */
const OTHER_ADDRESSES = {
  '/v1/openapi.json': { get: address('This document.', 'JSON') },
  '/v1/hello': {
    get: {
      ...OPEN,
      ...address(
        'Proves that the server knows the token, or the secret of a page.',
        '{"proof"}: HMAC-SHA-256 over "sqrl", a zero byte and the nonce, with the secret, in hex',
        [
          parameter('nonce', '16 to 100 random characters', true),
          parameter('page', 'SHA-256 of a page’s secret, in hex; default: the token is proved'),
        ],
      ),
    },
  },
  '/v1/enter': {
    post: { ...OPEN, ...address('Exchanges the launch key that signed the request for a page pass.', '{}') },
  },
  '/v1/launch': {
    post: address(
      'Creates a one-time URL of the panel, and a private file that redirects to it.',
      '{"url", "file"}',
    ),
  },
  '/v1/live': {
    get: address('Streams changes: one `hello`, then `news`.', 'Events as text/event-stream'),
  },
  '/v1/open': {
    post: address('Opens the memory of a project and returns its notices.', '{"notices"}', PLACE),
  },
  '/v1/cancel': {
    post: address('Cancels a running call.', '{}', [parameter('call', `Value of its ${CALL_HEADER} header`)]),
  },
  '/v1/taken': {
    post: address('Says that a hook printed its answer.', '{}', [
      parameter('receipt', 'Value of the sqrl-receipt header'),
    ]),
  },
  '/v1/hook': {
    post: {
      ...address(
        'Handles a client’s hook event, whose input is the request’s JSON.',
        'What the hook prints, in the client’s format; empty if there is nothing to show',
        [
          parameter('client', `Client that runs the hook: ${HOOK_CLIENTS.join(', ')}`, true),
          parameter('event', 'Event name, as the client spells it', true),
          parameter('cwd', 'Working directory, for clients that do not send it'),
          parameter('pid', 'Process of the hook, by which the daemon tells its client from an agent’s shell'),
        ],
      ),
    },
  },
  '/v1/stop': {
    post: { description: 'Stops the daemon.', ...answers('The daemon is stopping', undefined, 202) },
  },
};
