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

/** A stream of bytes to and from a descriptor or a socket. */
export interface Pipe {
  /** Hands all bytes to the system at once, as far as it takes them: a process that exits then has sent them. */
  write(bytes: Buffer): void;
  close(): void;
}

/** Where a pipe leads: a file descriptor that is open, a socket file, or a port of this machine. */
type PipeEnd = { fd: number } | { path: string } | { port: number };

export interface PipeReader {
  take(bytes: Buffer): void;
  /** The other end has closed it, or it broke. */
  end(): void;
}

/**
 * Opens a pipe, and rejects where nothing listens. By the handles beneath Node's streams, which have been the same since
 * Node 12: to load `node:net` and use it for the first time takes 3.7 ms of CPU, a quarter of starting Node. Windows and a
 * Node without these handles get `node:net`.
 */
export async function openPipe(to: PipeEnd, reader: PipeReader): Promise<Pipe> {
  const handles = 'port' in to || process.platform === 'win32' ? undefined : handlesOfNode();
  return handles
    ? openHandle(handles, to as Exclude<PipeEnd, { port: number }>, reader)
    : openSocket(to, reader);
}

interface PipeHandle {
  onread(bytes: ArrayBuffer | undefined): void;
  /** These return a negative error number, or nothing. */
  open(fd: number): number | undefined;
  connect(request: object, path: string): number | undefined;
  readStart(): void;
  writeBuffer(request: object, bytes: Buffer): number;
  close(): void;
}

interface NodeHandles {
  Pipe: new (kind: number) => PipeHandle;
  PipeConnectWrap: new () => { oncomplete?(status: number): void };
  WriteWrap: new () => { oncomplete?(): void; bytes?: Buffer };
  streamBaseState: ArrayLike<number>;
  kReadBytesOrError: number;
  kArrayBufferOffset: number;
  constants: { SOCKET: number };
}

function handlesOfNode(): NodeHandles | undefined {
  try {
    const { binding } = process as unknown as { binding(name: string): object };
    const handles = { ...binding('stream_wrap'), ...binding('pipe_wrap') } as Partial<NodeHandles>;
    return handles.Pipe && handles.PipeConnectWrap && handles.WriteWrap && handles.streamBaseState
      ? (handles as NodeHandles)
      : undefined;
  } catch {
    return undefined;
  }
}

function openHandle(
  { Pipe, PipeConnectWrap, WriteWrap, streamBaseState: state, constants, ...at }: NodeHandles,
  to: { fd: number } | { path: string },
  reader: PipeReader,
): Promise<Pipe> {
  const handle = new Pipe(constants.SOCKET);
  let isOpen = true;
  const close = () => {
    if (isOpen) handle.close();
    isOpen = false;
  };
  handle.onread = (bytes) => {
    const count = state[at.kReadBytesOrError]!;
    if (count > 0 && bytes) reader.take(Buffer.from(bytes, state[at.kArrayBufferOffset], count));
    if (count >= 0) return;
    close();
    reader.end();
  };
  const pipe: Pipe = {
    write(bytes) {
      const request = new WriteWrap();
      // Referenced until it is written.
      request.bytes = bytes;
      request.oncomplete = () => {};
      if (!isOpen || handle.writeBuffer(request, bytes) < 0) reader.end();
    },
    close,
  };
  return new Promise((resolve, reject) => {
    const opened = (status: number | undefined) => {
      if (status !== undefined && status < 0) {
        close();
        return reject(new Error(`error ${status}`));
      }
      handle.readStart();
      return resolve(pipe);
    };
    if ('fd' in to) return opened(handle.open(to.fd));
    const request = new PipeConnectWrap();
    request.oncomplete = opened;
    const failed = handle.connect(request, to.path);
    if (failed !== undefined && failed < 0) opened(failed);
  });
}

async function openSocket(to: PipeEnd, reader: PipeReader): Promise<Pipe> {
  const { connect, Socket } = await import('node:net');
  const socket =
    'fd' in to
      ? new Socket({ fd: to.fd, readable: true, writable: false })
      : connect({ ...to, ...('port' in to && { host: '127.0.0.1', noDelay: true }) });
  if (!('fd' in to))
    await new Promise<void>((resolve, reject) => socket.once('error', reject).once('connect', resolve));
  socket.removeAllListeners('error');
  socket.on('data', (bytes: Buffer) => reader.take(bytes));
  let hasEnded = false;
  const end = () => {
    if (!hasEnded) reader.end();
    hasEnded = true;
  };
  socket.on('end', end).on('error', end).on('close', end);
  return { write: (bytes) => void socket.write(bytes), close: () => void socket.destroy() };
}
