import type { Tokens } from '../../model/event.ts';
import type { SessionFacts } from '../../model/reader.ts';
import { count, type Foreign, isRecord, list, number, record, said, text, time } from '../reading/record.ts';
import { plainPath } from './paths.ts';

/** What must be known of a rollout to read its next line: plain JSON, and small. */
export interface Thread {
  /** Codex's name for one line of talk; a fork and a subagent have their own. */
  id: string;
  /** The session it belongs to: of a subagent, that of its parent. */
  session: string;
  agent: string | null;
  began: number;
  version: string | null;
  cwd: string | null;
  branch: string | null;
  model: string | null;
  /** When the line before was written. */
  at: number;
  /** Steps of each kind that had no id of their own, within one millisecond. */
  moment: Record<string, number>;
  /** Finished calls have records of their own, with exit codes, besides their answers to the model. */
  paged: boolean;
  /** Up to this ordinal the lines are a parent's, given to a subagent to read. */
  ownFrom: number;
  /** Lines are being passed over that a fork copied from its parent's rollout. */
  copying: boolean;
  /** Calls that have their result already. */
  answered: string[];
  /** The commands of processes left running, by the name under which later calls ask for them. */
  running: Record<string, string>;
  /** Web searches told by an event, whose response item is still to come. */
  searches: number;
  /** Tokens of a response whose steps are already told. */
  due: Tokens | null;
  /** All tokens so far, by which a count that is told twice is known. */
  spent: number;
  /** A record per response is written, so that counts may be passed over. */
  perResponse: boolean;
}

const MOST_ANSWERED = 64;
const MOST_RUNNING = 32;

/** Begins a rollout before its first line is read, or goes on where an earlier reading ended. */
export function openThread(path: string, state: unknown): Thread {
  const kept = record(state);
  const id = said(kept.id) ?? /([0-9a-f]{8}-[0-9a-f-]{27})[^/\\]*$/i.exec(path)?.[1] ?? path;
  return {
    id,
    session: said(kept.session) ?? id,
    agent: said(kept.agent),
    began: number(kept.began) ?? 0,
    version: said(kept.version),
    cwd: said(kept.cwd),
    branch: said(kept.branch),
    model: said(kept.model),
    at: number(kept.at) ?? turnTime(id) ?? 0,
    moment: { ...(record(kept.moment) as Record<string, number>) },
    paged: kept.paged === true,
    ownFrom: number(kept.ownFrom) ?? 0,
    copying: kept.copying === true,
    answered: list(kept.answered).map(text),
    running: { ...(record(kept.running) as Record<string, string>) },
    searches: number(kept.searches) ?? 0,
    due: isRecord(kept.due) ? (kept.due as unknown as Tokens) : null,
    spent: number(kept.spent) ?? -1,
    perResponse: kept.perResponse === true,
  };
}

/** Takes in the line that heads a rollout, and says what it tells of the session. */
export function meetHead(thread: Thread, head: Foreign, at: number): SessionFacts | undefined {
  const id = said(head.id) ?? said(head.session_id);
  if (id === null) return undefined;
  if (thread.began !== 0 && id !== thread.id) {
    // Before 0.150 a fork wrote its parent's whole rollout, head and all, below its own head.
    thread.copying = true;
    return undefined;
  }
  const again = thread.began !== 0;
  const parent = parentOf(head);
  thread.id = id;
  thread.session = parent ?? id;
  thread.agent = parent === null ? null : id;
  thread.began = time(head.timestamp) ?? at;
  thread.version = said(head.cli_version);
  thread.cwd = said(head.cwd) === null ? thread.cwd : plainPath(text(head.cwd));
  thread.branch = said(record(head.git).branch);
  thread.paged = head.history_mode === 'paginated';
  thread.ownFrom = count(head.subagent_history_start_ordinal) ?? 0;
  // The parent's own log tells of the parent's session.
  if (parent !== null) return { id: parent };
  const forkedFrom = said(head.forked_from_id);
  return {
    id,
    ...(!again && { beganAt: thread.began }),
    ...(forkedFrom !== null && forkedFrom !== id && { forkedFrom }),
    ...(thread.cwd !== null && { cwd: thread.cwd }),
    ...(thread.branch !== null && { branch: thread.branch }),
    ...(thread.version !== null && { version: thread.version }),
  };
}

/** Tells whether a line is a parent's step that stands here only for the model to read. */
export function isInherited(thread: Thread, line: Foreign, at: number): boolean {
  const ordinal = count(line.ordinal);
  if (ordinal !== null && ordinal < thread.ownFrom) return true;
  if (!thread.copying) return false;
  // The copy is written at one go; a person takes longer to speak. Turns tell their own age where they have ids.
  const turn = turnTime(record(line.payload).turn_id);
  if (turn === null ? at - thread.at > 750 : turn >= thread.began) thread.copying = false;
  return thread.copying;
}

/** Names a step: by its thread, its moment, its kind, and its call or place among its like. */
export function keyOf(thread: Thread, kind: string, call: string | null): string {
  if (call !== null) return `${thread.id}:${thread.at}:${kind}:${call}`;
  const place = (thread.moment[kind] ?? 0) + 1;
  thread.moment[kind] = place;
  return `${thread.id}:${thread.at}:${kind}:${place}`;
}

/** Moves on to the moment of a line. */
export function moveTo(thread: Thread, at: number): void {
  if (at !== thread.at) thread.moment = {};
  thread.at = at;
}

/** Notes that a call has its result. */
export function markAnswered(thread: Thread, call: string): void {
  thread.answered.push(call);
  if (thread.answered.length > MOST_ANSWERED) thread.answered.shift();
}

/** Notes that a command left a process running. */
export function markRunning(thread: Thread, process: string, command: string): void {
  thread.running[process] = command;
  const names = Object.keys(thread.running);
  if (names.length > MOST_RUNNING) delete thread.running[names[0]!];
}

function parentOf(head: Foreign): string | null {
  const id = said(head.id);
  const spawned = record(record(record(head.source).subagent).thread_spawn);
  const subagent = head.thread_source === 'subagent' || record(head.source).subagent !== undefined;
  const root = said(head.session_id);
  if (root !== null && root !== id && subagent) return root;
  return (
    said(head.parent_thread_id) ??
    said(spawned.parent_thread_id) ??
    (subagent ? said(head.forked_from_id) : null)
  );
}

/** When a turn or a thread began, from its id, which is a UUID of version 7. */
function turnTime(id: unknown): number | null {
  const hex = /^([0-9a-f]{8})-([0-9a-f]{4})-7/i.exec(text(id));
  return hex ? time(Number.parseInt(hex[1]! + hex[2]!, 16)) : null;
}
