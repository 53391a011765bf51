import type { MemoryRecord } from '@sqrl/base/model/record.ts';
import type { KeptMemories, MemoryScope } from '@sqrl/squirrel/mcp/kept-memories.ts';
import type { Input, Output, Verb } from '@sqrl/squirrel/protocol/verbs.ts';
import type { EpisodicMemory } from './window/context-window.ts';

export type * from '@sqrl/squirrel/mcp/kept-memories.ts';
export type { MemoryRecord };

/** Opens the memory of one project. */
export interface OpenOptions {
  /** A folder of the project; its repository is the project. */
  project: string;
  /** The folder with all data; `SQRL_HOME` or `~/.sqrl` if not given. */
  home?: string;
  /**
   * `auto` speaks to the daemon if one runs or the settings start one, and else works in this process; `never` works in this
   * process; `always` starts the daemon.
   */
  daemon?: 'auto' | 'never' | 'always';
  /** What the tools of your agent do, by their names. Common names (`Read`, `bash`, `grep`…) are known without it. */
  tools?: ToolTable;
  /** Milliseconds that any call may take; 3000 if not given. A call that takes longer counts as unanswered. */
  timeoutMs?: number;
  /** Milliseconds that the points may take, where the limits below do not fit: a slow machine, a debugger. */
  pointLimitsMs?: Partial<PointLimits>;
  /** Called when the first call fails or is late, which the agent is told too; before that once for learning that goes on behind it. */
  onDegraded?: (degradation: Degradation) => void;
}

/** Milliseconds that each point may take; an answer that comes later is not told. */
export interface PointLimits {
  systemPrompt: number;
  firstMessage: number;
  toolResult: number;
  betweenSteps: number;
}

/** Why the agent works without memory. */
export interface Degradation {
  /** The call that was late or failed. */
  call: string;
  reason: 'late' | 'failed';
  /** One sentence, for a log. */
  message: string;
}

/** The memory of a project, until it is disposed of (`await using`, or `using`, which closes it in the background). */
export interface Memory extends KeptMemories, AsyncDisposable, Disposable {
  /**
   * Any verb of the command line, typed by the protocol: `call('find', { question })`. Answers that other programs are not
   * promised are unknown. Rejects with a `Problem` after `timeoutMs` or on failure; sessions never do.
   */
  call<V extends Verb>(verb: V, input: Input<V>): Promise<Output<V>>;
  /** Begins a session of an agent, or of a subagent (`parent`). Costs no call. */
  session(options: SessionOptions): MemorySession;
  /** Continues a session from its last checkpoint; undefined if there is none under this id. */
  resume(id: string, options?: Partial<SessionOptions>): Promise<MemorySession | undefined>;
  /** What happened while opening that a person should know. */
  readonly notices: readonly { message: string; hint: string }[];
  close(): Promise<void>;
}

/** What a session is for. */
export interface SessionOptions {
  /** What is to be done. */
  task: string;
  /** A stage of the methodology; decides what the first message holds. `coder` if not given. */
  role?: Role;
  /** Names phases, work units and relays; `native` if not given. */
  methodology?: MethodologyPlugin;
  /** Where in the hierarchy of work this is, as `methodology.resolveWorkUnit` takes it. */
  workUnit?: WorkUnitContext;
  /** A session whose agent started this one: both are one session with a scratchpad each, merged when the parent finishes. */
  parent?: MemorySession;
  /** For whom the agent works: its system prompt has their blocks and what persons said to keep for them. */
  whose?: MemoryScope;
  /** Name of the session; random if not given. The same name goes on with the same session, such as the turns of one conversation. */
  id?: string;
  /** Files at hand. */
  files?: readonly string[];
  /** The part of the code that the work is about, for calibration; taken from the files changed if not given. */
  module?: string;
  /** The steps that were planned for it, for calibration. */
  plannedSteps?: number;
  /** Subtasks that were planned. With more than five, notes are promoted after each validated one. */
  subtasks?: number;
  /** The model that the agent runs on. */
  model?: string;
  /** What an earlier stage hands over; told with the first message. */
  relay?: Relay;
  /**
   * Whether a person typed the task and the first message. Only a person's words become rules: of what a program wrote,
   * such as a template with an issue in it, nothing is learned. `program` if not given.
   */
  taskBy?: 'person' | 'program';
}

/** The stages that contexts exist for. Any other name of a methodology is one of these by its phase. */
export type Role = 'planner' | 'coder' | 'qa' | (string & {});

/** A session of an agent: it observes, tells and closes. No method rejects because memory is slow or gone. */
export interface MemorySession {
  readonly id: string;
  /** The subagent's name in its session; null for the agent that began it. */
  readonly agent: string | null;
  readonly role: Role;
  readonly phase: Phase;
  readonly workUnit: WorkUnit;
  /** Steps observed so far. */
  readonly steps: number;
  /** Receipts of what this agent was told, in order. */
  readonly receipts: readonly Receipt[];

  /** First point (at most 500 ms): standing rules, commands, known failures, unfinished work. Append to the system prompt. */
  systemPrompt(): Promise<Injection>;
  /**
   * Second point (at most 2 s, 32,000 tokens, 12 files): what the role needs for the task, with the files most likely to be
   * read. Add to the first user message. Also observes the message; without one, the task is taken.
   */
  beforeFirstMessage(message?: string): Promise<FirstMessage>;
  /**
   * Before a call runs (at most 100 ms). `stop` is set at most once for the same call: do not run it, hand `text` to the
   * agent as the tool's result.
   */
  beforeToolCall(call: ToolCall): Promise<Injection & { stop: boolean }>;
  /**
   * Third point (at most 100 ms): observes call and result, and returns what to append to the result. What browser and MCP
   * tools show of the running product is classified in the background, for a person to review (`mcp_auto`).
   */
  afterToolCall(call: ToolCall, result: ToolResult): Promise<Injection>;
  /** Fourth point (at most 50 ms): what to tell before the next step. Never anything in the first five steps but reflections. */
  betweenSteps(): Promise<Injection>;

  /** Observes a finished step: what the model thought, said and used. Calls are observed by `afterToolCall`, or here. */
  observeStep(step: Step): void;
  /** Observes words that a person typed after the first message. */
  observePrompt(text: string): void;
  /** Notes something on the scratchpad. It is reflected once between steps, and becomes a memory when the session finishes well. */
  note(note: Note): void;
  /** Which notes are on this agent's scratchpad. */
  readonly notes: readonly Note[];

  /** How many steps the loop may take: the base, multiplied by how long such work took before, at most twice the base. */
  stopAfter(baseSteps: number, limit?: { most?: number }): Promise<StepLimit>;
  /**
   * Where a `ContextWindow` or `MessageWindow` puts what it removes, and finds it again while the session lasts, with what
   * memory knows besides. The same at every call.
   */
  episodic(): EpisodicMemory;
  /** What a role needs to know about the task, packed and structured; the first message of that role holds the same. */
  context(role?: Role): Promise<RoleContext | undefined>;

  /** Ends a subtask: checkpoints the scratchpad, and promotes its notes where there are more than five subtasks. */
  endSubtask(subtask: { id: string; validated: boolean }): Promise<PromotionReport>;
  /** Writes observations and scratchpad to disk, for `memory.resume`. */
  checkpoint(): Promise<boolean>;
  /** Turns failures of a QA report into memories (`qa_auto`). */
  qaReport(report: QaReport): Promise<string[]>;
  /** What the next stage needs of this one, as text for its first message. Undefined where the methodology has no such transition. */
  relayTo(role: Role): Promise<Relay | undefined>;
  /**
   * Closes: learns from what was observed, promotes notes by the gate of the session's kind. A subagent's wait for its parent.
   * Of `output`, the agent's last words, the methodology keeps where unfinished work stands (`work_state`).
   */
  finish(end: { outcome: 'success' | 'failure' | 'abandoned'; output?: string }): Promise<PromotionReport>;
}

/** What to tell the agent; mostly nothing. */
export interface Injection {
  /** To be handed on as it is; empty if there is nothing to tell. */
  text: string;
  tokens: number;
  /** Ids of the memories in it. */
  memories: readonly string[];
  /** Undefined if nothing of memory was told. */
  receipt?: Receipt | undefined;
}

/** What the first message is to hold besides the task. */
export interface FirstMessage extends Injection {
  /** Files that the text holds, those of more than 80 % of similar work first, then of more than 50 %. */
  files: readonly PrefetchedFile[];
}

/** A file that similar work needed. */
export interface PrefetchedFile {
  path: string;
  /** The share of similar past work that it had a part in, 0 to 1; null where there is too little of that. */
  share: number | null;
  tokens: number | null;
  /** Whether its contents are in the text; else only its name is. */
  isContentIncluded: boolean;
}

/** Proof of a delivery: `sqrl history` and the panel show it under the same id. */
export interface Receipt {
  id: string;
  point: 'system prompt' | 'first message' | 'before tool call' | 'tool result' | 'between steps';
  memories: readonly string[];
  tokens: number;
  at: number;
}

/** A call of one of the agent's tools. */
export interface ToolCall {
  /** What ties a result to its call. */
  id: string;
  name: string;
  input: unknown;
}

/** How a call ended. */
export interface ToolResult {
  /** As the agent sees it; anything but a string is taken as JSON. */
  output: unknown;
  isError?: boolean;
  exitCode?: number;
  durationMs?: number;
}

/** A finished step of the loop. */
export interface Step {
  reasoning?: string;
  text?: string;
  tokens?: Tokens;
  /** Calls with results that did not pass `afterToolCall`, such as those that a provider runs itself. */
  calls?: readonly { call: ToolCall; result: ToolResult }[];
}

/** What a call does, whatever the tool is called. */
export interface ToolUse {
  tool: Tool;
  /** What is run, searched for or fetched. */
  command?: string | null;
  files?: readonly string[];
}

/** What tools do, by name. A tool that is not listed and not known is foreign: what is learned after it waits for a person. */
export type ToolTable = Readonly<Record<string, Tool | ((input: unknown) => ToolUse)>>;

/** An entry of the scratchpad. */
export interface Note {
  text: string;
  /** A type, or a name of the methodology's `customMemoryTypes`; guessed from the text if not given. */
  type?: MemoryType | (string & {});
  files?: readonly string[];
  tags?: readonly string[];
  /** The structured part: steps of a recipe, the four parts of a dead end. */
  record?: MemoryRecord;
}

/** How many steps a loop may take. */
export interface StepLimit {
  steps: number;
  /** What the base was multiplied by. */
  factor: number;
  /** How many pieces of finished work the factor is from; 0 where there is none. */
  samples: number;
}

/** What a stage needs to know about a task. */
export interface RoleContext {
  text: string;
  tokens: number;
  phase: Phase;
  files: readonly PrefetchedFile[];
  /** Which of the files more than 80 % of similar past work opened, and which more than 50 %. */
  prefetch: { always: readonly string[]; often: readonly string[] };
  /** For a planner: files that change together with those at hand. */
  scope: readonly string[];
  /** The structured memories among the lines. */
  records: readonly { memory: string; record: MemoryRecord }[];
}

/** A QA report's failures. */
export interface QaReport {
  failures: readonly {
    /** What failed, in one sentence. */
    what: string;
    /** What was expected; the failure is then a requirement too. */
    expected?: string;
    files?: readonly string[];
    /** What fixed it, where that is known. */
    fix?: string;
  }[];
}

/** What became of a scratchpad's notes. */
export interface PromotionReport {
  /** Memories that are new or were confirmed, with how many agents noted each. */
  promoted: readonly { id: string; text: string; agents: number; needsReview: boolean }[];
  dropped: readonly { text: string; because: string }[];
  /** Memories that the observer learned from the whole session; only when it finished, and as far as it was done in time. */
  learned: readonly string[];
  /** False where memory did not answer: notes stay on the checkpoint, if that could be written. */
  isComplete: boolean;
}

/** Maps a way of working onto what retrieval knows: the six phases. */
export interface MethodologyPlugin {
  id: string;
  /** The phase of a stage of this methodology. */
  mapPhase(stage: string): Phase;
  resolveWorkUnit(context: WorkUnitContext): WorkUnit;
  /** Which stage hands over to which, and what of. */
  relayTransitions: readonly RelayTransition[];
  /** The text that the next stage begins with. */
  formatRelayContext(items: readonly RelayItem[], to: Role): string;
  /** Where the work stands, read from what an agent wrote last. */
  extractWorkState?(output: string): WorkState;
  /** The note that the next session on that work begins with; empty where there is nothing to say. */
  formatWorkStateContext?(state: WorkState): string;
  /** Called when a session has ended, with the ids of the memories made of its notes and steps. What it throws does not reach the loop. */
  onWorkUnitComplete?(unit: WorkUnit, result: { outcome: string; memories: string[] }): Promise<void> | void;
  /** Types of notes with names of its own, by the type they are kept as. */
  customMemoryTypes?: Readonly<Record<string, MemoryType>>;
}

/** Where work stands. */
export type WorkState = Readonly<Record<'done' | 'next' | 'open', readonly string[]>>;

/** Names of levels, outermost first, such as `{ spec: '042', subtask: '3' }`. */
export type WorkUnitContext = Readonly<Record<string, string>>;

/** A place in the hierarchy of work. */
export interface WorkUnit {
  methodology: string;
  /** Outermost first. */
  hierarchy: readonly string[];
  label: string;
}

/** One stage handing over to the next. */
export interface RelayTransition {
  from: Role;
  to: Role;
  /** Only notes of these types; all if not given. */
  types?: readonly MemoryType[];
}

/** Something that a stage found out. */
export interface RelayItem {
  type: MemoryType;
  text: string;
  files: readonly string[];
}

/** What a stage hands to the next. */
export interface Relay {
  from: Role;
  to: Role;
  text: string;
  items: readonly RelayItem[];
}

/** What retrieval knows of the stages of any methodology. */
export type Phase = 'define' | 'implement' | 'validate' | 'refine' | 'explore' | 'reflect';

/** What a memory is about. */
export type MemoryType =
  | 'gotcha'
  | 'decision'
  | 'preference'
  | 'pattern'
  | 'requirement'
  | 'error_pattern'
  | 'module_insight'
  | 'prefetch_pattern'
  | 'work_state'
  | 'causal_dependency'
  | 'task_calibration'
  | 'e2e_observation'
  | 'dead_end'
  | 'work_unit_outcome'
  | 'workflow_recipe'
  | 'context_cost';

/** What tools do, whatever they are called; a tool of an MCP server by its server and name, `mcp:memo/recall`. */
export type Tool =
  | 'read'
  | 'edit'
  | 'write'
  | 'search'
  | 'list'
  | 'run'
  | 'fetch'
  | 'web search'
  | 'task'
  | 'ask'
  | 'plan'
  | 'other'
  | `mcp:${string}`;

/** What a step cost. */
export interface Tokens {
  input: number;
  output: number;
  /** Of the input, what came from the provider's cache. */
  cached: number;
}
