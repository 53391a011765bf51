import type { Store } from '@sqrl/base/sqlite/store.ts';
import type { KeptEvent, NewEvent } from './events.ts';
import { touchesOf } from './files.ts';

const COLUMNS = [
  'session',
  'agent',
  'at',
  'part',
  'kind',
  'tool',
  'tool_name',
  'call',
  'command',
  'folder',
  'outcome',
  'exit_code',
  'text',
  'length',
  'hash',
  'tokens_input',
  'tokens_output',
  'tokens_cached',
  'duration',
  'model',
  'branch',
  'log',
  'offset',
  'bytes',
];

export const valuesOf = (event: NewEvent, session: number, log: number) => [
  session,
  event.agent,
  event.at,
  event.part,
  event.kind,
  event.tool,
  event.toolName,
  event.call,
  event.command,
  event.folder ?? null,
  event.outcome,
  event.exitCode,
  event.text,
  event.length,
  event.hash,
  event.tokens?.input ?? null,
  event.tokens?.output ?? null,
  event.tokens?.cached ?? null,
  event.durationMs,
  event.model,
  event.branch,
  log,
  event.offset,
  event.bytes,
];

export const INSERT_EVENT = `insert into event (id, ${COLUMNS.join(', ')}, tainted)
  values (unhex(?), ${COLUMNS.map(() => '?').join(', ')}, 0) on conflict (id) do nothing`;

/** Stands in an event's text for a sentence that was forgotten. */
export const FORGOTTEN = '[forgotten]';

/** Writes an event over the one in a row; what was forgotten of its text does not come back. */
export const UPDATE_EVENT = `update event set ${COLUMNS.map((name) => `${name} = ${placeholderFor(name)}`).join(', ')}, tainted = 0
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
