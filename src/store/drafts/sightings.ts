import type { SQLOutputValue } from 'node:sqlite';
import type { KeptSighting, SessionKind, Sighting } from '../../model/sighting.ts';
import { setMark } from '../marks.ts';
import type { Store } from '../store.ts';

/** A failure of a session as it is kept, with what resolved it. */
export interface FailureRow {
  event: string;
  agent: string | null;
  episode: string | null;
  at: number;
  fingerprint: string;
  tool: string;
  /** The line that says what went wrong, without what differs from time to time. */
  line: string;
  /** As it was run. */
  command: string | null;
  /** Where it was run, below the repository; null for the repository itself. */
  folder?: string | null;
  files: string[];
  tainted: boolean;
  resolution: { how: string; command: string | null; changed: string[]; ran: string[]; event: string } | null;
}

/** The failures of a session, in order, each with what resolved it where something did. */
export const failuresOf = (store: Store, session: number): FailureRow[] =>
  store
    .sql(
      `select lower(hex(event.id)) as event, event.agent, episode.id as episode, event.at, failure.fingerprint,
              failure.tool, failure.line, event.command, event.folder, event.tainted, seen.how, seen.command as by_command,
              seen.changed, seen.ran, lower(hex(resolver.id)) as resolver,
              (select json_group_array(path) from (
                 select distinct file.path from touch join file on file.row = touch.file
                  where touch.event = event.row order by file.path)) as files
         from failure_seen seen join failure on failure.row = seen.failure join event on event.row = seen.event
         left join episode on episode.row = event.episode left join event resolver on resolver.row = seen.resolver
        where seen.session = ?1 and event.session = ?1
        order by event.at, event.offset, event.part, event.id`,
    )
    .all(session)
    .map(toFailure);

/**
 * Makes these what was observed in a session. Rows that are right stay untouched; matters whose sightings changed are
 * noted to be learned from. What a model said of a session, or many sessions show together, is not observed in one.
 */
export function replaceSightings(
  store: Store,
  session: number,
  kind: SessionKind,
  sightings: readonly Sighting[],
): void {
  const old = store.sql(`${SELECT} where session = ? and signal not in ${DERIVED} order by row`).all(session);
  replaceRows(
    store,
    old,
    sightings.map((sighting) => ({ session, kind, sighting })),
  );
}

/** Makes these the sightings that a model's answer about an episode gave. */
export function replaceWritten(
  store: Store,
  { session, kind, episode }: { session: number; kind: SessionKind; episode: string },
  sightings: readonly Sighting[],
): void {
  const old = store
    .sql(`${SELECT} where session = ? and signal = 'written' and episode = ? order by row`)
    .all(session, episode);
  replaceRows(
    store,
    old,
    sightings.map((sighting) => ({ session, kind, sighting })),
  );
}

/** Makes these the sentences of a session's prompts that are worth keeping. */
export function replaceSaid(
  store: Store,
  session: number,
  kind: SessionKind,
  sightings: readonly Sighting[],
): void {
  const old = store.sql(`${SELECT} where session = ? and signal = 'said' order by row`).all(session);
  replaceRows(
    store,
    old,
    sightings.map((sighting) => ({ session, kind, sighting })),
  );
}

/** Makes these what many sessions show together. */
export function replaceSynthesis(store: Store, placed: readonly PlacedSighting[]): void {
  replaceRows(store, store.sql(`${SELECT} where signal = 'synthesis' order by row`).all(), placed);
}

/** Removes what models said of episodes that are no more. */
export function removeWrittenOfNone(store: Store): void {
  const old = store.sql(
    `${SELECT} where signal = 'written' and not exists (select 1 from episode where id = sighting.episode)`,
  );
  replaceRows(store, old.all(), []);
}

/** A sighting and the session it counts for. */
export interface PlacedSighting {
  session: number;
  kind: SessionKind;
  sighting: Sighting;
}

function replaceRows(
  store: Store,
  before: readonly Record<string, SQLOutputValue>[],
  placed: readonly PlacedSighting[],
): void {
  const old = new Map<string, number[]>();
  for (const { row, ...values } of before) {
    const name = JSON.stringify(['session', ...COLUMNS].map((column) => values[column]));
    old.set(name, [...(old.get(name) ?? []), row as number]);
  }
  const changed = new Set<string>();
  for (const { session, kind, sighting } of placed) {
    const values = valuesOf(sighting, kind);
    if (old.get(JSON.stringify([session, ...values]))?.shift() !== undefined) continue;
    changed.add(matterOf(sighting));
    store.sql(INSERT).run(session, ...values);
  }
  for (const row of [...old.values()].flat()) {
    const { matter } = store.sql('delete from sighting where row = ? returning matter').get(row)!;
    changed.add(matter as string);
  }
  for (const matter of changed) setMark(store, 'unlearnt', matter);
}

/** All sightings of a matter (`signal:matter`), oldest first. */
export const sightingsOf = (store: Store, matter: string): KeptSighting[] =>
  store
    .sql(
      `select sighting.*, session.client || ':' || session.id as session_name
         from sighting join session on session.row = sighting.session
        where matter = ? order by at, session_name, events, quote, facts`,
    )
    .all(matter)
    .map(toSighting);

/** Forgets what was seen of a matter. */
export function removeSightings(store: Store, matter: string): void {
  store.sql('delete from sighting where matter = ?').run(matter);
}

/** What a sighting is about, with the signal that saw it. */
const matterOf = ({ signal, matter }: Pick<Sighting, 'signal' | 'matter'>): string => `${signal}:${matter}`;

const COLUMNS = [
  'session_kind',
  'signal',
  'matter',
  'at',
  'episode',
  'events',
  'quote',
  'proof',
  'tainted',
  'agents',
  'strength',
  'branch',
  'facts',
];

const SELECT = `select row, session, ${COLUMNS.join(', ')} from sighting`;
/** Signals that are not observed step by step. */
export const DERIVED = "('written', 'synthesis', 'said')";
const INSERT = `insert into sighting (session, ${COLUMNS.join(', ')})
  values (?, ${COLUMNS.map(() => '?').join(', ')})`;

const valuesOf = (sighting: Sighting, kind: SessionKind) => [
  kind,
  sighting.signal,
  matterOf(sighting),
  sighting.at,
  sighting.episode,
  JSON.stringify(sighting.events),
  sighting.quote,
  sighting.proof,
  sighting.tainted ? 1 : 0,
  sighting.agents,
  sighting.strength,
  sighting.branch,
  JSON.stringify(sighting.facts),
];

// biome-ignore lint/suspicious/noExplicitAny: the one place where a row becomes a sighting
const toSighting = (row: any): KeptSighting => ({
  session: row.session_name,
  sessionKind: row.session_kind,
  signal: row.signal,
  matter: row.matter.slice(row.signal.length + 1),
  at: row.at,
  episode: row.episode,
  events: JSON.parse(row.events),
  quote: row.quote,
  proof: row.proof,
  tainted: row.tainted === 1,
  agents: row.agents,
  strength: row.strength,
  branch: row.branch,
  facts: JSON.parse(row.facts),
});

// biome-ignore lint/suspicious/noExplicitAny: the one place where a row becomes a failure
const toFailure = (row: any): FailureRow => ({
  event: row.event,
  agent: row.agent,
  episode: row.episode,
  at: row.at,
  fingerprint: row.fingerprint,
  tool: row.tool,
  line: row.line,
  command: row.command,
  folder: row.folder,
  files: JSON.parse(row.files),
  tainted: row.tainted === 1,
  // The hexadecimal form of nothing is an empty text.
  resolution:
    row.how === null
      ? null
      : {
          how: row.how,
          command: row.by_command,
          changed: JSON.parse(row.changed),
          ran: JSON.parse(row.ran),
          event: row.resolver,
        },
});

/** A sentence of a person in a session that says what a memory says. */
export interface SaidStatement {
  /** They said it because something was done or understood wrongly. */
  isCorrection: boolean;
  /** The memory's id. */
  memory: string;
  /** When enough had been said for the memory to be learned. */
  learnedAt: number;
  /** The session's row. */
  session: number;
  at: number;
  quote: string;
  /** Ids of the events that show it. */
  events: string[];
}

/** What persons said that became memories, the oldest first; not what they said after foreign text. */
export const saidStatements = (store: Store): SaidStatement[] =>
  store
    .sql(
      `select sighting.proof = 'user_correction' as isCorrection, draft.memory, min(draft.at) over (partition by draft.memory) as learnedAt,
              sighting.session, sighting.at, quote, events
         from sighting join draft on draft.matter = sighting.matter
        where sighting.signal = 'said' and draft.memory is not null
          and draft.step is null and quote is not null and tainted = 0 order by sighting.at, sighting.row`,
    )
    .all()
    .map(
      (found) =>
        ({
          ...found,
          isCorrection: found.isCorrection === 1,
          events: JSON.parse(found.events as string),
        }) as unknown as SaidStatement,
    );
