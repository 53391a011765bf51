import { messageOf } from '@sqrl/base/problem.ts';
import { followAll } from '../../ingest/work/ingest.ts';
import { homeOf } from '../../workspace/home.ts';
import { essentialsOf, type MachineContext } from '../engine-parts.ts';
import type { LogFile } from '../log-file.ts';
import { type JobBoard, pause } from './board.ts';

export interface LogFollowOptions {
  surroundings: MachineContext;
  board: JobBoard;
  log: LogFile;
  signal: AbortSignal;
  /** Called with the ids of projects whose sessions have new events, and whether anything was read at all. */
  onNews: (projects: readonly string[], added: number) => void;
}

const NAME = 'follow logs';
/** After a failure it tries again, each time later. */
const PAUSES_MS = [1000, 5000, 30_000, 300_000];

/** Reads what agents write as they write it, until it is stopped. */
export async function followLogsJob({
  surroundings,
  board,
  log,
  signal,
  onNews,
}: LogFollowOptions): Promise<void> {
  const { home, clients, env, now } = surroundings;
  const around = { home: homeOf(home), clients, project: undefined, env: essentialsOf(env), now };
  for (let failures = 0; !signal.aborted; ) {
    board.set(NAME, null, { state: 'running', note: 'catching up on logs' });
    try {
      await followAll(around, {
        signal,
        onProgress: (done, total, note) => board.set(NAME, null, { state: 'running', done, total, note }),
        onTrouble: (because) => log.line(`following logs: ${because}`),
        onCaughtUp({ added, projects, troubles }) {
          failures = 0;
          if (added > 0) log.line(`read ${added} events in ${projects.length} projects`);
          for (const { path, because } of troubles) log.line(`${path}: ${because}`);
          if (added > 0) onNews(projects, added);
          board.set(NAME, null, { state: 'watching', note: null });
        },
        onNews({ added, projects }) {
          board.set(NAME, null, { state: 'watching', note: null });
          onNews(projects, added);
        },
      });
    } catch (error) {
      const because = messageOf(error);
      board.set(NAME, null, { state: 'failed', note: because });
      log.line(`following logs failed: ${because}`);
      await pause(PAUSES_MS[Math.min(failures++, PAUSES_MS.length - 1)]!, signal);
    }
  }
  board.set(NAME, null, { state: 'waiting', note: 'stopped' });
}
