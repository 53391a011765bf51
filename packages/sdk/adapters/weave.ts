import type { MemorySession, ToolCall, ToolResult } from '../types.ts';
import { type MessageFormat, MessageWindow, type MessageWindowOptions } from '../window/message-window.ts';

// biome-ignore lint/suspicious/noExplicitAny: messages are the library's own.
type Any = any;

/** How a library writes the messages of a conversation. */
export interface MessageShape<M> {
  /** How a window takes messages apart. */
  format: MessageFormat<M>;
  /** The text of a user message; undefined for any other message. */
  userText(message: M): string | undefined;
  /** A user message. */
  user(text: string): M;
  /** A user message with text added at its end. */
  addText(message: M, text: string): M;
  /** Calls that a message of the model makes. */
  calls(message: M): ToolCall[];
  /** Results that a message holds, by the id of their calls. */
  results(message: M): { id: string; name: string; result: ToolResult }[];
  /** A message with text added to the result of a call. */
  addToResult(message: M, id: string, text: string): M;
}

/** Prunes the messages of a request. */
interface Pruner {
  prune(messages: Any[], about?: { task?: string }): Promise<{ messages: Any[] }>;
}

/** How large the messages of a request may be, with whatever else a `MessageWindow` takes; or a window of your own. */
export type AdapterWindow = Omit<MessageWindowOptions<Any>, 'format'> | Pruner;

/** What every adapter is given. */
export interface AdapterOptions {
  session: MemorySession;
  /**
   * Whether a person types the user messages after the first one. Their words are then observed, and may become rules.
   * `program` if not given: messages that a program writes teach nothing.
   */
  promptsBy?: 'person' | 'program';
  /** Prunes the messages of each request, with everything in them that memory added: `{ maxTokens }`. Not pruned if not given. */
  window?: AdapterWindow;
}

/** How long a run may take, which calibration multiplies. */
export interface StepOptions {
  /** Steps where nothing is known of such work; if not given, what the library has by default, and else no limit. */
  baseSteps?: number;
  /** Steps that it never exceeds; twice the base if not given. */
  maxSteps?: number;
}

/** Tells the agent of one session, in the messages that its library sends. */
export interface Weave<M> {
  /** What to append to the system prompt; the same at every step. */
  system(): Promise<string>;
  /** The messages of the next request with everything in them that was told so far. */
  messages(list: readonly M[]): Promise<M[]>;
  /** Why a call must not be made; undefined if it may. */
  stopReason(call: ToolCall): Promise<string | undefined>;
  /** Observes a result. What memory adds to it is in the next request. */
  result(call: ToolCall, result: ToolResult): Promise<void>;
  /** Whether the result of a call was observed, or the call was stopped. */
  isObserved(id: string): boolean;
}

/**
 * Libraries forget what was added to a request when the next one is made, and some do not: AI SDK 6 does, 7 does not. So
 * everything told is kept here with its place, and added wherever it is missing.
 */
export function weave<M>(options: AdapterOptions, shape: MessageShape<M>): Weave<M> {
  const { session, promptsBy } = options;
  const window = windowOf(options, shape.format, (message) => isPrompt(message, latestPrompt));
  let brief: Promise<string> | undefined;
  let first: { prompt: string; place: number; text: string } | undefined;
  let promptsSeen = 0;
  let latestPrompt: string | undefined;
  /** What the last request held, and how many prompts of it. */
  let returned: readonly M[] = [];
  let promptsReturned = 0;
  /** Calls whose results were observed, or that were stopped. */
  const observed = new Set<string>();
  /** What goes at the end of each result, by the id of its call. */
  const toResults = new Map<string, Promise<string>>();
  /** What was told between steps, by the place after which it stands. */
  const between: { after: string; text: string }[] = [];

  async function tellFirst(prompts: readonly string[], plain: readonly M[]): Promise<void> {
    // Results of before the session are none of its own.
    for (const { id } of plain.flatMap(shape.results)) observed.add(id);
    const prompt = prompts.at(-1);
    // A message may be an image alone.
    const { text } = await session.beforeFirstMessage(prompt || undefined);
    first = { prompt: prompt ?? '', place: prompts.length - 1, text };
    if (prompt === undefined && text !== '') between.push({ after: placeOf(plain), text });
  }

  const isOwn = (message: M) => between.some(({ text }) => text === shape.userText(message));
  /** What memory adds to a prompt stands at its end. */
  const isPrompt = (message: M, prompt = '') =>
    prompt !== '' && !isOwn(message) && shape.userText(message)?.startsWith(prompt) === true;

  /** Observes results that no hook or wrapper saw, and tells what is due between two steps. */
  async function tellNext(prompts: readonly string[], plain: readonly M[]): Promise<void> {
    if (promptsBy === 'person') for (const text of prompts.slice(promptsSeen)) session.observePrompt(text);
    const calls = new Map(plain.flatMap(shape.calls).map((call) => [call.id, call]));
    for (const { id, name, result } of plain.flatMap(shape.results))
      if (!observed.has(id)) void woven.result(calls.get(id) ?? { id, name, input: undefined }, result);
    await Promise.all(toResults.values());
    const { text } = await session.betweenSteps();
    if (text !== '') between.push({ after: placeOf(plain), text });
  }

  function placeOf(plain: readonly M[]): string {
    const last = plain.at(-1);
    const id = last && shape.results(last).at(-1)?.id;
    return id === undefined ? `message ${plain.length}` : `call ${id}`;
  }

  const woven: Weave<M> = {
    system: () => (brief ??= session.systemPrompt().then(({ text }) => text)),

    async messages(list) {
      // The brief comes first: what it tells is not told again.
      await woven.system();
      const plain = list.filter((message) => !isOwn(message));
      const prompts = plain.flatMap((message) => shape.userText(message) ?? []);
      // Where it is passed on, it has what memory added at its end.
      if (!latestPrompt || !prompts.at(-1)?.startsWith(latestPrompt)) latestPrompt = prompts.at(-1);
      // Of a request that is passed on, what is missing was pruned.
      const isPassedOn = returned.length > 0 && returned.every((message, i) => message === list[i]);
      if (isPassedOn) promptsSeen = promptsReturned;
      const known = between.length;
      await (first ? tellNext(prompts, plain) : tellFirst(prompts, plain));
      promptsSeen = prompts.length;
      const kept = new Set(list.filter(isOwn).map(shape.userText));
      const missing = between.slice(isPassedOn ? known : 0).filter(({ text }) => !kept.has(text));
      const { prompt, place, text } = first!;
      const told = text === '' ? -1 : prompts[place] === prompt ? place : prompts.indexOf(prompt);

      const sent: M[] = [];
      let users = 0;
      let count = 0;
      for (const message of list) {
        if (isOwn(message)) {
          sent.push(message);
          continue;
        }
        let added = message;
        if (shape.userText(message) !== undefined && users++ === told) added = shape.addText(added, text);
        const places = [`message ${++count}`];
        for (const { id } of shape.results(message)) {
          places.push(`call ${id}`);
          const more = (await toResults.get(id)) ?? '';
          if (more !== '' && !holds(message, more)) added = shape.addToResult(added, id, more);
        }
        sent.push(added);
        sent.push(
          ...missing.flatMap(({ after, text }) => (places.includes(after) ? [shape.user(text)] : [])),
        );
      }
      const about = latestPrompt === undefined ? {} : { task: latestPrompt };
      returned = window ? (await window.prune(sent, about)).messages : sent;
      promptsReturned = returned.filter(
        (message) => shape.userText(message) !== undefined && !isOwn(message),
      ).length;
      return [...returned];
    },

    async stopReason(call) {
      const { stop, text } = await session.beforeToolCall(call);
      if (stop) observed.add(call.id);
      // Whatever else is told before a call can only be told with its result.
      else if (text !== '') toResults.set(call.id, Promise.resolve(text));
      return stop ? text : undefined;
    },

    isObserved: (id) => observed.has(id),

    async result(call, result) {
      observed.add(call.id);
      const before = toResults.get(call.id);
      const told = session.afterToolCall(call, result);
      toResults.set(
        call.id,
        told.then(async ({ text }) => [await before, text].filter((part) => part).join('\n\n')),
      );
      await told;
    },
  };
  return woven;
}

/** Two texts, one after the other, where both may be empty. */
export const joined = (one: string | undefined, other: string): string =>
  one ? (other === '' ? one : `${one}\n\n${other}`) : other;

/** Whether a message, or a part of one, has a text in it. */
export const holds = (message: unknown, text: string): boolean =>
  JSON.stringify(message)?.includes(JSON.stringify(text).slice(1, -1)) ?? false;

/** The steps that a loop may take: calibration multiplies the base, asked for once. */
export function stepLimit(
  session: MemorySession,
  { baseSteps, maxSteps }: { baseSteps: number; maxSteps?: number | undefined },
): () => Promise<number> {
  let limit: Promise<number> | undefined;
  const asked = maxSteps === undefined ? {} : { most: maxSteps };
  return () => (limit ??= session.stopAfter(baseSteps, asked).then(({ steps }) => steps));
}

/** The window that an adapter is asked for. What it removes goes into the session's episodic memory. */
function windowOf<M>(
  { session, window }: { session: MemorySession; window?: AdapterWindow | undefined },
  format: MessageFormat<M>,
  isLatest: (message: M) => boolean,
): Pruner | undefined {
  if (window === undefined || 'prune' in window) return window;
  return new MessageWindow<M>({
    session: session.id,
    memory: session.episodic(),
    ...window,
    format,
    isSticky: (message) => isLatest(message) || window.isSticky?.(message) === true,
  });
}
