import { openPipe } from './pipe.ts';

/** What a daemon said. */
interface DaemonReply {
  status: number;
  body: string;
  /** By which it wants to be told that the body reached the client. */
  receipt: string | undefined;
}

/** A connection to the daemon. HTTP by hand: Node's own client takes a while to load. */
export interface DaemonConnection {
  ask(request: string, body?: Buffer): Promise<DaemonReply>;
  /** Sends a request without waiting for the answer. */
  tell(request: string): void;
  close(): void;
}

/** Connects to a port of this machine, or to a socket file; rejects if nothing listens there. */
export async function openLine(to: { port: number } | { path: string }): Promise<DaemonConnection> {
  let heard: Buffer = Buffer.alloc(0);
  let waiting: { resolve(told: DaemonReply): void; reject(error: Error): void } | undefined;
  const pipe = await openPipe(to, {
    take(part) {
      heard = heard.length === 0 ? part : Buffer.concat([heard, part]);
      const told = toldIn(heard);
      if (!told) return;
      heard = Buffer.alloc(0);
      if (told === 'unexpected')
        waiting?.reject(new Error('unexpected response; another program may use the port'));
      else waiting?.resolve(told);
    },
    end: () => waiting?.reject(new Error('the daemon closed the connection')),
  });
  return {
    ask(request, body) {
      const answer = new Promise<DaemonReply>((resolve, reject) => {
        waiting = { resolve, reject };
      });
      pipe.write(body ? Buffer.concat([Buffer.from(request), body]) : Buffer.from(request));
      return answer;
    },
    tell: (request) => pipe.write(Buffer.from(request)),
    close: pipe.close,
  };
}

/** A longer answer to a hook is not from a daemon. */
const MAX_ANSWER_BYTES = 1 << 20;

/** A whole answer; undefined while it is not whole. */
function toldIn(heard: Buffer): DaemonReply | 'unexpected' | undefined {
  const end = heard.indexOf('\r\n\r\n');
  if (end < 0) return heard.length > 16_384 ? 'unexpected' : undefined;
  const head = heard.toString('latin1', 0, end);
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1];
  const length = /\r\ncontent-length: *(\d{1,7})(?:\r\n|$)/i.exec(head)?.[1];
  if (status === undefined || (length === undefined && status !== '204')) return 'unexpected';
  const size = Number(length ?? 0);
  if (size > MAX_ANSWER_BYTES) return 'unexpected';
  if (heard.length < end + 4 + size) return undefined;
  const receipt = /\r\nsqrl-receipt: *([\w-]{1,64})(?:\r\n|$)/i.exec(head)?.[1];
  return { status: Number(status), body: heard.toString('utf8', end + 4, end + 4 + size), receipt };
}
