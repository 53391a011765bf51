import { dirname, join } from 'node:path';
import { foreignText } from '@sqrl/base/foreign-file.ts';
import type { Tokens } from '@sqrl/base/model/event.ts';
import type { Log, SessionFacts } from '@sqrl/base/model/reader.ts';
import {
  countOrNull,
  type ForeignRecord,
  isRecord,
  record,
  textOrEmpty,
  textOrNull,
  timeOrNull,
} from '../reading/record.ts';
import { keepNamed, restored } from '../reading/state.ts';
import { sessionFacts } from '../reading/step.ts';

const FRESH = {
  id: '',
  version: null as string | null,
  cwd: null as string | null,
  root: null as string | null,
  repository: null as string | null,
  branch: null as string | null,
  model: null as string | null,
  at: 0,
  /** Tokens of a model's answer, told before the answer itself, by agent; the main one's name is empty. */
  due: {} as Record<string, Tokens>,
  /** The latest thought, by its length and beginning. */
  thought: '',
  /** What the person answered when asked about a call, until the call ends. */
  refused: {} as Record<string, string>,
};

/** What must be known of a session to read its next event: plain JSON, and small. */
export type CopilotSession = typeof FRESH;

const MAX_REFUSED = 32;
const MAX_DUE = 16;

/** Begins a session before its first event is read, or goes on where an earlier reading ended. */
export function openSession({ path, cwd }: Log, state: unknown): CopilotSession {
  const id = /([^/\\]+)(?:[/\\]events)?\.jsonl$/.exec(path)?.[1] ?? path;
  const session = restored({ ...FRESH, id }, state);
  session.cwd ??= cwd ?? null;
  return session;
}

export function meet(session: CopilotSession, data: ForeignRecord): SessionFacts {
  const context = isRecord(data.context) ? data.context : data;
  const told = {
    id: data.sessionId,
    version: data.copilotVersion,
    cwd: context.cwd,
    root: context.gitRoot,
    repository: context.repository,
    branch: context.branch,
    model: data.selectedModel,
  };
  for (const [name, value] of Object.entries(told))
    if (textOrNull(value)) Object.assign(session, { [name]: value });
  const { id, version, cwd, root, repository, branch, model } = session;
  return sessionFacts(id, {
    ...{ version, cwd, root, repository, branch, model },
    beganAt: timeOrNull(data.startTime),
    forkedFrom: textOrNull(data.detachedFromSpawningParentSessionId),
  });
}

/** Notes what an answer cost that is yet to come. */
export function meetUsage(session: CopilotSession, usage: ForeignRecord, agent: string): void {
  const [input, output] = [countOrNull(usage.inputTokens) ?? 0, countOrNull(usage.outputTokens) ?? 0];
  if (input + output === 0) return;
  const cached = countOrNull(usage.cacheReadTokens) ?? 0;
  keepNamed(session.due, agent, { input, output, cached }, MAX_DUE);
}

/** Notes what the person, or their rules, answered to a call that needed leave. */
export function meetLeave(session: CopilotSession, data: ForeignRecord): void {
  const kind = textOrEmpty(record(data.result).kind);
  const call = textOrNull(data.toolCallId);
  if (call === null || !/^(denied|cancelled)/.test(kind)) return;
  keepNamed(session.refused, call, kind, MAX_REFUSED);
}

/** Where a session was at work, from the file that lies beside its log; the log itself tells it in newer versions only. */
export function copilotWorkspace(log: string): { cwd?: string } {
  const text = foreignText(join(dirname(log), 'workspace.yaml'), { maxBytes: 2 ** 20 });
  const cwd = /^cwd: *(['"]?)(.+?)\1 *$/m.exec(text ?? '')?.[2];
  return cwd ? { cwd } : {};
}
