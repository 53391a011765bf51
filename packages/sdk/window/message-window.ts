import { hash } from 'node:crypto';
import { ContextWindow, type Pruning, type WindowOptions, type WindowSnapshot } from './context-window.ts';
import type { ItemType } from './item.ts';
import { heldAtEnds, isOfModel } from './units.ts';

/** A part of a message that can go alone, unless it has a link in common with another. */
export interface MessagePart {
  type: Extract<ItemType, 'system' | 'user' | 'assistant' | 'reasoning' | 'call' | 'result'>;
  /** What the model reads of it. */
  text: string;
  /** The calls that it makes, answers or otherwise belongs to; with a name those that it makes. */
  calls?: readonly { id: string; name?: string; input?: unknown }[];
  /** It holds the call and its result. */
  isAnswered?: boolean;
  failed?: boolean;
  /** Images and the like that are not in the text. */
  media?: number;
  /** The model's next step begins here, though nothing stands between the two. */
  startsStep?: boolean;
}

/** How messages of one kind are taken apart and put together. */
export interface MessageFormat<M> {
  parts(message: M): readonly MessagePart[];
  /** The message with some of its parts, at least one of them. */
  pick(message: M, parts: readonly number[]): M;
  /** One message of two neighbors that may not stand next to each other; undefined if they may. */
  join?(first: M, second: M): M | undefined;
}

/** What a window over the messages of a library is made with, besides what every window is. */
export interface MessageWindowOptions<M> extends WindowOptions {
  /** How the library writes messages. */
  format: MessageFormat<M>;
  /** Messages that are never removed, besides those of the system and the first of the user. */
  isSticky?: (message: M) => boolean;
}

/** What there is to send to the model, and what was left out of it. */
export interface PrunedMessages<M> extends Pruning {
  messages: M[];
}

/** What a message window has to remember to go on after a crash. */
export interface MessageWindowSnapshot {
  window: WindowSnapshot;
  gone: readonly string[];
  /** Hashes of the parts of the last list. */
  given: readonly string[];
  returned: readonly ReturnedPart[];
}

interface ReturnedPart {
  id: string;
  hash: string;
}

/** Where a part is, and the item it is in the window. */
interface PlacedPart extends ReturnedPart {
  type: MessagePart['type'];
  startsStep: boolean;
  part: MessagePart;
  message: number;
  index: number;
  links: string[];
  /** Ids of its calls, unique in the conversation. */
  calls: string[];
}

/**
 * Prunes the messages of an agent framework at every step. It takes the whole list each time, as frameworks give it, or the
 * list that it returned last with more at the end, and leaves out what it left out before.
 */
export class MessageWindow<M> {
  readonly window: ContextWindow;
  readonly #options: MessageWindowOptions<M>;
  /** What was left out, and is left out again where the framework still has it. */
  #gone = new Set<string>();
  /** What the last list was, and what was returned of it. */
  #given: readonly string[] = [];
  #returned: readonly ReturnedPart[] = [];
  #counts = new Map<string, number>();

  constructor(options: MessageWindowOptions<M>, window: ContextWindow = new ContextWindow(options)) {
    this.#options = options;
    this.window = window;
  }

  /** A window that goes on where another was when `snapshot` was called. */
  static restore<M>(
    { window, gone, given, returned }: MessageWindowSnapshot,
    options: Omit<MessageWindowOptions<M>, 'maxTokens' | 'session'>,
  ): MessageWindow<M> {
    const { maxTokens, session } = window;
    const restored = new MessageWindow<M>(
      { ...options, maxTokens, session },
      ContextWindow.restore(window, options),
    );
    restored.#gone = new Set(gone);
    restored.#given = given;
    restored.#returned = returned;
    return restored;
  }

  snapshot(): MessageWindowSnapshot {
    return {
      window: this.window.snapshot(),
      gone: [...this.#gone],
      given: this.#given,
      returned: this.#returned,
    };
  }

  /** The messages for the next step. `task` names what the agent works on; else each message of the user is a task. */
  async prune(messages: readonly M[], { task }: { task?: string } = {}): Promise<PrunedMessages<M>> {
    const placed = this.#place(messages);
    const present = placed.filter(({ id }) => !this.#gone.has(id));
    this.#follow(present, task);
    const keep = new Set(heldAtEnds(placed).map(({ id }) => id));
    for (const { id, message } of present) if (this.#options.isSticky?.(messages[message]!)) keep.add(id);
    const pruning = await this.window.prune({ keep });
    for (const { id } of pruning.removed) this.#gone.add(id);
    const kept = present.filter(({ id }) => this.window.has(id));
    this.#returned = kept.map(({ id, hash: name }) => ({ id, hash: name }));
    const isWhole = kept.length === placed.length;
    return { ...pruning, messages: isWhole ? [...messages] : this.#build(messages, kept) };
  }

  /** Takes the list apart and gives every part the id that it had before. */
  #place(messages: readonly M[]): PlacedPart[] {
    const parts = messages.flatMap((each, message) =>
      this.#options.format.parts(each).map((part, index) => ({ part, message, index, hash: hashOf(part) })),
    );
    const returned = this.#returned;
    const beginsWith = (hashes: readonly string[]) =>
      hashes.length > 0 &&
      hashes.length <= parts.length &&
      hashes.every((each, i) => each === parts[i]!.hash);
    // Of texts that repeat, what was returned may look like the beginning of the whole list.
    const isReturned =
      beginsWith(returned.map((each) => each.hash)) &&
      (returned.length === this.#given.length || !beginsWith(this.#given));
    this.#given = parts.map((each) => each.hash);
    if (isReturned) this.#gone.clear();
    else this.#counts.clear();
    return linkParts(
      parts.map((each, i) => ({
        ...each,
        id: (isReturned && returned[i]?.id) || this.#newId(each.hash, isReturned),
      })),
    );
  }

  /** Texts may repeat: their ids are counted. In a whole list a repeated text has the same number every time. */
  #newId(name: string, mustBeNew: boolean): string {
    let id: string;
    do {
      const count = (this.#counts.get(name) ?? 0) + 1;
      this.#counts.set(name, count);
      id = `${name}.${count}`;
    } while (mustBeNew && this.window.has(id));
    return id;
  }

  /** Adds what is new to the window, and takes out what the framework no longer has. */
  #follow(present: readonly PlacedPart[], task: string | undefined): void {
    const ids = new Set(present.map(({ id }) => id));
    this.window.drop(this.window.items.flatMap(({ id }) => (ids.has(id) ? [] : [id])));
    // The last words of the user stay, so their id is a name for what follows them.
    let turn = 'start';
    for (const { id, type, part, links, calls } of present) {
      if (type === 'user') turn = id;
      const { text: content, failed, media, isAnswered } = part;
      const made = (part.calls ?? []).flatMap(({ name, input }, i) =>
        name === undefined ? [] : [{ id: calls[i]!, name, input }],
      );
      this.window.add({
        id,
        type,
        content,
        links,
        task: task ?? turn,
        ...(made.length > 0 && { calls: made }),
        ...((type === 'result' || isAnswered) && calls[0] !== undefined && { resultOf: calls[0] }),
        ...(failed && { failed }),
        ...(media && { media }),
      });
    }
    this.window.setTask(task ?? turn);
  }

  #build(messages: readonly M[], kept: readonly PlacedPart[]): M[] {
    const { format } = this.#options;
    const wanted = Map.groupBy(kept, ({ message }) => message);
    const built: M[] = [];
    messages.forEach((message, i) => {
      const parts = wanted.get(i)?.map(({ index }) => index) ?? [];
      const all = format.parts(message).length;
      if (parts.length === 0 && all > 0) return;
      const whole = parts.length === all ? message : format.pick(message, parts);
      const last = built.at(-1);
      const joined = last === undefined ? undefined : format.join?.(last, whole);
      if (joined === undefined) built.push(whole);
      else built[built.length - 1] = joined;
    });
    return built;
  }
}

const hashOf = ({ type, text, calls = [] }: MessagePart): string =>
  hash('sha1', `${type}\n${calls.map(({ id }) => id).join(' ')}\n${text}`);

/**
 * Links calls with their results, and reasoning with what the model wrote right after it: providers refuse one without the
 * other. An id that is used again, as some servers do, is another call.
 */
function linkParts(
  parts: readonly Pick<PlacedPart, 'id' | 'hash' | 'part' | 'message' | 'index'>[],
): PlacedPart[] {
  const latest = new Map<string, string>();
  let thought: string | undefined;
  return parts.map((placed) => {
    const { id, part } = placed;
    const { type, startsStep = false } = part;
    if (startsStep || !isOfModel(type)) thought = undefined;
    if (type === 'reasoning') thought ??= `thought ${id}`;
    const calls = (part.calls ?? []).map(({ id: call, name }) => {
      if (name !== undefined) latest.set(call, `${call} ${id}`);
      return latest.get(call) ?? call;
    });
    const links = [...(thought === undefined ? [] : [thought]), ...calls.map((call) => `call ${call}`)];
    return { ...placed, type, startsStep, links, calls };
  });
}
