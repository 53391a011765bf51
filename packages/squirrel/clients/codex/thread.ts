import type { Tokens } from '@sqrl/base/model/event.ts';
import type { SessionFacts } from '@sqrl/base/model/reader.ts';
import { plainPath } from '../reading/paths.ts';
import {
  countOrNull,
  type ForeignRecord,
  isRecord,
  listOrEmpty,
  number,
  record,
  textOrEmpty,
  textOrNull,
  timeOrNull,
} from '../reading/record.ts';

/** What must be known of a rollout to read its next line: plain JSON, and small. */
export interface CodexThread {
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

const MAX_ANSWERED = 64;
const MAX_RUNNING = 32;

/** Begins a rollout before its first line is read, or goes on where an earlier reading ended. */
export function openThread(path: string, state: unknown): CodexThread {
  const kept = record(state);
  const id = textOrNull(kept.id) ?? /([0-9a-f]{8}-[0-9a-f-]{27})[^/\\]*$/i.exec(path)?.[1] ?? path;
  return {
    id,
    session: textOrNull(kept.session) ?? id,
    agent: textOrNull(kept.agent),
    began: number(kept.began) ?? 0,
    version: textOrNull(kept.version),
    cwd: textOrNull(kept.cwd),
    branch: textOrNull(kept.branch),
    model: textOrNull(kept.model),
    at: number(kept.at) ?? turnTime(id) ?? 0,
    moment: { ...(record(kept.moment) as Record<string, number>) },
    paged: kept.paged === true,
    ownFrom: number(kept.ownFrom) ?? 0,
    copying: kept.copying === true,
    answered: listOrEmpty(kept.answered).map(textOrEmpty),
    running: { ...(record(kept.running) as Record<string, string>) },
    searches: number(kept.searches) ?? 0,
    due: isRecord(kept.due) ? (kept.due as unknown as Tokens) : null,
    spent: number(kept.spent) ?? -1,
    perResponse: kept.perResponse === true,
  };
}

/** Takes in the line that heads a rollout, and says what it tells of the session. */
export function meetHead(thread: CodexThread, head: ForeignRecord, at: number): SessionFacts | undefined {
  const id = textOrNull(head.id) ?? textOrNull(head.session_id);
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
  thread.began = timeOrNull(head.timestamp) ?? at;
  thread.version = textOrNull(head.cli_version);
  thread.cwd = textOrNull(head.cwd) === null ? thread.cwd : plainPath(textOrEmpty(head.cwd));
  thread.branch = textOrNull(record(head.git).branch);
  thread.paged = head.history_mode === 'paginated';
  thread.ownFrom = countOrNull(head.subagent_history_start_ordinal) ?? 0;
  // The parent's own log tells of the parent's session.
  if (parent !== null) return { id: parent };
  const forkedFrom = textOrNull(head.forked_from_id);
  const repository = textOrNull(record(head.git).repository_url);
  return {
    id,
    ...(!again && { beganAt: thread.began }),
    ...(forkedFrom !== null && forkedFrom !== id && { forkedFrom }),
    ...(thread.cwd !== null && { cwd: thread.cwd }),
    ...(repository !== null && { repository }),
    ...(thread.branch !== null && { branch: thread.branch }),
    ...(thread.version !== null && { version: thread.version }),
  };
}

/** Tells whether a line is a parent's step that stands here only for the model to read. */
export function isInherited(thread: CodexThread, line: ForeignRecord, at: number): boolean {
  const ordinal = countOrNull(line.ordinal);
  if (ordinal !== null && ordinal < thread.ownFrom) return true;
  if (!thread.copying) return false;
  // The copy is written at one go; a person takes longer to speak. Turns tell their own age where they have ids.
  const turn = turnTime(record(line.payload).turn_id);
  if (turn === null ? at - thread.at > 750 : turn >= thread.began) thread.copying = false;
  return thread.copying;
}

/** Names a step: by its thread, its moment, its kind, and its call or place among its like. */
export function codexEventKey(thread: CodexThread, kind: string, call: string | null): string {
  if (call !== null) return `${thread.id}:${thread.at}:${kind}:${call}`;
  const place = (thread.moment[kind] ?? 0) + 1;
  thread.moment[kind] = place;
  return `${thread.id}:${thread.at}:${kind}:${place}`;
}

/** Moves on to the moment of a line. */
export function moveTo(thread: CodexThread, at: number): void {
  if (at !== thread.at) thread.moment = {};
  thread.at = at;
}

/** Notes that a call has its result. */
export function markAnswered(thread: CodexThread, call: string): void {
  thread.answered.push(call);
  if (thread.answered.length > MAX_ANSWERED) thread.answered.shift();
}

/** Notes that a command left a process running. */
export function markRunning(thread: CodexThread, process: string, command: string): void {
  thread.running[process] = command;
  const names = Object.keys(thread.running);
  if (names.length > MAX_RUNNING) delete thread.running[names[0]!];
}

function parentOf(head: ForeignRecord): string | null {
  const id = textOrNull(head.id);
  const spawned = record(record(record(head.source).subagent).thread_spawn);
  const subagent = head.thread_source === 'subagent' || record(head.source).subagent !== undefined;
  const root = textOrNull(head.session_id);
  if (root !== null && root !== id && subagent) return root;
  return (
    textOrNull(head.parent_thread_id) ??
    textOrNull(spawned.parent_thread_id) ??
    (subagent ? textOrNull(head.forked_from_id) : null)
  );
}

/** When a turn or a thread began, from its id, which is a UUID of version 7. */
function turnTime(id: unknown): number | null {
  const hex = /^([0-9a-f]{8})-([0-9a-f]{4})-7/i.exec(textOrEmpty(id));
  return hex ? timeOrNull(Number.parseInt(hex[1]! + hex[2]!, 16)) : null;
}
