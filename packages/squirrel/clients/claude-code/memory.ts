import type { RawEvent, SessionFacts } from '@sqrl/base/model/reader.ts';
import { openPending, type PendingCalls } from '../reading/pending.ts';
import {
  type ForeignRecord,
  into,
  listOrEmpty,
  number,
  record,
  textOrEmpty,
  textOrNull,
  timeOrNull,
} from '../reading/record.ts';
import { completeStep, type RawStep } from '../reading/step.ts';
import { openUsage, type Usage } from './usage.ts';

/** What reading a log needs to know of the records before; all of it goes into the state that is kept. */
export interface ClaudeCodeSession {
  /** Whether the time at which the log begins is known. */
  began: boolean;
  version: string | null;
  /** The conversation was just shortened: what is attached now, the client put back by itself. */
  compacted: boolean;
  /** Versions that log what they attach also log there when a queued prompt reached the model. */
  attaches: boolean;
  readonly pending: PendingCalls;
  /** Prompts typed while the model was at work, oldest first. */
  queue: { key: string; text: string }[];
  /** The subagent whose record is read; null for the main agent. */
  readonly agent: string | null;
  readonly session: string;
  readonly at: number;
  /** Takes a record in hand: whose it is, when, where. */
  meet(entry: ForeignRecord, offset: number): void;
  /** A step of the record in hand, its key made of the record's id and the step's part in it. */
  step(told: Partial<RawStep> & Pick<RawStep, 'kind' | 'text'>, part?: number | string): RawEvent;
  /** What the record in hand says of its session that was not said before. */
  facts(): SessionFacts | undefined;
  title(custom: string | null, made: string | null): void;
  model(name: string): void;
  usage: Usage['of'];
  state(): unknown;
}

interface ClaudeCodeState {
  session: string;
  at: number;
  began: boolean;
  version: string | null;
  compacted: boolean;
  attaches: boolean;
  /** Named by the person: the client's own title does not replace it. */
  named: boolean;
  said: Omit<SessionFacts, 'id' | 'beganAt'>;
}

/** Begins to remember, or goes on with what an earlier reading kept. */
export function openClaudeCodeSession(path: string, state?: unknown): ClaudeCodeSession {
  const before = record(state);
  const kept = restore(before, path);
  const pending = openPending(before.pending);
  const usage = openUsage(before.usage);
  const fileAgent = /(?:^|[/\\])agent-([^/\\]+)\.jsonl$/.exec(path)?.[1] ?? null;
  let entry: ForeignRecord = {};
  let key = '';
  let agent: string | null = null;
  let cwd: string | null = null;
  let branch: string | null = null;
  let news: SessionFacts | undefined;

  const tell = (facts: Omit<SessionFacts, 'id'>): void => {
    news = { ...news, id: kept.session, ...facts };
  };
  const tellOnce = (name: 'cwd' | 'branch' | 'model' | 'forkedFrom', value: string | null): void => {
    if (value === null || agent !== null || kept.said[name] !== undefined) return;
    kept.said[name] = value;
    tell({ [name]: value });
  };

  const memory: ClaudeCodeSession = {
    began: kept.began,
    version: kept.version,
    compacted: kept.compacted,
    attaches: kept.attaches,
    pending,
    queue: listOrEmpty(before.queue).map((entry) => ({
      key: textOrEmpty(record(entry).key),
      text: textOrEmpty(record(entry).text),
    })),
    get agent() {
      return agent;
    },
    get session() {
      return kept.session;
    },
    get at() {
      return kept.at;
    },
    meet(found, offset) {
      entry = found;
      news = undefined;
      const session = textOrNull(entry.sessionId);
      if (session !== null && session !== kept.session) {
        kept.session = session;
        kept.said = {};
        memory.began = false;
      }
      agent = fileAgent ?? (entry.isSidechain === true ? 'sidechain' : null);
      if (agent !== null) agent = textOrNull(entry.agentId) ?? agent;
      const at = timeOrNull(entry.timestamp);
      if (at !== null) kept.at = at;
      key = textOrNull(entry.uuid) ?? `${kept.session}@${offset}`;
      cwd = textOrNull(entry.cwd);
      branch = textOrNull(entry.gitBranch);
      if (at !== null && !memory.began) {
        memory.began = true;
        tell({ beganAt: at });
      }
      const version = textOrNull(entry.version);
      if (version !== null && version !== kept.said.version) {
        memory.version = version;
        kept.said.version = version;
        tell({ version });
      }
      tellOnce('cwd', cwd);
      tellOnce('branch', branch);
      tellOnce('forkedFrom', textOrNull(into(entry, 'forkedFrom', 'sessionId')));
    },
    step: (told, part = 0) => {
      const event = completeStep(told as RawStep);
      event.key = told.key ?? `${key}/${part}`;
      event.session = kept.session;
      event.agent = agent;
      event.at = kept.at;
      event.cwd = cwd;
      event.branch = branch;
      return event;
    },
    facts: () => news,
    title(custom, made) {
      const title = custom ?? (kept.named ? null : made);
      kept.named ||= custom !== null;
      if (title === null || title === kept.said.title) return;
      kept.said.title = title;
      tell({ title });
    },
    model: (name) => tellOnce('model', name),
    usage: usage.of,
    state: () => ({
      ...kept,
      began: memory.began,
      version: memory.version,
      compacted: memory.compacted,
      attaches: memory.attaches,
      queue: memory.queue,
      pending: pending.state(),
      usage: usage.state(),
    }),
  };
  return memory;
}

// The state is our own writing, but it lies on a disk.
function restore(state: ForeignRecord, path: string): ClaudeCodeState {
  const told = record(state.said);
  const facts: ClaudeCodeState['said'] = {};
  for (const name of ['forkedFrom', 'cwd', 'branch', 'version', 'title', 'model'] as const) {
    const value = textOrNull(told[name]);
    if (value !== null) facts[name] = value;
  }
  return {
    session: textOrNull(state.session) ?? sessionOf(path),
    at: number(state.at) ?? 0,
    began: state.began === true,
    version: textOrNull(state.version),
    compacted: state.compacted === true,
    attaches: state.attaches === true,
    named: state.named === true,
    said: facts,
  };
}

/** A log is named after its session; that of a subagent lies in a folder of its session. */
function sessionOf(path: string): string {
  const parts = path.split(/[/\\]/);
  const subagents = parts.lastIndexOf('subagents');
  return subagents > 0 ? parts[subagents - 1]! : (parts.at(-1) ?? '').replace(/\.jsonl$/, '');
}
