import type { Event } from '../../model/event.ts';
import type { Store } from '../store.ts';

/** A step as observing sees it: an event without what only its log needs, and without what a tool merely read. */
export interface ObservedRow
  extends Pick<
    Event,
    | 'id'
    | 'agent'
    | 'at'
    | 'kind'
    | 'tool'
    | 'toolName'
    | 'call'
    | 'command'
    | 'files'
    | 'outcome'
    | 'exitCode'
    | 'text'
    | 'length'
    | 'tokens'
    | 'durationMs'
    | 'branch'
    | 'tainted'
  > {
  row: number;
  offset: number;
  part: number;
  episode: string | null;
  /** The folder that a command worked in, below the repository; null for the repository itself. */
  folder?: string | null;
}

/** A place in the order of a session's steps. */
export type StepPlace = Pick<ObservedRow, 'at' | 'offset' | 'part'>;

/** The steps of a session behind a place, in order; read in portions, so that a long session need not fit into memory. */
export function* observedAfter(
  store: Store,
  session: number,
  place: StepPlace | undefined,
): Generator<ObservedRow> {
  const episodes = new Map(
    store
      .sql('select row, id from episode where session = ?')
      .all(session)
      .map(({ row, id }) => [row as number, id as string]),
  );
  let after: [at: number, offset: number, part: number, id: Uint8Array] = place
    ? // Behind every step of that place: an id is sixteen bytes.
      [place.at, place.offset, place.part, LAST_ID]
    : [Number.MIN_SAFE_INTEGER, 0, 0, FIRST_ID];
  for (;;) {
    const rows = store.sql(PORTION).lists(session, ...after, BATCH_STEPS);
    const steps = rows.map((row) => toStep(row, episodes));
    addFiles(store, steps);
    yield* steps;
    if (rows.length < BATCH_STEPS) return;
    const { at, offset, part, id } = steps.at(-1)!;
    after = [at, offset, part, Buffer.from(id, 'hex')];
  }
}

/** What is kept of an event's text, also of what a tool merely read. */
export const keptText = (store: Store, event: number): string =>
  (store.sql('select text from event where row = ?').get(event)?.text as string | undefined) ?? '';

const BATCH_STEPS = 1000;
const FIRST_ID = new Uint8Array(0);
const LAST_ID = new Uint8Array(17).fill(255);

const PORTION = `
  select row, lower(hex(id)) as id, agent, at, offset, part, kind, tool, tool_name, call, command, outcome, exit_code, length,
         tokens_input, tokens_output, tokens_cached, duration, branch, tainted, episode, folder,
         case when kind in ('prompt', 'reply', 'reasoning', 'notice', 'commit', 'check')
                or kind = 'result' and (tool in ('run', 'search', 'list', 'ask', 'plan') or outcome <> 'ok')
                or kind = 'call' and tool in ('ask', 'plan')
              then text else '' end as text
    from event where session = ? and (at, offset, part, event.id) > (?, ?, ?, ?)
   order by at, offset, part, event.id limit ?`;

function addFiles(store: Store, steps: readonly ObservedRow[]): void {
  const byRow = new Map<number, ObservedRow>();
  for (const step of steps) if (step.kind !== 'call') byRow.set(step.row, step);
  const touches = store
    .sql(
      `select touch.event, file.path, file.outside, touch.way, touch.from_line, touch.to_line
         from json_each(?) step cross join touch on touch.event = step.value join file on file.row = touch.file
        order by touch.event, file.path, touch.way`,
    )
    .lists(JSON.stringify([...byRow.keys()]));
  // biome-ignore lint/suspicious/noExplicitAny: the one place where a row becomes a touch
  for (const [event, path, outside, way, from, to] of touches as any[])
    byRow
      .get(event)!
      .files.push({ path, outside: outside === 1, way, lines: from === null ? null : [from, to] });
}

/** From a list in the order of `PORTION`: for this many columns SQLite takes longer to make an object. */
// biome-ignore lint/suspicious/noExplicitAny: the one place where a row becomes a step
function toStep(list: any[], episodes: ReadonlyMap<number, string>): ObservedRow {
  const [
    row,
    id,
    agent,
    at,
    offset,
    part,
    kind,
    tool,
    toolName,
    call,
    command,
    outcome,
    exitCode,
    length,
    ...rest
  ] = list;
  const [input, output, cached, durationMs, branch, tainted, episode, folder, text] = rest;
  return {
    row,
    id,
    agent,
    at,
    offset,
    part,
    kind,
    tool,
    toolName,
    call,
    command,
    files: [],
    outcome,
    exitCode,
    text,
    length,
    tokens: input === null ? null : { input, output, cached },
    durationMs,
    branch,
    tainted: tainted === 1,
    episode: episode === null ? null : (episodes.get(episode) ?? null),
    folder,
  };
}
