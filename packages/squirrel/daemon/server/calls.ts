import { randomUUID } from 'node:crypto';
import { parsedJson } from '@sqrl/base/json.ts';
import type { OnProgress } from '@sqrl/base/messages.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { CallOptions } from '../../protocol/client.ts';
import { PANEL_HEADER } from '../../protocol/live.ts';
import { type Input, type Verb, verbs } from '../../protocol/verbs.ts';
import { CALL_HEADER, NDJSON, type WireLine } from '../../protocol/wire.ts';
import type { ServerContext } from './context.ts';
import { requestScope, requireForPages, requireFound, requireWholePaths } from './request-rules.ts';
import { tooManyRequests, wireErrorOf } from './trouble.ts';

/** How long a call without a progress listener may take. */
const MAX_MS = 10 * 60_000;
const TELL_MS = 50;
/** A line now and then keeps a silent connection known to be alive, and shows that its other end is gone. */
const ALIVE_MS = 15_000;

/** Calls under way at once, open pages included; a client makes at most 16. */
export const MAX_CALLS = 256;

/** The calls under way, by the names their clients gave them. */
export type ActiveCalls = Map<string, AbortController>;

/** Whether a name is a verb's; what every object has by birth is not. */
export const isVerb = (name: string): name is Verb => Object.hasOwn(verbs, name);

/** Answers a call: with one JSON value, or line by line where that is wanted. It ends when its client goes away. */
export async function answerCall(
  context: ServerContext,
  calls: ActiveCalls,
  verb: Verb,
  request: Request,
): Promise<Response> {
  if (calls.size >= MAX_CALLS) return tooManyRequests(`${MAX_CALLS} calls`);
  const stop = new AbortController();
  // Those without a name have one too, so that all can be ended when the daemon stops.
  const name = request.headers.get(CALL_HEADER) ?? randomUUID();
  calls.set(name, stop);
  const gone = () => stop.abort();
  request.signal.addEventListener('abort', gone, { once: true });
  const done = () => {
    calls.delete(name);
    request.signal.removeEventListener('abort', gone);
  };
  const run = async (options: CallOptions) => {
    const input = parsedBody(await request.text()) as Input<Verb>;
    const place = requestScope(new URL(request.url).searchParams);
    requireWholePaths(verb, input);
    if (request.headers.has(PANEL_HEADER)) {
      requireForPages(verb, input);
      await requireFound(context, place, verb, input);
    }
    return context.call(place, verb, input, options);
  };
  if (request.headers.get('accept')?.includes(NDJSON)) return streamed(run, stop, done);
  const timer = setTimeout(() => stop.abort(), MAX_MS);
  try {
    return Response.json(await run({ signal: stop.signal }));
  } finally {
    clearTimeout(timer);
    done();
  }
}

function streamed(
  run: (options: CallOptions) => Promise<unknown>,
  stop: AbortController,
  done: () => void,
): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => {
        try {
          controller.enqueue(Buffer.from(text));
        } catch {
          // Its reader has gone; the work is being ended for the same reason.
        }
      };
      const write = (line: WireLine) => send(`${JSON.stringify(line)}\n`);
      const tell = teller(write);
      const alive = setInterval(() => send('\n'), ALIVE_MS);
      run({ signal: stop.signal, onProgress: tell.progress })
        .then(
          (output) => write({ output }),
          (error) => write({ error: wireErrorOf(error).error }),
        )
        .finally(() => {
          tell.end();
          clearInterval(alive);
          done();
          try {
            controller.close();
          } catch {
            // Closed from the other side.
          }
        });
    },
    cancel: () => stop.abort(),
  });
  return new Response(body, { headers: { 'content-type': NDJSON, 'cache-control': 'no-store' } });
}

/** Tells at once what is finished, and else only now and then: work may report ten thousand times a second. */
function teller(send: (line: WireLine) => void) {
  let waiting: Parameters<OnProgress> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    if (waiting) send({ progress: waiting });
    waiting = undefined;
  };
  return {
    progress(...progress: Parameters<OnProgress>) {
      const [done, total] = progress;
      if (done === total) {
        waiting = undefined;
        return send({ progress });
      }
      waiting = progress;
      timer ??= setTimeout(flush, TELL_MS);
    },
    end: () => clearTimeout(timer),
  };
}

/** What was sent; nothing at all counts as nothing said. */
export function parsedBody(text: string): unknown {
  const said = text.trim() === '' ? {} : parsedJson(text);
  if (said === undefined) throw new Problem('The request body is not JSON.', '', 'usage');
  return said;
}
