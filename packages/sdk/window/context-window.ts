import { randomUUID } from 'node:crypto';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import { toolUse as commonToolUse } from '../tool-use.ts';
import type { ToolUse } from '../types.ts';
import type { ContextItem, ItemCall, NewItem } from './item.ts';
import { type ModelMessageLike, toModelMessages } from './model-messages.ts';
import type { RelevanceFigures } from './relevance.ts';
import { subjectsOf } from './subject.ts';
import { summarize } from './summary.ts';
import { chooseToRemove, heldAtEnds, type Unit, unitsOf } from './units.ts';

/** Where removed items go, and where they are found again. `session.episodic()` of the SDK is one. */
export interface EpisodicMemory {
  /** Keeps a summary of what is removed, a line for each thing. */
  remember(summary: string, items: readonly ContextItem[]): Promise<void> | void;
  /** What is known about a text, a line each, best first. */
  recall(query: string): Promise<readonly string[]> | readonly string[];
  /** Keeps what the window held, without its texts, after each pruning and at each change of task. */
  keep?(snapshot: WindowSnapshot): void;
  /** What a call does, where the memory knows the agent's tools. */
  toolUse?(call: ItemCall): ToolUse;
}

/** What a window is made with. */
export interface WindowOptions {
  /** Tokens that the messages may have: what the model takes, without room for its answer. */
  maxTokens: number;
  /** A name for snapshots; random if not given. */
  session?: string;
  /** Without one, what is removed is lost. */
  memory?: EpisodicMemory;
  /** Fetches code about a text, as from the code graph. */
  code?: (text: string) => Promise<readonly FetchedCode[]> | readonly FetchedCode[];
  /** What a call does; if not given, as the memory says, and else by the common names of tools. */
  toolUse?: (call: ItemCall) => ToolUse;
  /** Called with a snapshot after each pruning and change of task, to debug or to go on from after a crash. */
  onSnapshot?: (snapshot: WindowSnapshot) => void;
  /** Estimated from the length if not given. */
  countTokens?: (text: string) => number;
  /** Milliseconds since 1970, for snapshots. */
  now?: () => number;
  /** What counts how much for relevance. */
  figures?: RelevanceFigures;
  /** What goes first has the least worth; relevance for its tokens if not given. `place` counts from the oldest. */
  worth?: (unit: Unit, place: number) => number;
}

/** A piece of code for the agent. */
export interface FetchedCode {
  path: string;
  lines?: readonly [from: number, to: number];
  text: string;
  /** From 0 to 1. */
  relevance?: number;
}

/** Everything a window knows, as plain JSON. It holds the conversation unredacted: store it where only its owner can read. */
export interface WindowSnapshot {
  version: 1;
  reason: 'pruning' | 'task' | 'manual';
  at: number;
  session: string;
  task: string | null;
  maxTokens: number;
  tokens: number;
  step: number;
  prunings: number;
  items: readonly ContextItem[];
  /** How relevant each item is, by its id; for debugging. */
  relevance: Record<string, number>;
  uses: Record<string, number>;
  /** What this pruning removed. */
  pruned: readonly { id: string; type: ContextItem['type']; tokens: number; relevance: number }[];
  /** Summaries that memory did not take; they are sent with the next. */
  unsaved: readonly string[];
}

/** What a pruning did. */
export interface Pruning {
  removed: readonly ContextItem[];
  /** Tokens that are left. Above the limit only if everything left has to stay. */
  tokens: number;
  /** What was removed, a line each; empty where nothing was. */
  summary: string;
}

/** Pruning begins above this share of the tokens, … */
const PRUNE_ABOVE = 0.8;
/** … and removes at least this share of what there is. */
const PRUNE_SHARE = 0.3;
const PAST_WORK = 'Relevant past work:';

/**
 * The agent's working memory: a conversation that is pruned while it grows, so that it never has to be restarted. What is
 * least relevant goes first; a summary of it goes into episodic memory before.
 */
export class ContextWindow {
  readonly session: string;
  readonly #options: WindowOptions;
  readonly #items = new Map<string, ContextItem>();
  readonly #uses = new Map<string, number>();
  #task: string | null = null;
  #tokens = 0;
  #step = 0;
  #prunings = 0;
  #unsaved: string[] = [];

  constructor(options: WindowOptions) {
    if (!(options.maxTokens > 0))
      throw new RangeError(`maxTokens must be above 0, not ${options.maxTokens}.`);
    this.#options = options;
    this.session = options.session ?? randomUUID();
  }

  /** The window as it was; the options are those of the program that goes on. */
  static restore(
    snapshot: WindowSnapshot,
    options: Omit<WindowOptions, 'maxTokens' | 'session'> = {},
  ): ContextWindow {
    if (snapshot.version !== 1)
      throw new RangeError(`This is a snapshot of version ${snapshot.version}; version 1 is known.`);
    const { maxTokens, session } = snapshot;
    const window = new ContextWindow({ ...options, maxTokens, session });
    for (const item of snapshot.items) window.#items.set(item.id, item);
    for (const [key, count] of Object.entries(snapshot.uses)) window.#uses.set(key, count);
    window.#task = snapshot.task;
    window.#tokens = snapshot.tokens;
    window.#step = snapshot.step;
    window.#prunings = snapshot.prunings;
    window.#unsaved = [...snapshot.unsaved];
    return window;
  }

  get items(): readonly ContextItem[] {
    return [...this.#items.values()];
  }

  get tokens(): number {
    return this.#tokens;
  }

  get task(): string | null {
    return this.#task;
  }

  has(id: string): boolean {
    return this.#items.has(id);
  }

  /** Says what the agent works on from now on. New items belong to it, and items of it stay longer. */
  setTask(task: string | null): void {
    if (task === this.#task) return;
    this.#task = task;
    this.#keep(this.snapshot('task'));
  }

  /** Adds an item to the end; an id that is there already is left as it is. Returns its id. */
  add(item: NewItem): string {
    const id = item.id ?? randomUUID();
    if (this.#items.has(id)) return id;
    const { type, content, calls = [], resultOf, failed } = item;
    this.#step += calls.length;
    const uses = item.tool === undefined ? this.#usesOf(calls) : [];
    const subjects = item.subjects ?? uses.flatMap(({ use, input }) => subjectsOf(use, input));
    for (const { key } of subjects) this.#uses.set(key, (this.#uses.get(key) ?? 0) + 1);
    const links = [...(item.links ?? []), ...calls.map((call) => `call ${call.id}`)];
    if (resultOf !== undefined) links.push(`call ${resultOf}`);
    const added: ContextItem = {
      id,
      type,
      content,
      tokens: item.tokens ?? this.#countTokens(item),
      at: this.#options.now?.() ?? 0,
      step: this.#step,
      task: item.task === undefined ? this.#task : item.task,
      // An item that is not there cannot be waited for.
      dependencies: item.dependencies?.filter((each) => this.#items.has(each)) ?? [],
      links,
      relevance: item.relevance ?? 1,
      sticky: item.sticky ?? false,
      calls: item.calls,
      resultOf,
      failed,
      tool: item.tool ?? uses[0]?.use.tool,
      subjects,
    };
    this.#items.set(id, added);
    this.#tokens += added.tokens;
    return id;
  }

  /** Takes items out that the conversation no longer has. They are not summarized. */
  drop(ids: Iterable<string>): void {
    for (const id of ids) {
      this.#tokens -= this.#items.get(id)?.tokens ?? 0;
      this.#items.delete(id);
    }
  }

  /**
   * Removes what is least relevant if the window is more than 80 % full: 30 % of its tokens, and more where that is not
   * enough. `keep` names what must stay this time: if not given, the first and last words of the user and the latest step.
   */
  async prune({ keep }: { keep?: ReadonlySet<string> } = {}): Promise<Pruning> {
    const limit = this.#options.maxTokens * PRUNE_ABOVE;
    if (this.#tokens <= limit) return { removed: [], tokens: this.#tokens, summary: '' };
    const units = this.#units(keep ?? new Set(heldAtEnds(this.items).map(({ id }) => id)));
    const target = Math.max(this.#tokens * PRUNE_SHARE, this.#tokens - limit);
    const gone = chooseToRemove(units, target);
    const ids = new Set([...gone].flatMap((unit) => unit.items.map(({ id }) => id)));
    const removed = this.items.filter(({ id }) => ids.has(id));
    if (removed.length === 0) return { removed, tokens: this.#tokens, summary: '' };
    const summary = summarize(removed);
    await this.#remember(summary, removed);
    this.drop(ids);
    this.#prunings++;
    this.#keep({
      ...this.snapshot('pruning'),
      pruned: [...gone].flatMap(({ items, relevance }) =>
        items.map(({ id, type, tokens }) => ({ id, type, tokens, relevance })),
      ),
    });
    return { removed, tokens: this.#tokens, summary };
  }

  /** What memory knows about a text, of this conversation and others. Empty where it does not answer. */
  async recall(query: string): Promise<readonly string[]> {
    try {
      return (await this.#options.memory?.recall(query)) ?? [];
    } catch {
      return [];
    }
  }

  /** Prunes, adds what the user says with code and past work that it may need, and gives the messages for the model. */
  async prepare(userMessage: string): Promise<ModelMessageLike[]> {
    await this.prune();
    const [found, past] = await Promise.all([this.#code(userMessage), this.recall(userMessage)]);
    this.add({ type: 'user', content: userMessage });
    for (const { path, lines, text, relevance = 1 } of found)
      this.add({
        type: 'code',
        content: `${path}${lines ? `:${lines[0]}-${lines[1]}` : ''}\n${text}`,
        relevance,
        subjects: [{ key: path, lines: lines ?? null, shows: true }],
      });
    if (past.length > 0)
      this.add({
        type: 'recalled',
        content: [PAST_WORK, ...past.map((line) => `- ${line.replace(/^- /, '')}`)].join('\n'),
        relevance: 0.8,
      });
    // What was fetched may have been too much.
    await this.prune();
    return this.messages();
  }

  /** The window as messages of the AI SDK. */
  messages(): ModelMessageLike[] {
    return toModelMessages(this.items);
  }

  snapshot(reason: WindowSnapshot['reason'] = 'manual'): WindowSnapshot {
    const relevance: Record<string, number> = {};
    for (const unit of this.#units()) for (const { id } of unit.items) relevance[id] = unit.relevance;
    return {
      version: 1,
      reason,
      at: this.#options.now?.() ?? 0,
      session: this.session,
      task: this.#task,
      maxTokens: this.#options.maxTokens,
      tokens: this.#tokens,
      step: this.#step,
      prunings: this.#prunings,
      items: this.items,
      relevance,
      uses: Object.fromEntries(this.#uses),
      pruned: [],
      unsaved: this.#unsaved,
    };
  }

  #units(keep?: ReadonlySet<string>): Unit[] {
    const { figures, worth } = this.#options;
    const state = { step: this.#step, task: this.#task, uses: this.#uses, keep, figures };
    const units = unitsOf(this.items, state);
    if (worth) for (const [place, unit] of units.entries()) unit.worth = worth(unit, place);
    return units;
  }

  #keep(snapshot: WindowSnapshot): void {
    this.#options.memory?.keep?.(snapshot);
    this.#options.onSnapshot?.(snapshot);
  }

  async #remember(summary: string, removed: readonly ContextItem[]): Promise<void> {
    const { memory } = this.#options;
    if (memory === undefined) return;
    try {
      await memory.remember([...this.#unsaved, summary].join('\n'), removed);
      this.#unsaved = [];
    } catch {
      // The agent goes on without memory; the next pruning tries again.
      this.#unsaved = [...this.#unsaved, summary].slice(-MAX_UNSAVED);
    }
  }

  async #code(text: string): Promise<readonly FetchedCode[]> {
    try {
      return (await this.#options.code?.(text)) ?? [];
    } catch {
      return [];
    }
  }

  #usesOf(calls: readonly ItemCall[]): { use: ToolUse; input: unknown }[] {
    const { toolUse, memory } = this.#options;
    return calls.map((call) => ({
      use: toolUse?.(call) ?? memory?.toolUse?.(call) ?? commonToolUse(call),
      input: call.input,
    }));
  }

  #countTokens({ content, media = 0 }: NewItem): number {
    const count = this.#options.countTokens ?? estimateTokens;
    return count(content) + media * MEDIA_TOKENS + TOKENS_AROUND;
  }
}

const MAX_UNSAVED = 20;
/** What a message or part costs besides its text. */
const TOKENS_AROUND = 4;
/** Tokens of an image, about as many as providers count for a large one. */
const MEDIA_TOKENS = 1500;
