import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { anthropic } from './fake-llm-anthropic.ts';
import { chat } from './fake-llm-chat.ts';
import { gemini } from './fake-llm-gemini.ts';
import { responses } from './fake-llm-responses.ts';
import { sendJson } from './fake-llm-wire.ts';
import { choose, type Given, type Plays, type Step, type Turn } from './play.ts';

/** A wire format that clients speak to their model. */
export interface Dialect {
  path: RegExp;
  /** What was said so far, oldest first. */
  turns(body: Body): Turn[];
  /** A side request (a title, a search) is no part of the session: it gets a word, never a step of the play. */
  aside(body: Body): Step | undefined;
  write(step: Step, to: { body: Body; response: ServerResponse; path: string }): void;
}

/** A request as foreign JSON. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is each client's own, and is only looked at.
export type Body = Record<string, any>;

export interface FakeLlm extends AsyncDisposable {
  url: string;
  /** Every step given so far, asides left out. */
  given: readonly Given[];
  /** Every request to a model, as it came. */
  requests: readonly { path: string; body: Body }[];
  close(): Promise<void>;
}

/** Starts a model on loopback that speaks four dialects and answers as scripted; `/page` beside it can be fetched. */
export async function startFakeLlm(script: (url: string) => Plays): Promise<FakeLlm> {
  let plays: Plays = {};
  const given: Given[] = [];
  const requests: { path: string; body: Body }[] = [];

  const server = createServer(async (request, response) => {
    const path = request.url?.replace(/\?.*/, '') ?? '';
    const dialect = dialects.find((one) => one.path.test(path));
    const body = await bodyOf(request);
    if (request.method !== 'POST' || !dialect) return serve(path, body, response);
    requests.push({ path, body });
    const aside = dialect.aside(body);
    if (aside) return dialect.write(aside, { body, response, path });
    const chosen = choose(dialect.turns(body), plays);
    chosen.step.meanwhile?.();
    if (chosen.step.holdMs) await sleep(chosen.step.holdMs);
    // An answer that was not waited for was not given.
    if (response.destroyed) return;
    given.push(chosen);
    dialect.write(chosen.step, { body, response, path });
  });

  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  plays = script(url);
  return { url, given, requests, close, [Symbol.asyncDispose]: close };
}

const dialects: readonly Dialect[] = [anthropic, responses, chat, gemini];

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return {};
  }
}

/** What clients ask for besides answers: the size of a text, the list of models; and a page to fetch. */
function serve(path: string, body: Body, response: ServerResponse): void {
  const tokens = Math.ceil(JSON.stringify(body).length / 4);
  if (path.endsWith('/count_tokens')) sendJson(response, { input_tokens: tokens });
  else if (path.endsWith(':countTokens')) sendJson(response, { totalTokens: tokens });
  else if (path.endsWith('/models'))
    sendJson(response, { object: 'list', data: [{ id: 'fake', object: 'model' }] });
  else if (path === '/page') response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  else response.writeHead(404).end('{"error":{"type":"not_found_error","message":"There is nothing here."}}');
}

const PAGE =
  '<html><head><title>Adding</title></head><body><h1>Adding</h1><p>A sum of two numbers is a + b.</p></body></html>';
