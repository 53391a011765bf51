import { type Message, readMessage, storedMessage } from '../base/messages.ts';
import type { Store } from './store.ts';

/** Long work whose state anyone may look at. There is one of a name. */
export interface StoredJob {
  name: string;
  state: 'running' | 'done' | 'waiting';
  done: number;
  total: number;
  note: Message | null;
  updatedAt: number;
}

/** Says how far a job has come. */
export function setJob(store: Store, job: StoredJob): void {
  store
    .sql(
      `insert into job (name, state, done, total, note, updated_at) values (?, ?, ?, ?, ?, ?)
       on conflict (name) do update set state = excluded.state, done = excluded.done, total = excluded.total,
         note = excluded.note, updated_at = excluded.updated_at`,
    )
    .run(job.name, job.state, job.done, job.total, job.note && storedMessage(job.note), job.updatedAt);
}

/** All jobs there ever were, latest first. */
export const jobs = (store: Store): StoredJob[] =>
  store
    .sql('select name, state, done, total, note, updated_at as updatedAt from job order by updated_at desc')
    .all()
    .map(
      (found) =>
        ({
          ...found,
          note: found.note === null ? null : readMessage(String(found.note)),
        }) as unknown as StoredJob,
    );
