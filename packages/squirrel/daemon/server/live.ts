import type { LiveHello, LiveNews } from '../../protocol/live.ts';
import type { ActiveCalls } from './calls.ts';
import type { ServerContext } from './context.ts';

/** A line now and then shows both ends that the other is there. */
const ALIVE_MS = 10_000;

/** Streams changes for as long as a client listens. */
export function streamNews(context: ServerContext, calls: ActiveCalls, name: string): Response {
  const stop = new AbortController();
  let end = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => {
        try {
          controller.enqueue(Buffer.from(text));
        } catch {
          // Its reader has gone without a word.
          end();
        }
      };
      const send = (event: 'hello' | 'news', data: LiveHello | LiveNews) =>
        write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      const unwatch = context.news.watch((news) => send('news', news));
      const alive = setInterval(() => write(':\n\n'), ALIVE_MS).unref();
      end = () => {
        unwatch();
        clearInterval(alive);
        calls.delete(name);
      };
      // Stopping the daemon aborts all calls, and this is one.
      calls.set(name, stop);
      stop.signal.addEventListener('abort', () => {
        end();
        try {
          controller.close();
        } catch {
          // Closed from the other side.
        }
      });
      send('hello', context.hello());
    },
    cancel: () => end(),
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  });
}
