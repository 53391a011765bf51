import type { SQLInputValue } from 'node:sqlite';
import type { Event, Touch } from '@sqrl/base/model/event.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import type { KeptEvent, NewEvent } from './events.ts';

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

const touchesOf = (store: Store, event: number): Touch[] =>
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

/** The columns of an event, and what stands in each. */
const COLUMNS: readonly (readonly [
  column: string,
  of: (event: NewEvent, session: number, log: number) => SQLInputValue,
])[] = [
  ['session', (_, session) => session],
  ['agent', ({ agent }) => agent],
  ['at', ({ at }) => at],
  ['part', ({ part }) => part],
  ['kind', ({ kind }) => kind],
  ['tool', ({ tool }) => tool],
  ['tool_name', ({ toolName }) => toolName],
  ['call', ({ call }) => call],
  ['command', ({ command }) => command],
  ['folder', ({ folder }) => folder ?? null],
  ['outcome', ({ outcome }) => outcome],
  ['exit_code', ({ exitCode }) => exitCode],
  ['text', ({ text }) => text],
  ['length', ({ length }) => length],
  ['hash', ({ hash }) => hash],
  ['tokens_input', ({ tokens }) => tokens?.input ?? null],
  ['tokens_output', ({ tokens }) => tokens?.output ?? null],
  ['tokens_cached', ({ tokens }) => tokens?.cached ?? null],
  ['duration', ({ durationMs }) => durationMs],
  ['model', ({ model }) => model],
  ['branch', ({ branch }) => branch],
  ['log', (_, __, log) => log],
  ['offset', ({ offset }) => offset],
  ['bytes', ({ bytes }) => bytes],
];
const NAMES = COLUMNS.map(([column]) => column);

export const valuesOf = (event: NewEvent, session: number, log: number): SQLInputValue[] =>
  COLUMNS.map(([, of]) => of(event, session, log));

export const INSERT_EVENT = `insert into event (id, ${NAMES.join(', ')}, tainted)
  values (unhex(?), ${NAMES.map(() => '?').join(', ')}, 0) on conflict (id) do nothing`;

/** Stands in an event's text for a sentence that was forgotten. */
export const FORGOTTEN = '[forgotten]';

/** Writes an event over the one in a row; what was forgotten of its text does not come back. */
export const UPDATE_EVENT = `update event set ${NAMES.map((name) => `${name} = ${placeholderFor(name)}`).join(', ')}, tainted = 0
  where row = ?`;

function placeholderFor(column: string): string {
  return column === 'text' ? `iif(instr(text, '${FORGOTTEN}') > 0, text, ?)` : '?';
}

export const SELECT_EVENT = `
  select event.*, session.id as session_id, session.client, log.path
    from event join session on session.row = event.session join log on log.row = event.log`;

/** Reads a row of `SELECT_EVENT`. */
// biome-ignore lint/suspicious/noExplicitAny: the one place where a row becomes an event
export function toEvent(store: Store, row: any): KeptEvent {
  return {
    row: row.row,
    id: Buffer.from(row.id).toString('hex'),
    session: row.sessionId,
    client: row.client,
    agent: row.agent,
    at: row.at,
    kind: row.kind,
    tool: row.tool,
    toolName: row.toolName,
    call: row.call,
    command: row.command,
    files: row.kind === 'call' ? [] : touchesOf(store, row.row),
    outcome: row.outcome,
    exitCode: row.exitCode,
    text: row.text,
    length: row.length,
    hash: row.hash,
    tokens:
      row.tokensInput === null
        ? null
        : { input: row.tokensInput, output: row.tokensOutput, cached: row.tokensCached },
    durationMs: row.duration,
    model: row.model,
    branch: row.branch,
    tainted: row.tainted === 1,
    place: { path: row.path, offset: row.offset, bytes: row.bytes },
  };
}
