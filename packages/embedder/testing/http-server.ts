import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a test sees it. */
export interface TestRequest {
  path: string;
  headers: NodeJS.Dict<string | string[]>;
  body: {
    model: string;
    input: string[];
    dimensions?: number;
    query: string;
    documents?: string[];
    texts?: string[];
  };
}

/** What a test's server answers: a status and JSON, or raw text, or nothing at all, or a cut line. */
export type TestResponse =
  | { status?: number; headers?: Record<string, string>; json?: unknown; text?: string }
  | 'silence'
  | 'cut';

/** A server on the loopback that answers as told and remembers what it was asked. */
export interface HttpServer extends AsyncDisposable {
  url: string;
  asked: TestRequest[];
}

/** Starts a server for one test. */
export async function httpServer(
  answer: (asked: TestRequest, nth: number) => TestResponse | Promise<TestResponse>,
): Promise<HttpServer> {
  const asked: TestRequest[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    const one = { path: request.url!, headers: request.headers, body: text ? JSON.parse(text) : undefined };
    asked.push(one);
    const given = await answer(one, asked.length);
    if (given === 'silence') return;
    if (given === 'cut') return void request.socket.destroy();
    response.writeHead(given.status ?? 200, { 'content-type': 'application/json', ...given.headers });
    response.end(given.text ?? JSON.stringify(given.json));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** A vector that points along one axis, and a little along the last, so that cutting it shows. */
export const axis = (dims: number, along: number, length = 1): number[] =>
  Array.from({ length: dims }, (_, i) => (i === along ? length : i === dims - 1 ? length / 2 : 0));
