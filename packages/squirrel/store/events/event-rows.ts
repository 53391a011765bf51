import type { SQLInputValue } from 'node:sqlite';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import type { KeptEvent, NewEvent } from './events.ts';
import { touchesOf } from './files.ts';

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
