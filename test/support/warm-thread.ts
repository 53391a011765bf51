import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort, type Worker, type WorkerOptions } from 'node:worker_threads';

/** What a warm thread is given for each job. */
export interface WarmJob {
  /** The URL of the program. */
  program: string;
  port: MessagePort;
  workerData: unknown;
}

/** How a job ended in a warm thread. */
export type WarmEnd = { error?: unknown };

/**
 * A thread that stays after its work, since to load the program takes most of the life of a thread in the tests. To its
 * starter each job looks like a worker of its own.
 */
export function warmThread(program: string, start: () => Worker) {
  let idle: Worker | undefined;
  return ({ workerData }: WorkerOptions): Worker => {
    const thread = idle ?? start();
    idle = undefined;
    thread.ref();
    const { port1, port2 } = new MessageChannel();
    const worker = new EventEmitter();
    /** It ends when its port is closed, after its last message, and the thread has said how it went. */
    let left = 2;
    let status = 0;
    let isSpent = false;
    const end = () => {
      if (--left !== 0) return;
      thread.off('message', ended).off('error', failed).off('exit', exited);
      thread.unref();
      // Where several ran at once, one is enough to stay.
      if (status === 0 && !isSpent && !idle) idle = thread;
      else void thread.terminate();
      worker.emit('exit', status);
    };
    const ended = ({ error }: WarmEnd) => {
      if (error !== undefined) {
        worker.emit('error', error);
        status = 1;
      }
      end();
    };
    const failed = (error: unknown) => worker.emit('error', error);
    const exited = (exitStatus: number) => {
      status = exitStatus;
      left = 1;
      end();
    };
    port1.on('close', end).on('message', (said: { result?: { again?: unknown } }) => {
      // The thread that reads code asks for another one where a file broke its parser.
      if (said.result?.again) isSpent = true;
      worker.emit('message', said);
    });
    thread.on('message', ended).on('error', failed).on('exit', exited);
    thread.postMessage({ program, port: port2, workerData } satisfies WarmJob, [port2]);
    return Object.assign(worker, {
      postMessage: (said: unknown) => port1.postMessage(said),
      terminate: () => thread.terminate(),
      cpuUsage: () => thread.cpuUsage(),
      ref: () => thread.ref(),
      unref: () => thread.unref(),
    }) as unknown as Worker;
  };
}
