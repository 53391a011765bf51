import { connect, type Socket } from 'node:net';

/** What a daemon said. */
interface DaemonReply {
  status: number;
  body: string;
}

/** A connection to the daemon. HTTP by hand: Node's own client takes a while to load. */
export interface DaemonConnection {
  ask(request: string, body?: Buffer): Promise<DaemonReply>;
  close(): void;
}

/** Connects to a port of this machine, or to a socket file; rejects if nothing listens there. */
export function openLine(to: { port: number } | { path: string }): Promise<DaemonConnection> {
  return new Promise((resolve, reject) => {
    const socket = connect({ ...to, ...('port' in to && { host: '127.0.0.1', noDelay: true }) });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(lineOver(socket));
    });
  });
}

function lineOver(socket: Socket): DaemonConnection {
  let heard: Buffer = Buffer.alloc(0);
  let waiting: { resolve(told: DaemonReply): void; reject(error: Error): void } | undefined;
  socket.on('data', (part: Buffer) => {
    heard = heard.length === 0 ? part : Buffer.concat([heard, part]);
    const told = toldIn(heard);
    if (!told) return;
    heard = Buffer.alloc(0);
    if (told === 'unexpected')
      waiting?.reject(new Error('unexpected response; another program may use the port'));
    else waiting?.resolve(told);
  });
  const gone = () => waiting?.reject(new Error('the daemon closed the connection'));
  socket.on('error', gone);
  socket.on('close', gone);
  return {
    ask(request, body) {
      const answer = new Promise<DaemonReply>((resolve, reject) => {
        waiting = { resolve, reject };
      });
      socket.write(request);
      if (body) socket.write(body);
      return answer;
    },
    close: () => socket.destroy(),
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
  return { status: Number(status), body: heard.toString('utf8', end + 4, end + 4 + size) };
}
