import type { Tokens } from '@sqrl/base/model/event.ts';
import type { SessionFacts } from '@sqrl/base/model/reader.ts';
import { plainPath } from '../reading/paths.ts';
import {
  countOrNull,
  type ForeignRecord,
  record,
  textOrEmpty,
  textOrNull,
  timeOrNull,
} from '../reading/record.ts';
import { keepLatest, keepNamed, restored } from '../reading/state.ts';
import { sessionFacts } from '../reading/step.ts';

const FRESH = {
  /** Codex's name for one line of talk; a fork and a subagent have their own. */
  id: '',
  /** The session it belongs to: of a subagent, that of its parent. */
  session: '',
  agent: null as string | null,
  began: 0,
  version: null as string | null,
  cwd: null as string | null,
  branch: null as string | null,
  model: null as string | null,
  /** When the line before was written. */
  at: 0,
  /** Steps of each kind that had no id of their own, within one millisecond. */
  moment: {} as Record<string, number>,
  /** Finished calls have records of their own, with exit codes, besides their answers to the model. */
  paged: false,
  /** Up to this ordinal the lines are a parent's, given to a subagent to read. */
  ownFrom: 0,
  /** Lines are being passed over that a fork copied from its parent's rollout. */
  copying: false,
  /** Calls that have their result already. */
  answered: [] as string[],
  /** The commands of processes left running, by the name under which later calls ask for them. */
  running: {} as Record<string, string>,
  /** Web searches told by an event, whose response item is still to come. */
  searches: 0,
  /** Tokens of a response whose steps are already told. */
  due: null as Tokens | null,
  /** All tokens so far, by which a count that is told twice is known. */
  spent: -1,
  /** A record per response is written, so that counts may be passed over. */
  perResponse: false,
};

/** What must be known of a rollout to read its next line: plain JSON, and small. */
export type CodexThread = typeof FRESH;

const MAX_ANSWERED = 64;
const MAX_RUNNING = 32;

/** Begins a rollout before its first line is read, or goes on where an earlier reading ended. */
export function openThread(path: string, state: unknown): CodexThread {
  const id = /([0-9a-f]{8}-[0-9a-f-]{27})[^/\\]*$/i.exec(path)?.[1] ?? path;
  return restored({ ...FRESH, id, session: id, at: turnTime(id) ?? 0 }, state);
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
  return sessionFacts(id, {
    beganAt: again ? null : thread.began,
    forkedFrom: forkedFrom === id ? null : forkedFrom,
    cwd: thread.cwd,
    repository: textOrNull(record(head.git).repository_url),
    branch: thread.branch,
    version: thread.version,
  });
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

export function moveTo(thread: CodexThread, at: number): void {
  if (at !== thread.at) thread.moment = {};
  thread.at = at;
}

export const markAnswered = (thread: CodexThread, call: string): void =>
  keepLatest(thread.answered, call, MAX_ANSWERED);

export const markRunning = (thread: CodexThread, process: string, command: string): void =>
  keepNamed(thread.running, process, command, MAX_RUNNING);

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
