import { dirname, join } from 'node:path';
import { foreignText } from '@sqrl/base/foreign-file.ts';
import type { Tokens } from '@sqrl/base/model/event.ts';
import type { Log, SessionFacts } from '@sqrl/base/model/reader.ts';
import {
  countOrNull,
  type ForeignRecord,
  isRecord,
  number,
  record,
  textOrEmpty,
  textOrNull,
  timeOrNull,
} from '../reading/record.ts';

/** What must be known of a session to read its next event: plain JSON, and small. */
export interface CopilotSession {
  id: string;
  version: string | null;
  cwd: string | null;
  root: string | null;
  repository: string | null;
  branch: string | null;
  model: string | null;
  at: number;
  /** Tokens of a model's answer, told before the answer itself, by agent; the main one's name is empty. */
  due: Record<string, Tokens>;
  /** The latest thought, by its length and beginning. */
  thought: string;
  /** What the person answered when asked about a call, until the call ends. */
  refused: Record<string, string>;
}

const MAX_REFUSED = 32;
const MAX_DUE = 16;

/** Begins a session before its first event is read, or goes on where an earlier reading ended. */
export function openSession({ path, cwd }: Log, state: unknown): CopilotSession {
  const kept = record(state);
  return {
    id: textOrNull(kept.id) ?? /([^/\\]+)(?:[/\\]events)?\.jsonl$/.exec(path)?.[1] ?? path,
    version: textOrNull(kept.version),
    cwd: textOrNull(kept.cwd) ?? cwd ?? null,
    root: textOrNull(kept.root),
    repository: textOrNull(kept.repository),
    branch: textOrNull(kept.branch),
    model: textOrNull(kept.model),
    at: number(kept.at) ?? 0,
    due: { ...(record(kept.due) as Record<string, Tokens>) },
    thought: textOrEmpty(kept.thought),
    refused: { ...(record(kept.refused) as Record<string, string>) },
  };
}

/** Takes in what the beginning, the taking up or a change of folder tells. */
export function meet(session: CopilotSession, data: ForeignRecord): SessionFacts {
  const context = isRecord(data.context) ? data.context : data;
  session.id = textOrNull(data.sessionId) ?? session.id;
  session.version = textOrNull(data.copilotVersion) ?? session.version;
  session.cwd = textOrNull(context.cwd) ?? session.cwd;
  session.root = textOrNull(context.gitRoot) ?? session.root;
  session.repository = textOrNull(context.repository) ?? session.repository;
  session.branch = textOrNull(context.branch) ?? session.branch;
  session.model = textOrNull(data.selectedModel) ?? session.model;
  const beganAt = timeOrNull(data.startTime);
  const parent = textOrNull(data.detachedFromSpawningParentSessionId);
  return {
    id: session.id,
    ...(beganAt !== null && { beganAt }),
    ...(parent !== null && { forkedFrom: parent }),
    ...(session.cwd !== null && { cwd: session.cwd }),
    ...(session.root !== null && { root: session.root }),
    ...(session.repository !== null && { repository: session.repository }),
    ...(session.branch !== null && { branch: session.branch }),
    ...(session.version !== null && { version: session.version }),
    ...(session.model !== null && { model: session.model }),
  };
}

/** Notes what an answer cost that is yet to come. */
export function meetUsage(session: CopilotSession, usage: ForeignRecord, agent: string): void {
  const [input, output] = [countOrNull(usage.inputTokens) ?? 0, countOrNull(usage.outputTokens) ?? 0];
  if (input + output === 0) return;
  session.due[agent] = { input, output, cached: countOrNull(usage.cacheReadTokens) ?? 0 };
  trim(session.due, MAX_DUE);
}

/** Notes what the person, or their rules, answered to a call that needed leave. */
export function meetLeave(session: CopilotSession, data: ForeignRecord): void {
  const kind = textOrEmpty(record(data.result).kind);
  const call = textOrNull(data.toolCallId);
  if (call === null || !/^(denied|cancelled)/.test(kind)) return;
  session.refused[call] = kind;
  trim(session.refused, MAX_REFUSED);
}

function trim(kept: Record<string, unknown>, most: number): void {
  const names = Object.keys(kept);
  if (names.length > most) delete kept[names[0]!];
}

/** Where a session was at work, from the file that lies beside its log; the log itself tells it in newer versions only. */
export function copilotWorkspace(log: string): { cwd?: string } {
  const text = foreignText(join(dirname(log), 'workspace.yaml'), { maxBytes: 2 ** 20 });
  const cwd = /^cwd: *(['"]?)(.+?)\1 *$/m.exec(text ?? '')?.[2];
  return cwd ? { cwd } : {};
}
