import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A question as a service gets it. */
export interface TestPrompt {
  path: string;
  headers: NodeJS.Dict<string | string[]>;
  system: string;
  prompt: string;
  body: Record<string, unknown>;
}

/** What a test's service does with a question. */
export type Reply =
  | { says: string; stop?: 'length' | 'refusal'; tokens?: [input: number, output: number] }
  | { status: number; headers?: Record<string, string>; text?: string }
  | 'silence'
  | 'cut';

/** A service on the loopback that speaks Anthropic's and OpenAI's protocol, and remembers what it was asked. */
export interface TestLlmService extends AsyncDisposable {
  url: string;
  heard: TestPrompt[];
}

/** Starts a service for one test. */
export async function service(reply: (heard: TestPrompt, nth: number) => Reply): Promise<TestLlmService> {
  const heard: TestPrompt[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const one = understood(request.url!, request.headers, JSON.parse(Buffer.concat(parts).toString()));
    heard.push(one);
    const given = reply(one, heard.length);
    if (given === 'silence') return;
    if (given === 'cut') return void request.socket.destroy();
    const json = 'says' in given ? spoken(one.path, given, String(one.body.model)) : undefined;
    const headers = 'headers' in given ? given.headers : {};
    response.writeHead('status' in given ? given.status : 200, {
      'content-type': 'application/json',
      ...headers,
    });
    response.end(json ? JSON.stringify(json) : 'status' in given ? (given.text ?? '{}') : '');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the bodies of two protocols
function understood(path: string, headers: TestPrompt['headers'], body: any): TestPrompt {
  const textOf = (content: unknown): string =>
    typeof content === 'string'
      ? content
      : ((content as { text?: string }[]) ?? []).map(({ text }) => text ?? '').join('');
  const told = (role: string): string =>
    (body.messages as { role: string; content: unknown }[])
      .filter((message) => message.role === role)
      .map(({ content }) => textOf(content))
      .join('\n');
  return {
    path,
    headers,
    body,
    prompt: told('user'),
    system: path.endsWith('/messages') ? textOf(body.system) : told('system'),
  };
}

type TextReply = Extract<Reply, { says: string }>;

const spoken = (
  path: string,
  { says, stop, tokens: [input, output] = [100, 20] }: TextReply,
  model: string,
) =>
  path.endsWith('/messages')
    ? {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model,
        content: stop === 'refusal' ? [] : [{ type: 'text', text: says }],
        stop_reason: stop === 'length' ? 'max_tokens' : (stop ?? 'end_turn'),
        stop_sequence: null,
        usage: { input_tokens: input, output_tokens: output },
      }
    : {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model,
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: stop === 'refusal' ? '' : says },
            finish_reason: stop === 'refusal' ? 'content_filter' : (stop ?? 'stop'),
          },
        ],
        usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
      };
