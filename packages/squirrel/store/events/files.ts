import type { Event, Touch } from '@sqrl/base/model/event.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';

/** Notes what an event did with files; `known` are the rows of files that the batch at hand has met. */
export function addTouches(
  store: Store,
  { event, at, files, outcome }: { event: number } & Pick<Event, 'at' | 'files' | 'outcome'>,
  known: Map<string, number>,
): void {
  const ok = outcome === null || outcome === 'ok';
  for (const { path, outside, way, lines } of files) {
    const key = outside ? `\0${path}` : path;
    const file = known.get(key) ?? fileRow(store, path, outside);
    known.set(key, file);
    store.run`insert or ignore into touch (file, at, event, way, ok, from_line, to_line)
      values (${file}, ${at}, ${event}, ${way}, ${ok}, ${lines?.[0]}, ${lines?.[1]})`;
  }
}

/** Takes back what an event did with files. */
export function removeTouches(store: Store, event: number): void {
  store.run`delete from touch where event = ${event}`;
}

/** Whether an event is known to have done just this with files. */
export function hasTouches(store: Store, event: number, files: readonly Touch[]): boolean {
  const known = touchesOf(store, event);
  if (files.length === 0 || known.length === 0) return files.length === known.length;
  const told = new Map<string, string>();
  for (const file of files) if (!told.has(keyOf(file))) told.set(keyOf(file), `${file.lines}`);
  return told.size === known.length && known.every((file) => told.get(keyOf(file)) === `${file.lines}`);
}

const keyOf = ({ path, outside, way }: Touch): string => `${way} ${outside} ${path.toWellFormed()}`;

export const touchesOf = (store: Store, event: number): Touch[] =>
  store.rows<TouchedFile>`select path, outside, way, from_line, to_line from touch
    join file on file.row = touch.file
    where event = ${event} order by path, outside, way`.map(({ path, outside, way, fromLine, toLine }) => ({
    path,
    outside: outside === 1,
    way,
    lines: fromLine === null ? null : [fromLine, toLine],
  }));

interface TouchedFile {
  path: string;
  outside: number;
  way: Touch['way'];
  fromLine: number | null;
  toLine: number;
}

function fileRow(store: Store, path: string, outside: boolean): number {
  const known = store.value<
    number | undefined
  >`select row from file where path = ${path} and outside = ${outside}`;
  return known ?? store.insert('file', { path, outside });
}
