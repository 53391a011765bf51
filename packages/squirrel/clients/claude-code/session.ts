import type { Tokens } from '@sqrl/base/model/event.ts';
import type { RawEvent, SessionFacts } from '@sqrl/base/model/reader.ts';
import { openPending, type PendingCalls } from '../reading/pending.ts';
import { countOrNull, type ForeignRecord, into, record, textOrNull, timeOrNull } from '../reading/record.ts';
import { keepLatest, restored } from '../reading/state.ts';
import { completeStep, type RawStep } from '../reading/step.ts';

const FRESH = {
  session: '',
  at: 0,
  /** Whether the time at which the log begins is known. */
  began: false,
  version: null as string | null,
  /** The conversation was just shortened: what is attached now, the client put back by itself. */
  compacted: false,
  /** Versions that log what they attach also log there when a queued prompt reached the model. */
  attaches: false,
  /** Named by the person: the client's own title does not replace it. */
  named: false,
  said: {} as Omit<SessionFacts, 'id' | 'beganAt'>,
  /** Prompts typed while the model was at work, oldest first. */
  queue: [] as { key: string; text: string }[],
  /** What the latest messages cost. */
  usage: [] as [message: string, ...counts: number[]][],
};

// Records of one message lie close together; only parallel subagents in one log (old versions) mix them a little.
const MAX_MESSAGES = 8;

export class ClaudeCodeSession {
  readonly kept: typeof FRESH;
  readonly pending: PendingCalls;
  /** The subagent whose record is read; null for the main agent. */
  agent: string | null = null;
  /** What the record in hand says of its session that was not said before. */
  news: SessionFacts | undefined;
  readonly #fileAgent: string | null;
  #key = '';
  #cwd: string | null = null;
  #branch: string | null = null;

  constructor(path: string, state?: unknown) {
    this.kept = restored({ ...FRESH, session: sessionOf(path) }, state);
    this.pending = openPending(record(state).pending);
    this.#fileAgent = /(?:^|[/\\])agent-([^/\\]+)\.jsonl$/.exec(path)?.[1] ?? null;
  }

  /** Takes a record in hand: whose it is, when, where. */
  meet(entry: ForeignRecord, offset: number): void {
    const { kept } = this;
    this.news = undefined;
    const session = textOrNull(entry.sessionId) ?? kept.session;
    if (session !== kept.session) Object.assign(kept, { session, said: {}, began: false });
    const agent = this.#fileAgent ?? (entry.isSidechain === true ? 'sidechain' : null);
    this.agent = agent && (textOrNull(entry.agentId) ?? agent);
    const at = timeOrNull(entry.timestamp);
    kept.at = at ?? kept.at;
    this.#key = textOrNull(entry.uuid) ?? `${session}@${offset}`;
    this.#cwd = textOrNull(entry.cwd);
    this.#branch = textOrNull(entry.gitBranch);
    if (at !== null && !kept.began) {
      kept.began = true;
      this.#tell({ beganAt: at });
    }
    const version = textOrNull(entry.version);
    if (version !== null && version !== kept.said.version) {
      kept.version = version;
      kept.said.version = version;
      this.#tell({ version });
    }
    this.tellOnce('cwd', this.#cwd);
    this.tellOnce('branch', this.#branch);
    this.tellOnce('forkedFrom', textOrNull(into(entry, 'forkedFrom', 'sessionId')));
  }

  /** A step of the record in hand, its key made of the record's id and the step's part in it. */
  step(told: Partial<RawStep> & Pick<RawStep, 'kind' | 'text'>, part: number | string = 0): RawEvent {
    const { session, at } = this.kept;
    const event = completeStep(told as RawStep);
    event.key = told.key ?? `${this.#key}/${part}`;
    event.session = session;
    event.agent = this.agent;
    event.at = at;
    event.cwd = this.#cwd;
    event.branch = this.#branch;
    return event;
  }

  #tell(facts: Omit<SessionFacts, 'id'>): void {
    this.news = { ...this.news, id: this.kept.session, ...facts };
  }

  tellOnce(name: 'cwd' | 'branch' | 'model' | 'forkedFrom', value: string | null): void {
    const { said } = this.kept;
    if (value === null || this.agent !== null || said[name] !== undefined) return;
    said[name] = value;
    this.#tell({ [name]: value });
  }

  title(custom: string | null, made: string | null): void {
    const { kept } = this;
    const title = custom ?? (kept.named ? null : made);
    kept.named ||= custom !== null;
    if (title === null || title === kept.said.title) return;
    kept.said.title = title;
    this.#tell({ title });
  }

  /** What a message cost besides what earlier records of it told, each of which repeats its usage; null where that is nothing. */
  usage(message: string, told: ForeignRecord): Tokens | null {
    const { usage } = this.kept;
    const known = usage.findIndex(([id]) => id === message);
    const [, ...before] = known < 0 ? [message, 0, 0, 0] : usage.splice(known, 1)[0]!;
    const count = (name: string) => countOrNull(told[name]) ?? 0;
    const cached = count('cache_read_input_tokens');
    const read = count('input_tokens') + count('cache_creation_input_tokens') + cached;
    // The first records of a message are written while it still streams, with a count that later ones correct.
    const now = [read, count('output_tokens'), cached].map((each, i) => Math.max(each, Number(before[i])));
    keepLatest(usage, [message, ...now], MAX_MESSAGES);
    const [input, output, fresh] = now.map((each, i) => each - Number(before[i])) as [number, number, number];
    return input === 0 && output === 0 ? null : { input, output, cached: fresh };
  }

  state(): unknown {
    return { ...structuredClone(this.kept), pending: this.pending.state() };
  }
}

/** A log is named after its session; that of a subagent lies in a folder of its session. */
function sessionOf(path: string): string {
  const parts = path.split(/[/\\]/);
  const subagents = parts.lastIndexOf('subagents');
  return subagents > 0 ? parts[subagents - 1]! : (parts.at(-1) ?? '').replace(/\.jsonl$/, '');
}
