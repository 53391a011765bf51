import { dirname, join } from 'node:path';
import { foreignText } from '../../base/foreign-file.ts';
import type { Tokens } from '../../model/event.ts';
import type { Log, SessionFacts } from '../../model/reader.ts';
import { count, type Foreign, isRecord, number, record, said, text, time } from '../reading/record.ts';

/** What must be known of a session to read its next event: plain JSON, and small. */
export interface Session {
  id: string;
  version: string | null;
  cwd: string | null;
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

const MOST_REFUSED = 32;
const MOST_DUE = 16;

/** Begins a session before its first event is read, or goes on where an earlier reading ended. */
export function openSession({ path, cwd }: Log, state: unknown): Session {
  const kept = record(state);
  return {
    id: said(kept.id) ?? /([^/\\]+)(?:[/\\]events)?\.jsonl$/.exec(path)?.[1] ?? path,
    version: said(kept.version),
    cwd: said(kept.cwd) ?? cwd ?? null,
    branch: said(kept.branch),
    model: said(kept.model),
    at: number(kept.at) ?? 0,
    due: { ...(record(kept.due) as Record<string, Tokens>) },
    thought: text(kept.thought),
    refused: { ...(record(kept.refused) as Record<string, string>) },
  };
}

/** Takes in what the beginning, the taking up or a change of folder tells. */
export function meet(session: Session, data: Foreign): SessionFacts {
  const context = isRecord(data.context) ? data.context : data;
  session.id = said(data.sessionId) ?? session.id;
  session.version = said(data.copilotVersion) ?? session.version;
  session.cwd = said(context.cwd) ?? session.cwd;
  session.branch = said(context.branch) ?? session.branch;
  session.model = said(data.selectedModel) ?? session.model;
  const beganAt = time(data.startTime);
  const parent = said(data.detachedFromSpawningParentSessionId);
  return {
    id: session.id,
    ...(beganAt !== null && { beganAt }),
    ...(parent !== null && { forkedFrom: parent }),
    ...(session.cwd !== null && { cwd: session.cwd }),
    ...(session.branch !== null && { branch: session.branch }),
    ...(session.version !== null && { version: session.version }),
    ...(session.model !== null && { model: session.model }),
  };
}

/** Notes what an answer cost that is yet to come. */
export function meetUsage(session: Session, usage: Foreign, agent: string): void {
  const [input, output] = [count(usage.inputTokens) ?? 0, count(usage.outputTokens) ?? 0];
  if (input + output === 0) return;
  session.due[agent] = { input, output, cached: count(usage.cacheReadTokens) ?? 0 };
  trim(session.due, MOST_DUE);
}

/** Notes what the person, or their rules, answered to a call that needed leave. */
export function meetLeave(session: Session, data: Foreign): void {
  const kind = text(record(data.result).kind);
  const call = said(data.toolCallId);
  if (call === null || !/^(denied|cancelled)/.test(kind)) return;
  session.refused[call] = kind;
  trim(session.refused, MOST_REFUSED);
}

function trim(kept: Record<string, unknown>, most: number): void {
  const names = Object.keys(kept);
  if (names.length > most) delete kept[names[0]!];
}

/** Where a session was at work, from the file that lies beside its log; the log itself tells it in newer versions only. */
export function workspaceOf(log: string): { cwd?: string } {
  const text = foreignText(join(dirname(log), 'workspace.yaml'), { maxBytes: 2 ** 20 });
  const cwd = /^cwd: *(['"]?)(.+?)\1 *$/m.exec(text ?? '')?.[2];
  return cwd ? { cwd } : {};
}
