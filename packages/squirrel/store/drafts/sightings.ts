import type { SQLOutputValue } from 'node:sqlite';
import type { KeptSighting, SessionKind, Sighting } from '@sqrl/base/model/sighting.ts';
import { as, flag, fragment, json, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import type { FailureOccurrence } from '../events/history.ts';
import { setMark } from '../marks.ts';

/** The tool that shows a plan to the person, in Claude Code. */
export const PLAN_SHOWN = 'ExitPlanMode';

/**
 * Claude Code rejects the call and begins a session with the plan where the person accepts it with an empty context. The
 * prompt may be some milliseconds older than the answer.
 */
const PLAN_PROMPT = 'Implement the following plan:*';
const NEXT_MS = 60_000;

/**
 * What the work of a kind comes to: the person accepted the plan, or the review was given. By the columns of `event`, whose
 * session is `session`.
 */
const GATES: Partial<Record<SessionKind, string>> = {
  spec: `event.kind = 'result' and event.tool_name = '${PLAN_SHOWN}' and event.agent is null
    and (event.outcome = 'ok' or event.outcome = 'rejected' and exists (
      select 1 from session next join event prompt on prompt.session = next.row
       where next.row <> event.session and next.client = 'claude-code'
         and prompt.at between event.at - ${NEXT_MS} and event.at + ${NEXT_MS}
         and next.began_at between event.at - ${NEXT_MS} and event.at + ${NEXT_MS}
         and prompt.kind = 'prompt' and prompt.agent is null and prompt.text glob '${PLAN_PROMPT}'))`,
  review: `event.kind = 'result' and event.tool = 'run' and event.outcome = 'ok'
    and (${['gh pr review', 'gh pr merge', 'glab mr approve', 'glab mr merge']
      .map((command) => `event.command glob '${command}*' or event.command glob '*[;&] ${command}*'`)
      .join(' or ')})`,
};

const IS_REACHED = raw(
  `case sighting.session_kind ${Object.entries(GATES)
    .map(
      ([kind, where]) =>
        `when '${kind}' then exists (select 1 from event where event.session = sighting.session and ${where})`,
    )
    .join(' ')} else 0 end`,
);

/**
 * Notes what sessions that may have come to their end now have shown, so that it is judged again: this one, and those that a
 * session which begins with their plan follows.
 */
export function noteReached(store: Store, session: number): void {
  const { beganAt, isNext } = store.row<{ beganAt: number; isNext: number }>`select began_at, exists (
      select 1 from event where event.session = session.row and kind = 'prompt' and text glob ${PLAN_PROMPT}) as is_next
    from session where row = ${session}`!;
  const before = fragment`select row from session where ${isNext} and exists (
    select 1 from event where event.session = session.row
      and at between ${beganAt - NEXT_MS} and ${beganAt + NEXT_MS} and tool_name = ${PLAN_SHOWN})`;
  const matters = store.column<string>`select distinct matter from sighting
    where session in (select ${session} union ${before}) and session_kind in ('spec', 'review')
      and ${IS_REACHED}`;
  for (const matter of matters) setMark(store, 'unlearnt', matter);
}

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
  resolution: FailureOccurrence['resolution'];
}

export const failuresOf = (store: Store, session: number): FailureRow[] =>
  store.rows`select lower(hex(event.id)) as event, event.agent, episode.id as episode, event.at,
      failure.fingerprint,
          failure.tool, failure.line, event.command, event.folder, event.tainted,
          iif(seen.how is null, null, json_object('how', seen.how, 'command', seen.command,
            'changed', json(seen.changed), 'ran', json(seen.ran), 'event', lower(hex(resolver.id)))) as resolution,
          (select json_group_array(path) from (
            select distinct file.path from touch join file on file.row = touch.file
            where touch.event = event.row order by file.path)) as files
     from failure_seen seen join failure on failure.row = seen.failure join event on event.row = seen.event
     left join episode on episode.row = event.episode left join event resolver on resolver.row = seen.resolver
    where seen.session = ${session} and event.session = ${session}
    order by event.at, event.offset, event.part, event.id`.map(
    as({ files: json, tainted: flag, resolution: json }),
  );

/** Where sightings come from: the steps of a session, its prompts, or a model's answer about one of its episodes. */
interface SightingSource {
  signal: 'observed' | 'said' | 'written';
  session: number;
  kind: SessionKind;
  episode?: string;
}

/**
 * Makes these all that came from a source. Rows that are right stay untouched; matters whose sightings changed are noted to
 * be learned from.
 */
export function replaceSightings(
  store: Store,
  { signal, session, kind, episode }: SightingSource,
  sightings: readonly Sighting[],
): void {
  const from = signal === 'observed' ? raw(`signal not in ${DERIVED}`) : fragment`signal = ${signal}`;
  const before = store.rows`select * from sighting where session = ${session} and ${from}
    and (${episode} is null or episode = ${episode}) order by row`;
  replaceRows(
    store,
    before,
    sightings.map((sighting) => ({ session, kind, sighting })),
  );
}

export interface PlacedSighting {
  session: number;
  kind: SessionKind;
  sighting: Sighting;
}

/** Makes these what many sessions show together. */
export const replaceSynthesis = (store: Store, placed: readonly PlacedSighting[]): void =>
  replaceRows(store, store.rows`select * from sighting where signal = 'synthesis' order by row`, placed);

/** Removes what models said of episodes that are no more. */
export const removeWrittenOfNone = (store: Store): void =>
  replaceRows(
    store,
    store.rows`select * from sighting
      where signal = 'written' and not exists (select 1 from episode where id = sighting.episode)
        order by row`,
    [],
  );

/** Signals that are not observed step by step. */
export const DERIVED = "('written', 'synthesis', 'said')";

function replaceRows(
  store: Store,
  before: readonly Record<string, SQLOutputValue>[],
  placed: readonly PlacedSighting[],
): void {
  const old = new Map<string, number[]>();
  for (const { row, ...values } of before) {
    const name = JSON.stringify(values);
    old.set(name, [...(old.get(name) ?? []), row as number]);
  }
  const changed = new Set<string>();
  for (const each of placed) {
    const values = valuesOf(each);
    if (old.get(JSON.stringify(values))?.shift() !== undefined) continue;
    changed.add(values.matter);
    store.insert('sighting', values);
  }
  for (const row of [...old.values()].flat())
    changed.add(store.value`delete from sighting where row = ${row} returning matter`);
  for (const matter of changed) setMark(store, 'unlearnt', matter);
}

const valuesOf = ({ session, kind, sighting }: PlacedSighting) => ({
  session,
  sessionKind: kind,
  signal: sighting.signal,
  matter: `${sighting.signal}:${sighting.matter}`,
  at: sighting.at,
  episode: sighting.episode,
  events: JSON.stringify(sighting.events),
  quote: sighting.quote,
  proof: sighting.proof,
  tainted: Number(sighting.tainted),
  agents: sighting.agents,
  strength: sighting.strength,
  branch: sighting.branch,
  facts: JSON.stringify(sighting.facts),
});

export const sightingsOf = (store: Store, matter: string): KeptSighting[] =>
  store.rows`select sighting.*, session.client || ':' || session.id as session, ${IS_REACHED} as reached
     from sighting join session on session.row = sighting.session
    where matter = ${matter} order by at, session.client || ':' || session.id, events, quote, facts`.map(
    toSighting,
  );

export function removeSightings(store: Store, matter: string): void {
  store.run`delete from sighting where matter = ${matter}`;
}

// biome-ignore lint/suspicious/noExplicitAny: the one place where a row becomes a sighting
const toSighting = ({ row: _, ...found }: any): KeptSighting => ({
  ...as<KeptSighting>({ events: json, tainted: flag, facts: json, reached: flag })(found),
  matter: found.matter.slice(found.signal.length + 1),
});

/** A sentence of a person in a session that says what a memory says. */
export interface SaidStatement {
  /** They said it because something was done or understood wrongly. */
  isCorrection: boolean;
  memory: string;
  /** When enough had been said for the memory to be learned. */
  learnedAt: number;
  session: number;
  at: number;
  quote: string;
  /** Ids of the events that show it. */
  events: string[];
}

/** What persons said that became memories, the oldest first; not what they said after foreign text. */
export const saidStatements = (store: Store): SaidStatement[] =>
  store.rows`select sighting.proof = 'user_correction' as isCorrection, draft.memory,
    min(draft.at) over (partition by draft.memory) as learnedAt,
          sighting.session, sighting.at, quote, events
     from sighting join draft on draft.matter = sighting.matter
    where sighting.signal = 'said' and draft.memory is not null
      and draft.step is null and quote is not null and tainted = 0 order by sighting.at, sighting.row`.map(
    as({ isCorrection: flag, events: json }),
  );
