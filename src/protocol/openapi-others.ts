import { HOOK_CLIENTS } from '../model/hook-events.ts';
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
      ...asking('Proves that who answers knows the token, or the secret of a page.', []),
      security: [],
      parameters: [
        parameter('nonce', '16 to 100 letters that nobody can guess', true),
        parameter('page', 'The SHA-256 of a page’s secret, in hex; the token is meant without it'),
      ],
      ...answers(
        200,
        '{"proof"}: HMAC-SHA-256 over "sqrl", a zero byte and the nonce, with the secret, in hex',
      ),
    },
  },
  '/v1/enter': {
    post: {
      ...asking('Turns the launch key that signed the request into a pass.', []),
      security: [],
      ...answers(200, '{}'),
    },
  },
  '/v1/launch': post(
    'Makes an address that lets a browser in once, and a private file that leads to it.',
    '{"url", "file"}',
  ),
  '/v1/live': get('What changes, as text/event-stream: one `hello`, then `news`.'),
  '/v1/open': post(
    'Opens the memory of a place, and says what happened on the way.',
    '{"notices"}',
    ['project', 'The folder whose project is meant, absolute'],
    ['called', 'How a project is called whose folder is not there'],
    ['global', '1 for the user’s own memory alone'],
  ),
  '/v1/cancel': post('Ends a call that is under way.', '{}', ['call', `What its ${CALL_HEADER} said`]),
  '/v1/hook': {
    post: {
      ...asking('What happens at a point of a client’s session; answers with what is printed there.', []),
      parameters: [
        {
          ...parameter('client', 'Whose hook it is', true),
          schema: { type: 'string', enum: [...HOOK_CLIENTS] },
        },
        parameter('event', 'As the client calls it', true),
        parameter('cwd', 'Where the client stands, for those that do not say'),
      ],
      requestBody: {
        description: 'As the client hands it in',
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      responses: {
        200: {
          description: 'In the client’s own form; empty where nothing is to be said',
          content: { 'text/plain': { schema: textSchema } },
        },
        ...TROUBLES,
      },
    },
  },
  '/v1/stop': { post: { description: 'Stops the daemon.', ...answers(202, 'It stops.') } },
};
