import { isRemembering } from '@sqrl/base/model/own-tools.ts';
import { as, flag, json, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { BRINGS_FOREIGN_TEXT } from '../schema/sessions.ts';

/** A session that goes on, as far as its log is read. */
export interface RunningSession {
  row: number;
  id: string;
  beganAt: number;
  /** Foreign text has come in since the person last said something. */
  isForeign: boolean;
}

/** The sessions in which something happened lately, the one that spoke last first. */
export const runningSessions = (
  store: Store,
  { since, until }: { since: number; until: number },
): RunningSession[] =>
  store.rows`with lately as (select row, id, began_at as beganAt,
        (select max(at) from event where session = session.row and at <= ${until}) as lastAt,
        (select max(at) from event where session = session.row and at <= ${until} and kind = 'prompt'
          and agent is null) as saidAt
      from session where client not in ('git', 'ci'))
    select row, id, beganAt, exists (select 1 from event where session = lately.row and tainted = 1
        and at between ifnull(saidAt, 0) and ${until}) as isForeign
      from lately where lastAt >= ${since} order by lastAt desc`.map(as({ isForeign: flag }));

interface KeptOutput {
  origin: 'stranger' | 'unknown';
  text: string;
  isCut: boolean;
}

/** What strangers and unknown programs brought into a session up to a time, the latest texts first; not without bound. */
export function foreignOutputs(
  store: Store,
  session: number,
  until: number,
): Record<'turn' | 'earlier', KeptOutput[]> {
  const found =
    store.rows`select iif(tainted = 1, 'stranger', 'unknown') as origin, text, hash is not null as isCut,
       at >= ifnull((select max(at) from event where session = ${session} and at <= ${until} and kind = 'prompt'
         and agent is null), 0) as isNow
     from event where session = ${session} and at <= ${until} and tainted <> 0 and kind in ('result', 'notice')
    order by at desc, offset desc, part desc limit ${MAX_OUTPUTS + 1}`.map(
      as<KeptOutput & { isNow: boolean }>({ isCut: flag, isNow: flag }),
    );
  // Beyond the limit a text counts as truncated: the rest was not compared.
  if (found.length > MAX_OUTPUTS) found[MAX_OUTPUTS]!.isCut = true;
  return { turn: found.filter(({ isNow }) => isNow), earlier: found.filter(({ isNow }) => !isNow) };
}

const MAX_OUTPUTS = 500;

/** What our tools answered to agents that had something remembered, in sessions into which foreign text came. */
export const answersToAgents = (
  store: Store,
): { session: number; at: number; tool: string; text: string }[] =>
  store.rows<{
    session: number;
    at: number;
    tool: string;
    text: string;
  }>`select session, at, tool, text from event where ${raw(BRINGS_FOREIGN_TEXT)}
    and tool glob 'mcp:*squirrel/*'
    and exists (select 1 from event other where other.session = event.session and other.tainted <> 0)`.filter(
    ({ tool }) => isRemembering(tool),
  );

/** How many memories agents brought in a session by saying so; where none is known, since a time. */
export const agentMemoriesOf = (
  store: Store,
  { session, since }: { session: string | null; since: number },
): number =>
  store.value`select count(*) as n from telling where origin = 'agent' and step is null and memory = id
    and at >= ${since}
    and ifnull(session, '') = ${session ?? ''}`;

/** Whether an agent has written into a file since a time, as far as its log tells. */
export const isWrittenByAgent = (store: Store, { path, since }: { path: string; since: number }): boolean =>
  store.row`select 1 from file join touch on touch.file = file.row
    where file.path = ${path} and touch.at > ${since} and touch.way in ('edit', 'write') limit 1` !==
  undefined;

/** Whether an agent has written into a file since a time, after foreign text or an unknown program's had come into its turn. */
export const isWrittenAfterForeignText = (
  store: Store,
  { path, since }: { path: string; since: number },
): boolean =>
  store.row`select 1 from file join touch on touch.file = file.row join event on event.row = touch.event
    where file.path = ${path} and touch.at > ${since} and touch.way in ('edit', 'write')
      and exists (select 1 from event other where other.session = event.session and other.tainted <> 0
        and other.at between ifnull((select max(at) from event said where said.session = event.session
            and said.at <= event.at and said.kind = 'prompt' and said.agent is null), 0) and event.at)
    limit 1` !== undefined;

/** What our tools answered to an agent that had something remembered, with what it and the person said next. */
export interface RememberedAnswer {
  answer: string;
  /** The agent's last message before the person spoke. */
  message: string;
  prompt: string;
  /** When the person said it. */
  at: number;
}

/** Answers to agents that had something remembered, and what the person said to it. */
export const answersBeforePrompts = (store: Store): RememberedAnswer[] =>
  store.rows<RememberedAnswer & { tool: string }>`with told as (
        select session, at, offset, part, tool, text from event
         where ${raw(BRINGS_FOREIGN_TEXT)} and tainted <> 1 and agent is null and tool glob 'mcp:*squirrel/*'),
      answered as (
        select told.*, (select row from event where session = told.session and kind = 'prompt' and agent is null
            and (event.at, event.offset, event.part) > (told.at, told.offset, told.part)
            order by event.at, event.offset, event.part limit 1) as next from told)
    select answered.tool, answered.text as answer, said.text as prompt, said.at,
        (select text from event where session = answered.session and kind = 'reply' and agent is null
           and (event.at, event.offset, event.part) < (said.at, said.offset, said.part)
           and (event.at, event.offset, event.part) > (answered.at, answered.offset, answered.part)
           order by event.at desc, event.offset desc, event.part desc limit 1) as message
      from answered join event said on said.row = answered.next
     where said.tainted = 0 and message is not null`.filter(({ tool }) => isRemembering(tool));

export const sessionRow = (store: Store, client: string, id: string): number | undefined =>
  store.value`select row from session where client = ${client} and id = ${id}`;

/** The first words of a person in a session before a time, oldest first. */
export const promptsBefore = (store: Store, session: number, before: number, limit: number): string[] =>
  store.column`select text from event where session = ${session} and at < ${before} and kind = 'prompt'
    and agent is null
    order by at, offset, part limit ${limit}`;

/** When anything last happened in a session up to a time; nought where nothing did. */
export const lastStepAt = (store: Store, session: number, until: number): number =>
  (store.value`select max(at) as at from event where session = ${session} and at <= ${until}` ?? 0) as number;

/** When a session's context was last emptied, as its log says; nought where it never was. */
export const compactedAt = (store: Store, session: number, before: number): number =>
  (store.value`select max(at) as at from event where session = ${session} and at <= ${before}
    and kind = 'compaction' and agent is null` ?? 0) as number;

/** What resolved a failure each time that it was not a command in foreign words; newest first. */
export const resolutionsOf = (store: Store, fingerprint: string, limit: number): ResolvedOnce[] =>
  store.rows`select how, seen.command, changed, ran
     from failure join failure_seen seen on seen.failure = failure.row
     join event resolver on resolver.row = seen.resolver
    where failure.fingerprint = ${fingerprint} and resolver.tainted <> 1
    order by seen.at desc, seen.event desc limit ${limit}`.map(as({ changed: json, ran: json }));

/** The characters that a failed call and its output have on average, by its fingerprint; undefined where it was never seen. */
export const failureCharacters = (store: Store, fingerprint: string): number | undefined =>
  (store.value`select avg(event.length + length(ifnull(event.command, ''))) as characters
     from failure join failure_seen seen on seen.failure = failure.row join event on event.row = seen.event
    where failure.fingerprint = ${fingerprint}` ?? undefined) as number | undefined;

/** How a failure was resolved one time. */
export interface ResolvedOnce {
  how: string;
  command: string | null;
  changed: string[];
  ran: string[];
}
