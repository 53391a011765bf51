// A thread that runs programs of threads one after the other: what they import stays loaded.
import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';
import type { WarmEnd, WarmJob } from './warm-thread.ts';

const starter = threads.parentPort!;
let jobs = 0;

starter.on('message', async ({ program, port, workerData }: WarmJob) => {
  Object.assign(threads, { parentPort: port, workerData });
  syncBuiltinESMExports();
  const end = (how: WarmEnd) => starter.postMessage(how);
  try {
    // Under another name each time, or it would not be run again. It is done when its work is.
    await import(`${program}?job=${jobs++}`);
    end({});
  } catch (error) {
    end({ error });
  }
});
