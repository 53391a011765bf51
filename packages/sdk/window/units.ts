import type { ContextItem, ItemType, Subject } from './item.ts';
import { RELEVANCE, type RelevanceFigures, TYPE_WEIGHTS } from './relevance.ts';
import { covers } from './subject.ts';

/** Items that stay or go together. */
export interface Unit {
  items: ContextItem[];
  tokens: number;
  relevance: number;
  /** What is removed first has the least. */
  worth: number;
  /** Sticky, still being answered, or asked to be kept. */
  isHeld: boolean;
  /** Units of which an item depends on one of this unit, and those on which it depends. */
  dependents: Set<Unit>;
  needs: Set<Unit>;
}

/** What the worth of an item depends on besides itself. */
export interface WindowState {
  step: number;
  task: string | null;
  /** Calls of the whole session by the key of what they were about. */
  uses: ReadonlyMap<string, number>;
  /** Ids that must stay this time. */
  keep?: ReadonlySet<string>;
  figures?: RelevanceFigures;
}

/** The units of a window, in the order of their first items, with what each is worth. */
export function unitsOf(items: readonly ContextItem[], state: WindowState): Unit[] {
  const units = linked(items, state.keep);
  const unitOf = new Map(units.flatMap((unit) => unit.items.map(({ id }) => [id, unit] as const)));
  for (const unit of units)
    for (const { dependencies } of unit.items)
      for (const id of dependencies) {
        const needed = unitOf.get(id);
        if (needed === undefined || needed === unit) continue;
        unit.needs.add(needed);
        needed.dependents.add(unit);
      }
  const superseded = supersededOf(units);
  for (const unit of units) {
    unit.relevance = relevanceIn(unit, superseded.has(unit), state);
    // What is removed first: little relevance for many tokens.
    unit.worth = unit.relevance / (unit.tokens + TOKENS_OF_ANY) ** (state.figures ?? RELEVANCE).size;
  }
  return units;
}

/** Puts items with a link in common into one unit. */
function linked(items: readonly ContextItem[], keep: ReadonlySet<string> | undefined): Unit[] {
  const answered = new Set(items.map(({ resultOf }) => resultOf));
  const byLink = new Map<string, Unit>();
  const units = new Set<Unit>();
  for (const item of items) {
    let unit: Unit | undefined;
    for (const link of item.links) {
      const other = byLink.get(link);
      if (other !== undefined && other !== unit) unit = unit ? merge(unit, other, byLink, units) : other;
    }
    if (unit === undefined) {
      unit = {
        items: [],
        tokens: 0,
        relevance: 0,
        worth: 0,
        isHeld: false,
        dependents: new Set(),
        needs: new Set(),
      };
      units.add(unit);
    }
    for (const link of item.links) byLink.set(link, unit);
    unit.items.push(item);
    unit.tokens += item.tokens;
    unit.isHeld ||=
      item.sticky ||
      item.type === 'system' ||
      keep?.has(item.id) === true ||
      // Its result will come.
      item.calls?.some(({ id }) => !answered.has(id)) === true;
  }
  return [...units];
}

function merge(into: Unit, from: Unit, byLink: Map<string, Unit>, units: Set<Unit>): Unit {
  into.items.push(...from.items);
  into.tokens += from.tokens;
  into.isHeld ||= from.isHeld;
  for (const { links } of from.items) for (const link of links) byLink.set(link, into);
  units.delete(from);
  return into;
}

/** Units of which everything they show is shown again by a later one that did not fail. */
function supersededOf(units: readonly Unit[]): Set<Unit> {
  const shown = new Map<string, Subject[]>();
  const superseded = new Set<Unit>();
  for (const unit of units.toReversed()) {
    const subjects = unit.items.flatMap((item) => item.subjects ?? []);
    const isShown = (older: Subject) => shown.get(older.key)?.some((newer) => covers(newer, older)) === true;
    if (subjects.length > 0 && subjects.every((each) => each.shows && isShown(each))) superseded.add(unit);
    if (!unit.items.some(({ resultOf, failed }) => resultOf !== undefined && failed !== true)) continue;
    for (const subject of subjects) {
      if (!subject.shows) continue;
      const others = shown.get(subject.key);
      if (others === undefined) shown.set(subject.key, [subject]);
      else if (!others.some((each) => covers(each, subject))) others.push(subject);
    }
  }
  return superseded;
}

/** Time decay × task × dependents × type × explicit, from 0 to 100. */
function relevanceIn({ items, dependents }: Unit, isSuperseded: boolean, state: WindowState): number {
  const { figures = RELEVANCE } = state;
  const main = items.find(({ calls }) => calls !== undefined) ?? items[0]!;
  let [step, explicit, uses] = [0, 0, 1];
  let isCurrentTask = false;
  for (const item of items) {
    step = Math.max(step, item.step);
    explicit = Math.max(explicit, item.relevance);
    isCurrentTask ||= item.task !== null && item.task === state.task;
    // An edit of a file that is often read is not read again itself.
    for (const { key, shows } of item.subjects ?? [])
      if (shows) uses = Math.max(uses, state.uses.get(key) ?? 1);
  }
  const isShown = main.tool !== 'write' && main.subjects?.some(({ shows }) => shows) === true;
  const decay = 1 / (1 + (state.step - step) / figures.halfLife);
  const task = isCurrentTask ? figures.currentTask : 1;
  const needed = 1 + figures.dependent * dependents.size + figures.use * Math.max(0, uses - 1);
  const type = main.type === 'call' && !isShown ? figures.unshown : TYPE_WEIGHTS[main.type];
  const shownAnew = isSuperseded ? figures.superseded : 1;
  return Math.min(100, decay * task * needed * type * shownAnew * explicit);
}

/** Keeps the smallest items from being worth more than anything else. */
const TOKENS_OF_ANY = 20;

/**
 * The units of least worth that together have at least `tokens`, or all that can go. A unit that a kept one depends on stays;
 * it goes right after the last of those.
 */
export function chooseToRemove(units: readonly Unit[], tokens: number): Set<Unit> {
  const removed = new Set<Unit>();
  const waiting = new Map<Unit, number>();
  const passed = new Set<Unit>();
  let sum = 0;
  for (const unit of units.filter(({ isHeld }) => !isHeld).sort((a, b) => a.worth - b.worth)) {
    if (sum >= tokens) break;
    passed.add(unit);
    const free = [unit];
    for (let next = free.pop(); next !== undefined && sum < tokens; next = free.pop()) {
      if ((waiting.get(next) ?? next.dependents.size) > 0) continue;
      removed.add(next);
      sum += next.tokens;
      for (const needed of next.needs) {
        waiting.set(needed, (waiting.get(needed) ?? needed.dependents.size) - 1);
        if (passed.has(needed)) free.push(needed);
      }
    }
  }
  return removed;
}

/** Whether the model itself wrote it. */
export const isOfModel = (type: ItemType): boolean =>
  type === 'assistant' || type === 'reasoning' || type === 'call';

/** An item, or a part of a message that is not one yet. */
interface Typed {
  readonly type: ItemType;
  /** The message that it is a part of. */
  readonly message?: number;
  /** The model's next step begins here, though nothing stands between the two. */
  readonly startsStep?: boolean;
}

/**
 * What must stay whatever it is worth: what the user says first, since a conversation begins with it, what the user says last,
 * and the latest step, whose results the model has not seen.
 */
export function heldAtEnds<T extends Typed>(items: readonly T[]): T[] {
  let start = items.length;
  while (start > 0 && items[start - 1]!.type === 'result') start--;
  while (start > 0 && isOfModel(items[start - 1]!.type)) if (items[--start]!.startsStep) break;
  const users = items.filter(({ type }) => type === 'user');
  const ends = [users[0], users.at(-1)];
  const isAtEnd = (item: T) =>
    ends.some((end) => item === end || (item.message !== undefined && item.message === end?.message));
  return [...users.filter(isAtEnd), ...items.slice(start)];
}
