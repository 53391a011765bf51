import { type Message, readMessage, storedMessage } from '../base/messages.ts';
import { marksOf, setMark } from './marks.ts';
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
export const setJob = (store: Store, { name, note, ...job }: StoredJob): void =>
  setMark(store, 'job', name, JSON.stringify({ ...job, note: note && storedMessage(note) }));

/** All jobs there ever were, latest first. */
export const jobs = (store: Store): StoredJob[] =>
  marksOf<string, string>(store, 'job')
    .map(([name, value]) => {
      const { note, ...job } = JSON.parse(value);
      return { name, ...job, note: note === null ? null : readMessage(note) } as StoredJob;
    })
    .sort((a, b) => b.updatedAt - a.updatedAt);
