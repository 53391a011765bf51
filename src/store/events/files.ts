import type { Event, Touch } from '../../model/event.ts';
import { addWords } from '../full-text.ts';
import type { Store } from '../store.ts';
import type { FileUses } from './file-uses.ts';

/** What was met in the batch at hand: the rows of files, and what is to be counted of them. */
export interface FileBatch {
  files: Map<string, number>;
  uses: FileUses;
}

/** Notes what an event did with files; its uses are counted when the batch is. */
export function addTouches(
  store: Store,
  { event, at, files, outcome }: { event: number } & Pick<Event, 'at' | 'files' | 'outcome'>,
  { files: known, uses }: FileBatch,
): void {
  for (const { path, outside, way, lines } of files) {
    const key = outside ? `\0${path}` : path;
    const file = known.get(key) ?? fileRow(store, path, outside);
    known.set(key, file);
    const { changes } =
      store.run`insert or ignore into touch (file, at, event, way, from_line, to_line) values (${file}, ${at},
        ${event}, ${way}, ${lines?.[0]}, ${lines?.[1]})`;
    if (changes === 1) uses.add({ file, at, way, outcome });
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

/** What an event did with files, in the order of their paths. */
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
  const key = outside ? 1 : 0;
  const known = store.value<
    number | undefined
  >`select row from file where path = ${path} and outside = ${key}`;
  if (known !== undefined) return known;
  const row = store.insert('file', { path, outside });
  addWords(store, 'file_words', row, [path]);
  return row;
}
