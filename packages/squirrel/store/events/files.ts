import {
  CHANGING_WAYS,
  type Event,
  type Outcome,
  type Touch,
  type TouchWay,
} from '@sqrl/base/model/event.ts';
import { addWords } from '@sqrl/base/sqlite/full-text.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';

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

/** Uses of files that are still to be counted: a batch mostly comes back to the same few. */
export interface FileUses {
  /** Counts a touch that was just noted; a change that failed or was refused changed nothing. */
  add(touch: { file: number; at: number; way: TouchWay; outcome: Outcome | null }): void;
  /** To be called before a touch is taken back, too: what goes is taken off what is written. */
  write(store: Store): void;
}

export function newFileUses(): FileUses {
  const counted = new Map<number, { at: number; looked: number; changed: number }>();
  return {
    add({ file, at, way, outcome }) {
      let use = counted.get(file);
      if (use === undefined) {
        use = { at, looked: 0, changed: 0 };
        counted.set(file, use);
      }
      use.at = Math.max(use.at, at);
      if (!CHANGING_WAYS.has(way)) use.looked++;
      else if (outcome === null || outcome === 'ok') use.changed++;
    },
    write(store) {
      for (const [file, { at, looked, changed }] of counted) store.sql(COUNT).run(file, at, looked, changed);
      counted.clear();
    },
  };
}

const COUNT = `
  insert into file_use (file, last_at, looked, changed) values (?, ?, ?, ?)
  on conflict (file) do update set
    last_at = max(last_at, excluded.last_at),
    looked = looked + excluded.looked,
    changed = changed + excluded.changed`;

/** Files that appear together in one episode, and whether they were changed or only looked at. */
export interface FileGroup {
  way: 'changed' | 'looked';
  paths: readonly string[];
}

/** Counts that these files of the repository were together once more, or once less. */
export function countTogether(store: Store, { way, paths }: FileGroup, by: 1 | -1): void {
  const files = [...new Set(paths)]
    .map((path) => store.value<number>`select row from file where path = ${path} and outside = 0`)
    .filter((row) => row !== undefined);
  for (const file of files)
    for (const other of files) {
      if (file === other) continue;
      if (by === 1) add(store, file, other, way);
      else take(store, file, other, way);
    }
}

function add(store: Store, file: number, other: number, way: string): void {
  store.run`insert into pair (file, other, way, times) values (${file}, ${other}, ${way}, 1)
    on conflict do update set times = times + 1`;
}

function take(store: Store, file: number, other: number, way: string): void {
  const { times } =
    (store.row`update pair set times = times - 1 where file = ${file} and other = ${other} and way = ${way}
      returning times` ?? {
      times: 1,
    }) as { times: number };
  if (times === 0) store.run`delete from pair where file = ${file} and other = ${other} and way = ${way}`;
}
