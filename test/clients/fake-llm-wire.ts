import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/** Names something as providers do: a prefix and letters that never come twice. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

/** Sends a body at once. */
export const sendJson = (response: ServerResponse, body: object): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** Begins a stream of server-sent events. */
export function startStream(response: ServerResponse): (data: object, event?: string) => void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  return (data, event) => {
    response.write(`${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(data)}\n\n`);
  };
}

/** The text of a message whose content is a string or a list of parts. */
export const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((part) => (typeof part?.text === 'string' ? part.text : '')).join('\n')
      : '';

/** What an answer claims to have cost, where its step does not say. */
export const USAGE = { input: 120, cached: 80, output: 42 };
