import { HOOK_CLIENTS } from '@sqrl/base/model/hook-events.ts';
import { parameter, TROUBLES, textSchema } from './openapi-parts.ts';
import { CALL_HEADER } from './wire.ts';

type OpenApiParameter = [name: string, what: string];

const answers = (status: number, description: string) => ({
  responses: { [status]: { description }, ...TROUBLES },
});

const asking = (description: string, names: readonly OpenApiParameter[]) => ({
  description,
  parameters: names.map(([name, what]) => parameter(name, what)),
});

const get = (description: string, ...names: OpenApiParameter[]) => ({
  get: { ...asking(description, names), ...answers(200, 'JSON') },
});

const post = (description: string, told: string, ...names: OpenApiParameter[]) => ({
  post: { ...asking(description, names), ...answers(200, told) },
});

/** The addresses that are no verb’s. */
export const OTHER_ADDRESSES = {
  '/v1/openapi.json': get('This document.'),
  // The two that ask for no token.
  '/v1/hello': {
    get: {
      ...asking('Proves that the server knows the token, or the secret of a page.', []),
      security: [],
      parameters: [
        parameter('nonce', '16 to 100 random characters', true),
        parameter('page', 'SHA-256 of a page’s secret, in hex; default: the token is proved'),
      ],
      ...answers(
        200,
        '{"proof"}: HMAC-SHA-256 over "sqrl", a zero byte and the nonce, with the secret, in hex',
      ),
    },
  },
  '/v1/enter': {
    post: {
      ...asking('Exchanges the launch key that signed the request for a page pass.', []),
      security: [],
      ...answers(200, '{}'),
    },
  },
  '/v1/launch': post(
    'Creates a one-time URL of the panel, and a private file that redirects to it.',
    '{"url", "file"}',
  ),
  '/v1/live': get('Streams changes as text/event-stream: one `hello`, then `news`.'),
  '/v1/open': post(
    'Opens the memory of a project and returns its notices.',
    '{"notices"}',
    ['project', 'Absolute path of the project folder'],
    ['called', 'Name of a project whose folder does not exist'],
    ['global', '1 for user-level memories only'],
  ),
  '/v1/cancel': post('Cancels a running call.', '{}', ['call', `Value of its ${CALL_HEADER} header`]),
  '/v1/taken': post('Says that a hook printed its answer.', '{}', [
    'receipt',
    'Value of the sqrl-receipt header',
  ]),
  '/v1/hook': {
    post: {
      ...asking('Handles a client’s hook event and returns what the hook prints.', []),
      parameters: [
        {
          ...parameter('client', 'Client that runs the hook', true),
          schema: { type: 'string', enum: [...HOOK_CLIENTS] },
        },
        parameter('event', 'Event name, as the client spells it', true),
        parameter('cwd', 'Working directory, for clients that do not send it'),
        parameter('pid', 'Process of the hook, by which the daemon tells its client from an agent’s shell'),
      ],
      requestBody: {
        description: 'Hook input, as the client sends it',
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      responses: {
        200: {
          description: 'Hook output in the client’s format; empty if there is nothing to show',
          content: { 'text/plain': { schema: textSchema } },
        },
        ...TROUBLES,
      },
    },
  },
  '/v1/stop': { post: { description: 'Stops the daemon.', ...answers(202, 'The daemon is stopping') } },
};
