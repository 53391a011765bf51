import type { Phase } from '@sqrl/base/model/episode.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import type { Input } from '@sqrl/squirrel/protocol/verbs.ts';
import { episodicOver } from './episodic.ts';
import { type Loop, openLoop, type SdkShared, workOf } from './loop.ts';
import { native } from './methodologies.ts';
import { draftOf, roleFor } from './note-draft.ts';
import { prefetched, prefetchLists, tellerOf } from './tell.ts';
import { ends, outcomeOf, resultText, toolUse } from './tool-use.ts';
import type {
  FirstMessage,
  Injection,
  MemorySession,
  MethodologyPlugin,
  Note,
  PromotionReport,
  RelayItem,
  Role,
  SessionOptions,
  ToolCall,
  ToolResult,
} from './types.ts';

const FIRST_MESSAGE_TOKENS = 32_000;
/** With more subtasks than this, notes do not wait for the end. */
const MANY_SUBTASKS = 5;
const MAX_FACTOR = 2;
/** No loop takes more steps, however long such work took before. */
const MAX_STEPS = 1000;
/** More of what a tool said tells no more of how it went. */
const MAX_RESULT_CHARS = 200_000;
const MAX_NAME_CHARS = 500;
const MAX_TASK_CHARS = 100_000;
/** What was read and searched since the last step; of more the latest. */
const MAX_SEEN = 64;
/** In the first steps an agent is still busy with what it was told first. */
const FIRST_STEPS = 5;

type Moment = Input<'deliver'>['moment'];

/** Loops of sessions, for their subagents. */
const loops = new WeakMap<MemorySession, Loop>();

/** Begins a session over a memory, or goes on with one. */
export function sessionIn(shared: SdkShared, options: SessionOptions, known?: Loop): MemorySession {
  const parent = options.parent && loops.get(options.parent);
  const loop = parent ?? known ?? openLoop(shared, options);
  const session = new LoopSession(shared, options, {
    loop,
    isSubagent: parent !== undefined,
    isResumed: known !== undefined,
  });
  loops.set(session, loop);
  return session;
}

/** One agent's part in a loop. */
class LoopSession implements MemorySession {
  readonly id: string;
  readonly agent: string | null;
  readonly role: Role;
  readonly phase: Phase;
  readonly workUnit: MemorySession['workUnit'];
  readonly #shared: SdkShared;
  readonly #options: SessionOptions;
  readonly #loop: Loop;
  readonly #methodology: MethodologyPlugin;
  readonly #teller: ReturnType<typeof tellerOf>;
  readonly #episodic: ReturnType<typeof episodicOver>;
  readonly #findings: RelayItem[] = [];
  readonly #isResumed: boolean;
  #steps: number;
  #isPrompted: boolean;
  #isFinished = false;
  #seenFiles: string[] = [];
  #searches: string[] = [];
  #unreflected: string[] = [];

  constructor(
    shared: SdkShared,
    options: SessionOptions,
    { loop, isSubagent, isResumed }: { loop: Loop; isSubagent: boolean; isResumed: boolean },
  ) {
    const { role = 'coder', methodology = native } = options;
    this.#shared = shared;
    this.#options = options;
    this.#loop = loop;
    this.#methodology = methodology;
    this.id = loop.id;
    this.agent = isSubagent ? `a${++loop.agents}` : null;
    this.role = role;
    this.phase = methodology.mapPhase(role);
    this.workUnit = methodology.resolveWorkUnit(options.workUnit ?? {});
    // A subagent has a context of its own: what its parent was told it was not.
    const name = this.agent === null ? loop.id : `${loop.id}/${this.agent}`;
    this.#teller = tellerOf(shared, name, options.whose);
    this.#episodic = episodicOver(shared, loop, this.agent);
    this.#isResumed = isResumed;
    this.#steps = isResumed ? loop.steps : 0;
    this.#isPrompted = isResumed;
  }

  get steps() {
    return this.#steps;
  }

  get receipts() {
    return this.#teller.receipts;
  }

  get notes() {
    return this.#own().map(({ draft: { record, ...draft } }) => ({ ...draft, ...(record && { record }) }));
  }

  async systemPrompt() {
    // The agent of a session that goes on after a crash has nothing before it of what it was told.
    const because = this.#isResumed && this.receipts.length === 0 ? 'clear' : 'startup';
    const moment: Moment = { point: 'session start', because };
    const { systemPrompt: limit } = this.#shared.limits;
    const [told, blocks] = await Promise.all([
      this.#teller.deliver('system prompt', moment, limit),
      this.#teller.blocks(limit),
    ]);
    return blocks === '' ? told : withText(told, told.text === '' ? blocks : `${told.text}\n\n${blocks}`);
  }

  async beforeFirstMessage(message = this.#options.task): Promise<FirstMessage> {
    this.#observeFirst(message);
    const { relay, files } = this.#options;
    const before = relay?.text ?? '';
    const whom = roleFor(this.role, this.phase);
    const budget = Math.max(0, FIRST_MESSAGE_TOKENS - estimateTokens(before));
    const told = await this.#teller.context(
      {
        ...{ task: message.slice(0, MAX_TASK_CHARS), for: whom, phase: this.phase },
        ...(whom === 'coder' && { contents: true, budget }),
        ...(files && { files: [...files] }),
      },
      this.#shared.limits.firstMessage,
    );
    const text = [before, told.text].filter((part) => part !== '').join('\n\n');
    return { ...told, text, tokens: text === '' ? 0 : estimateTokens(text) };
  }

  async beforeToolCall(call: ToolCall) {
    const { tool, command, files } = toolUse(call, this.#shared.tools);
    // What answers a search is told with its result; nothing else is told before a call but why it is stopped.
    if (tool === 'search' || tool === 'list') return { ...NOTHING_TOLD, stop: false };
    const moment: Moment = { point: 'before', tool, command, files: [...files] };
    const told = await this.#teller.deliver('before tool call', moment, this.#shared.limits.toolResult);
    return { ...told, stop: told.memories.length > 0 };
  }

  async afterToolCall(call: ToolCall, result: ToolResult) {
    const { use, text, ended } = this.#observeCall(call, result);
    const { tool, command, files } = use;
    const said = ends(text, MAX_RESULT_CHARS);
    const moment: Moment = { point: 'after', tool, command, files: [...files], text: said, ...ended };
    return this.#teller.deliver('tool result', moment, this.#shared.limits.toolResult);
  }

  async betweenSteps(): Promise<Injection> {
    const told = await this.#toldBetween();
    const fresh = this.#unreflected;
    this.#unreflected = [];
    if (fresh.length === 0) return told;
    const noted = ['On your scratchpad now:', ...fresh.map((text) => `- ${text}`)].join('\n');
    return withText(told, told.text === '' ? noted : `${told.text}\n${noted}`);
  }

  async #toldBetween(): Promise<Injection> {
    if (this.#steps < FIRST_STEPS) return this.#teller.silence();
    const [seen, searches] = [this.#seenFiles, this.#searches];
    [this.#seenFiles, this.#searches] = [[], []];
    if (seen.length + searches.length === 0) return this.#teller.silence();
    const files = [...new Set(seen)].slice(-MAX_SEEN);
    const moment: Moment = {
      point: 'between',
      step: this.#steps,
      files,
      searches: searches.slice(-MAX_SEEN),
    };
    return this.#teller.deliver('between steps', moment, this.#shared.limits.betweenSteps);
  }

  observeStep({ reasoning, text, tokens, calls = [] }: Parameters<MemorySession['observeStep']>[0]) {
    this.#steps++;
    this.#loop.steps++;
    if (reasoning) this.#observe({ kind: 'reasoning', text: reasoning });
    for (const { call, result } of calls) this.#observeCall(call, result);
    if (text || tokens) this.#observe({ kind: 'reply', text: text ?? '', tokens: tokens ?? null });
  }

  observePrompt(text: string) {
    this.#isPrompted = true;
    this.#observe({ kind: 'prompt', text, by: this.agent === null ? 'person' : 'program' });
  }

  note(note: Note) {
    if (note.text.trim() === '' || this.#shared.world.isPaused()) return;
    const draft = draftOf(note, this.#methodology.customMemoryTypes ?? {});
    // As a thought of the agent: what foreign text came before it in its turn taints it too.
    const place = this.#observe({ kind: 'reasoning', text: note.text });
    this.#loop.notes.push({ agent: this.agent, run: this.#loop.run, place, subtask: null, draft });
    this.#unreflected.push(note.text);
    this.#findings.push({ type: draft.type ?? 'module_insight', text: draft.text, files: draft.files ?? [] });
  }

  async stopAfter(baseSteps: number, { most = MAX_STEPS }: { most?: number } = {}) {
    const answer = await this.#shared.asker.ask('calibration', { methodology: this.#methodology.id });
    const all = answer?.calibrations ?? [];
    const { module } = workOf(this.#loop);
    const near = all.filter((each) => each.module === module);
    const known = near.length > 0 || this.#options.module !== undefined ? near : all;
    const sum = (of: (each: (typeof known)[number]) => number) =>
      known.reduce((total, each) => total + of(each) * each.samples, 0);
    const samples = known.reduce((total, each) => total + each.samples, 0);
    const ratio =
      samples === 0 ? 1 : sum(({ actualSteps }) => actualSteps) / sum(({ plannedSteps }) => plannedSteps);
    const factor = Math.min(ratio, MAX_FACTOR);
    return { steps: Math.max(1, Math.min(Math.ceil(baseSteps * factor), most)), factor, samples };
  }

  episodic() {
    return this.#episodic;
  }

  async context(asked: Role = this.role) {
    const { world, asker } = this.#shared;
    const { task, files } = this.#options;
    if (world.isPaused()) return undefined;
    const whom = roleFor(asked, this.#methodology.mapPhase(asked));
    const found = await asker.ask('context', {
      task: task.slice(0, MAX_TASK_CHARS),
      for: whom,
      contents: whom === 'coder',
      ...(files && { files: [...files] }),
    });
    if (!found) return undefined;
    const { text, tokens, phase, records, scope } = found;
    const needed = prefetched(found.files, found.contents);
    return { text, tokens, phase, scope, records, files: needed, prefetch: prefetchLists(needed) };
  }

  async endSubtask({ id, validated }: { id: string; validated: boolean }) {
    const ended = this.#own().filter(({ subtask = null }) => subtask === null);
    for (const note of ended) note.subtask = id;
    const { subtasks } = this.#loop;
    subtasks.push({ id, validated });
    const isMany = Math.max(this.#options.subtasks ?? 0, subtasks.length) > MANY_SUBTASKS;
    const isKept = await this.checkpoint();
    if (!isMany || !validated || this.#shared.world.isPaused())
      return { ...NOTHING_PROMOTED, isComplete: isKept };
    await this.#loop.flush(true);
    const report = await this.#promote(ended, 'success', false);
    if (report.isComplete) await this.checkpoint();
    return report;
  }

  async checkpoint(): Promise<boolean> {
    if (this.#shared.world.isPaused()) return false;
    const { agents, subtasks, notes, about } = this.#loop;
    const state = { task: about.task, role: about.role, agents, subtasks, notes };
    const put = { ...workOf(this.#loop), state };
    const [sent, kept] = await Promise.all([
      this.#loop.flush(),
      this.#shared.asker.ask('scratchpad', { session: this.id, put }),
    ]);
    return sent && kept !== undefined;
  }

  async qaReport({ failures }: Parameters<MemorySession['qaReport']>[0]) {
    if (this.#shared.world.isPaused()) return [];
    for (const { what, expected, files = [] } of failures) {
      this.#findings.push({ type: 'error_pattern', text: what, files });
      if (expected !== undefined) this.#findings.push({ type: 'requirement', text: expected, files });
    }
    const given = failures.map(({ files, ...failure }) => ({
      ...failure,
      ...(files && { files: [...files] }),
    }));
    this.#observeFirst(this.#options.task);
    // Whether foreign text came before it is known when all that came before is settled.
    await this.#loop.flush(true);
    const report = await this.#shared.asker.ask('qaReport', { session: this.id, failures: given });
    return report?.promoted.map(({ id }) => id) ?? [];
  }

  async relayTo(to: Role) {
    const { role } = this;
    const { relayTransitions } = this.#methodology;
    const transition = relayTransitions.find((each) => each.from === role && each.to === to);
    if (!transition) return undefined;
    const { types } = transition;
    const items = this.#findings.filter(({ type }) => types === undefined || types.includes(type));
    return { from: role, to, items, text: this.#methodology.formatRelayContext(items, to) };
  }

  async finish({ outcome, output }: Parameters<MemorySession['finish']>[0]) {
    if (this.#isFinished) return NOTHING_PROMOTED;
    this.#isFinished = true;
    const { agent } = this;
    if (agent === null && output !== undefined) this.#noteState(output);
    if (agent !== null) {
      // What a subagent fetched reaches the agent that gets its result.
      const result = { tool: 'task', toolName: 'task', call: agent, outcome: 'ok' } as const;
      this.#loop.observe({ agent: null, kind: 'result', ...result });
      return { ...NOTHING_PROMOTED, isComplete: await this.#loop.flush() };
    }
    if (this.#shared.world.isPaused()) return { ...NOTHING_PROMOTED, isComplete: false };
    const isSettled = await this.#loop.flush(true);
    const report = await this.#promote(this.#loop.notes, outcome, true);
    const early = await this.#loop.learnedEarly();
    const told = await this.#shared.asker.start('learn', {});
    const learned = [...new Set([...early, ...(told?.learned ?? [])])];
    const isComplete = report.isComplete && isSettled;
    const kept = learned.filter((id) => !told?.withdrawn.includes(id));
    const memories = [...report.promoted.map(({ id }) => id), ...kept];
    await Promise.resolve(this.workUnit)
      .then((unit) => this.#methodology.onWorkUnitComplete?.(unit, { outcome, memories }))
      .catch(() => {});
    return { ...report, learned: kept, isComplete };
  }

  /** Notes where unfinished work stands, as the methodology reads it from the agent's last words. */
  #noteState(output: string): void {
    const state = this.#methodology.extractWorkState?.(output);
    if (!state || state.next.length + state.open.length === 0) return;
    const text = this.#methodology.formatWorkStateContext?.(state);
    if (text) this.note({ type: 'work_state', text: `${this.workUnit.label}. ${text}` });
  }

  #own() {
    return this.#loop.notes.filter((note) => note.agent === this.agent);
  }

  #observe(step: Omit<Parameters<Loop['observe']>[0], 'agent'>): number {
    if (!this.#isPrompted) this.#observeFirst(this.#options.task);
    return this.#loop.observe({ agent: this.agent, ...step });
  }

  #observeFirst(message: string): void {
    if (this.#isPrompted) return;
    this.#isPrompted = true;
    const { taskBy = 'program' } = this.#options;
    this.#observe({ kind: 'prompt', text: message, by: this.agent === null ? taskBy : 'program' });
  }

  #observeCall(call: ToolCall, result: ToolResult) {
    const { tools, world, asker } = this.#shared;
    const use = toolUse(call, tools);
    const text = resultText(result.output);
    const ended = outcomeOf(result);
    const step = {
      tool: use.tool,
      toolName: call.name.slice(0, MAX_NAME_CHARS),
      call: call.id.slice(0, MAX_NAME_CHARS),
      command: use.command,
      files: [...use.files],
    };
    this.#observe({ ...step, kind: 'call' });
    this.#observe({ ...step, ...ended, kind: 'result', text, durationMs: result.durationMs ?? null });
    if (use.tool === 'read' || use.tool === 'edit') this.#seenFiles.push(...use.files);
    if ((use.tool === 'search' || use.tool === 'list') && use.command !== null)
      this.#searches.push(use.command);
    if ((use.tool === 'other' || use.tool.startsWith('mcp:')) && text !== '' && !world.isPaused())
      void asker.start('observeProduct', {
        session: this.id,
        tool: call.name.slice(-MAX_NAME_CHARS),
        result: ends(text, MAX_RESULT_CHARS),
        isError: ended.outcome === 'failed',
      });
    return { use, text, ended };
  }

  async #promote(
    notes: Loop['notes'],
    outcome: Input<'promote'>['outcome'],
    isEnd: boolean,
  ): Promise<PromotionReport> {
    const report = await this.#shared.asker.start('promote', {
      ...{ session: this.id, outcome, notes },
      ...(isEnd && { work: workOf(this.#loop) }),
    });
    if (!report) return { ...NOTHING_PROMOTED, isComplete: false };
    this.#loop.notes = this.#loop.notes.filter((note) => !notes.includes(note));
    const dropped = report.dropped.map(({ text, because }) => ({ text, because }));
    return { promoted: report.promoted, dropped, learned: [], isComplete: true };
  }
}

const withText = (told: Injection, text: string) => ({ ...told, text, tokens: estimateTokens(text) });

const NOTHING_TOLD: Injection = { text: '', tokens: 0, memories: [] };
const NOTHING_PROMOTED: PromotionReport = { promoted: [], dropped: [], learned: [], isComplete: true };
