import type { Event } from '@sqrl/base/model/event.ts';
import { type Fragment, raw, type Store } from '@sqrl/base/sqlite/query.ts';

export interface StepRow extends Omit<Event, 'session' | 'client' | 'hash' | 'model' | 'place'> {
  row: number;
  offset: number;
  part: number;
  /** Its episode's id and row. */
  episode: string | null;
  episodeRow: number | null;
  /** The folder that a command worked in, below the repository; null for the repository itself. */
  folder?: string | null;
}

export type StepPlace = Pick<StepRow, 'at' | 'offset' | 'part'>;

/** The steps of a session that come after a place, as observing sees them. */
export const observedAfter = (
  store: Store,
  session: number,
  after: StepPlace | undefined,
): Generator<StepRow> => stepsOf(store, session, { after, text: OBSERVED_TEXT });

const OBSERVED_TEXT = raw(`case when kind in ('prompt', 'reply', 'reasoning', 'notice', 'commit', 'check')
    or kind = 'result' and (tool in ('run', 'search', 'list', 'ask', 'plan') or outcome <> 'ok')
    or kind = 'call' and tool in ('ask', 'plan') then text else '' end`);

/** The steps of a session since a time, as episodes are cut from them: with texts that say something of a task or a failure. */
export const stepsSince = (store: Store, session: number, since: number): StepRow[] => [
  ...stepsOf(store, session, { since, text: TASK_TEXT }),
];

const TASK_TEXT = raw(`case when kind in ('prompt', 'reply', 'notice', 'commit', 'check')
    or kind = 'result' and (tool = 'run' or outcome = 'failed') then text else '' end`);

/** Finished tool calls of a session since a time, and the tests that failed in CI as if they had been run here. */
export const resultsSince = (store: Store, session: number, since: number): StepRow[] => [
  ...stepsOf(store, session, { since, where: IS_RESULT, text: RESULT_TEXT }),
];

// What a whole run of CI came to has no tool, and says nothing that its failures do not.
const IS_RESULT = raw(`(kind = 'result' or kind = 'check' and tool is not null)`);

const RESULT_TEXT = raw(`case when outcome = 'failed' then text
    when command glob '*[|;]*' then substr(text, 1, 1200) || char(10) || substr(text, -1200) else '' end`);

export interface SessionStep
  extends Pick<
    StepRow,
    'row' | 'agent' | 'at' | 'tool' | 'command' | 'folder' | 'outcome' | 'text' | 'branch' | 'episode'
  > {
  kind: 'prompt' | 'reply' | 'result';
  files: Pick<Event['files'][number], 'path' | 'way'>[];
  failure: string | null;
}

/** What was said and what ended in a session, with its failures; of results without their texts. */
export function sessionStepsOf(store: Store, session: number): SessionStep[] {
  const failures = store.pairs<number, string>`select event, fingerprint from failure_seen
    join failure on failure.row = failure_seen.failure where failure_seen.session = ${session}`;
  const steps = stepsOf(store, session, {
    where: raw(`kind in ('prompt', 'reply', 'result')`),
    text: raw(`case when kind = 'result' then '' else text end`),
  });
  return [...steps].map((step) => ({ ...step, failure: failures.get(step.row) ?? null }) as SessionStep);
}

/** What is kept of an event's text, also of what a tool merely read. */
export const keptText = (store: Store, event: number): string =>
  store.value<string | undefined>`select text from event where row = ${event}` ?? '';

interface StepSelection {
  since?: number;
  after?: StepPlace | undefined;
  where?: Fragment;
  /** What is read as the text. */
  text: Fragment;
}

/** The steps of a session in order; read in portions, so that a long session need not fit into memory. */
function* stepsOf(
  store: Store,
  session: number,
  { since = EVER, after: place, where = raw('true'), text }: StepSelection,
): Generator<StepRow> {
  const episodes = store.pairs<number, string>`select row, id from episode where session = ${session}`;
  const portion = store.sql(
    `select row, lower(hex(id)), agent, at, offset, part, kind, tool, tool_name, call, command, outcome, exit_code,
        length, tokens_input, tokens_output, tokens_cached, duration, branch, tainted, episode, folder, ${text.text}
       from event where session = ? and (at, offset, part, event.id) > (?, ?, ?, ?) and ${where.text}
      order by at, offset, part, event.id limit ?`,
  );
  let after: [at: number, offset: number, part: number, id: Uint8Array] = place
    ? // Every step of that place has passed: an id is sixteen bytes.
      [place.at, place.offset, place.part, LAST_ID]
    : [since, EVER, 0, FIRST_ID];
  for (;;) {
    const rows = portion.lists(session, ...after, BATCH_STEPS);
    const steps = rows.map((row) => toStep(row, episodes));
    addFiles(store, steps);
    yield* steps;
    if (rows.length < BATCH_STEPS) return;
    const { at, offset, part, id } = steps.at(-1)!;
    after = [at, offset, part, Buffer.from(id, 'hex')];
  }
}

const BATCH_STEPS = 1000;
const EVER = Number.MIN_SAFE_INTEGER;
const FIRST_ID = new Uint8Array(0);
const LAST_ID = new Uint8Array(17).fill(255);

function addFiles(store: Store, steps: readonly StepRow[]): void {
  const byRow = new Map<number, StepRow>();
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

/** From a list in the order of the columns: for this many SQLite takes longer to make an object. Spelled out, as a spread is slow. */
// biome-ignore lint/suspicious/noExplicitAny: the one place where a row becomes a step
function toStep(list: any[], episodes: ReadonlyMap<number, string>): StepRow {
  const [row, id, agent, at, offset, part, kind, tool, toolName, call, command, outcome, ...more] = list;
  const [exitCode, length, input, output, cached, durationMs, branch, tainted, episode, folder, text] = more;
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
    episodeRow: episode,
    folder,
  };
}
