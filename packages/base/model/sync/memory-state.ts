import { type Memory, type MemoryType, REACHES, type Reach, TYPES } from '../memory.ts';
import { MAX_TEXT } from '../schemas.ts';
import {
  canonical,
  GONE,
  isRegister,
  joinStates,
  type LastRegister,
  partOf,
  type Register,
  type SharedState,
} from './registers.ts';

/** When, where and by whom a change was made; `tag` is random and names it everywhere. */
export interface ChangeStamp {
  tag: string;
  at: number;
  device: string;
  /** A person's id, see `personId`. */
  person: string;
}

export interface SharedWording {
  tag: string;
  text: string;
  at: number;
  device: string;
  person: string;
}

const LAST = [
  'type',
  'key',
  'polarity',
  'scopeOf',
  'module',
  'reach',
  'expiresAt',
  'createdAt',
  'isArchived',
] as const;
const SETS = ['tags', 'files', 'symbols'] as const;

/** What travels where a field was never said. */
const UNSAID: Partial<Record<(typeof LAST)[number], unknown>> = {
  key: null,
  polarity: 0,
  scopeOf: null,
  module: null,
  reach: 'project',
  expiresAt: null,
  isArchived: false,
};

/** What travels of a set: a whole path names folders of this machine. */
const setIn = (memory: Memory, field: (typeof SETS)[number]): string[] =>
  field === 'files' ? memory.files.filter((file) => !WHOLE_PATH.test(file)) : memory[field];

const WHOLE_PATH = /^(?:[/\\~]|[a-z]:[/\\])/i;

const lastOf = (memory: Memory, field: (typeof LAST)[number]): unknown =>
  field === 'isArchived' ? memory.status === 'deprecated' : memory[field];

/** The whole state of a memory that is shared for the first time. */
export const stateOf = (memory: Memory, stamp: ChangeStamp): SharedState => ({
  text: ['many', { [stamp.tag]: wordingOf(memory, stamp) }, []],
  ...Object.fromEntries(
    LAST.filter((field) => lastOf(memory, field) !== UNSAID[field]).map((field) => [
      field,
      ['last', lastOf(memory, field), stamp.at, stamp.device] satisfies LastRegister,
    ]),
  ),
  ...Object.fromEntries(
    SETS.filter((field) => setIn(memory, field).length > 0).map((field) => [
      field,
      setOf(setIn(memory, field), [], stamp) satisfies Register,
    ]),
  ),
});

/** What a change adds to the state; nothing where it changed nothing that travels. */
export function changeOf(
  state: SharedState,
  before: Memory,
  after: Memory,
  stamp: ChangeStamp,
): SharedState | undefined {
  const delta: Record<string, Register> = {};
  // Who says that one of several wordings is right has seen them all.
  const isChosen = after.verified && !after.needsReview && tagsIn(state).length > 1;
  if (before.text !== after.text || isChosen)
    delta.text = ['many', { [stamp.tag]: wordingOf(after, stamp) }, tagsIn(state)];
  for (const field of LAST)
    if (lastOf(before, field) !== lastOf(after, field))
      delta[field] = ['last', lastOf(after, field), stamp.at, stamp.device];
  for (const field of SETS)
    if (canonical(setIn(before, field)) !== canonical(setIn(after, field)))
      delta[field] = setOf(setIn(after, field), setIn(before, field), stamp);
  return Object.keys(delta).length > 0 ? delta : undefined;
}

/**
 * A state in which a person's own memory says what it says, whatever others made of it: its words stand beside theirs until
 * the person decides, and the rest of it is put back.
 */
export function keepingOwn(state: SharedState, memory: Memory, stamp: ChangeStamp): SharedState {
  const shared = sharedMemoryIn(state);
  if (!shared) return state;
  const { wordings, isArchived, ...theirs } = shared;
  const before: Memory = { ...memory, ...theirs, status: isArchived ? 'deprecated' : 'active' };
  const isThere = wordings.some(({ text }) => text === memory.text);
  return joinStates(state, {
    ...changeOf(state, { ...before, text: memory.text }, { ...memory, verified: false }, stamp),
    ...(!isThere && { text: ['many', { [stamp.tag]: wordingOf(memory, stamp) }, []] }),
  });
}

/** What ends a memory for everybody; it carries what its writer had seen, so that a wording it had not seen is offered again. */
export const endOf = (state: SharedState, { at, device }: ChangeStamp): SharedState => ({
  [GONE]: ['gone', at, device, tagsIn(state)],
});

export const isEnded = (state: SharedState): boolean => partOf(state[GONE], 'gone') !== undefined;

/** A time after everything that a state has seen, and not before now. */
export function timeAfter(state: SharedState, now: number): number {
  return Math.max(now, latestIn(state) + 1);
}

/** The latest time that a state names, or that others than a device wrote into it. */
export function latestIn(state: SharedState, except?: string): number {
  let latest = 0;
  for (const register of Object.values(state))
    timed(register, (time, by) => {
      if (by !== except) latest = Math.max(latest, time);
      return time;
    });
  return latest;
}

/**
 * A state that a hub refused as dated ahead, with what this device wrote dated by the hub's clock instead; still after
 * everything that the writer had seen, and after what the hub has of the record (`known`).
 */
export function restamped(
  state: SharedState,
  device: string,
  { now, known }: { now: number; known: number },
): SharedState {
  const latest = Math.max(now, known + 1, latestIn(state, device) + 1);
  const at = (time: number, by: string) => (by === device ? Math.min(time, latest) : time);
  return Object.fromEntries(Object.entries(state).map(([field, register]) => [field, timed(register, at)]));
}

/** A register with its times as `at` says, who is told which device wrote it. */
function timed(register: Register, at: (time: number, by: string) => number): Register {
  const [kind, inner] = register;
  if (kind === 'any' && Array.isArray(inner) && inner.every(isRegister))
    return [kind, inner.map((part) => timed(part, at))];
  const [last, gone] = [partOf(register, 'last'), partOf(register, 'gone')];
  if (last) return ['last', last[1], at(last[2], last[3]), last[3]];
  if (gone) return ['gone', at(gone[1], gone[2]), gone[2], gone[3]];
  const mapped = <T, U>(of: Readonly<Record<string, T>>, each: (value: T) => U) =>
    Object.fromEntries(Object.entries(of).map(([key, value]) => [key, each(value)]));
  const set = partOf(register, 'set')?.[1];
  if (set) return ['set', mapped(set, ([time, by, isIn]) => [at(time, by), by, isIn])];
  const many = partOf(register, 'many');
  if (!many) return register;
  const wording = (value: unknown) =>
    isWording(value) ? [value[0], at(value[1], value[2]), ...value.slice(2)] : value;
  return ['many', mapped(many[1], wording), many[2]];
}

/** Reads a state as a memory; undefined where it is gone, or says nothing that this program understands. */
export function sharedMemoryIn(state: SharedState) {
  if (isEnded(state)) return undefined;
  const [first, ...others] = wordingsIn(state);
  if (!first) return undefined;
  const last = (field: (typeof LAST)[number]) => partOf(state[field], 'last')?.[1] ?? UNSAID[field] ?? null;
  const members = (field: (typeof SETS)[number]) =>
    Object.entries(partOf(state[field], 'set')?.[1] ?? {})
      .flatMap(([element, [, , isIn]]) => (isIn && element !== '' ? [element.slice(0, MAX_NAME)] : []))
      .sort()
      .slice(0, MAX_MEMBERS);
  const name = (value: unknown) =>
    typeof value === 'string' && value !== '' ? value.slice(0, MAX_NAME) : null;
  const type = last('type');
  const polarity = last('polarity');
  const [expiresAt, createdAt] = [last('expiresAt'), last('createdAt')];
  /** More than one is a conflict for a person. */
  const wordings: [SharedWording, ...SharedWording[]] = [first, ...others];
  const reach: Reach = REACHES.find((each) => each === last('reach')) ?? 'project';
  return {
    wordings,
    // A newer program may know more types; what they say can still be looked up.
    type: (typeof type === 'string' && Object.hasOwn(TYPES, type) ? type : 'module_insight') as MemoryType,
    key: name(last('key')),
    polarity: (polarity === 1 || polarity === -1 ? polarity : 0) as Memory['polarity'],
    /** The subtree it applies to; null for the whole project. */
    scopeOf: name(last('scopeOf')),
    module: name(last('module')),
    reach,
    expiresAt: Number.isSafeInteger(expiresAt) ? (expiresAt as number) : null,
    createdAt: Number.isSafeInteger(createdAt) ? (createdAt as number) : first.at,
    isArchived: last('isArchived') === true,
    tags: members('tags'),
    files: members('files'),
    symbols: members('symbols'),
  };
}

const MAX_NAME = 500;
const MAX_MEMBERS = 64;

/** The newest first. The same text twice is one wording: a home that was put back may share a memory a second time. */
function wordingsIn(state: SharedState): SharedWording[] {
  const texts = new Set<string>();
  return Object.entries(partOf(state.text, 'many')?.[1] ?? {})
    .flatMap(([tag, value]) =>
      isWording(value) && value[0].trim() !== '' && value[0].length <= MAX_TEXT
        ? [{ tag, text: value[0], at: value[1], device: value[2], person: value[3] }]
        : [],
    )
    .sort((a, b) => b.at - a.at || (a.tag < b.tag ? -1 : 1))
    .filter(({ text }) => !texts.has(text) && texts.add(text));
}

type Wording = readonly [text: string, at: number, device: string, person: string];

const wordingOf = ({ text }: Memory, { at, device, person }: ChangeStamp): Wording => [
  text,
  at,
  device,
  person,
];

const isWording = (value: unknown): value is Wording =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  Number.isSafeInteger(value[1]) &&
  typeof value[2] === 'string' &&
  typeof value[3] === 'string';

const tagsIn = (state: SharedState): string[] => Object.keys(partOf(state.text, 'many')?.[1] ?? {}).sort();

function setOf(now: readonly string[], before: readonly string[], { at, device }: ChangeStamp): Register {
  const had = new Set(before);
  const has = new Set(now);
  const words = [
    ...now.filter((element) => !had.has(element)).map((element) => [element, [at, device, 1]] as const),
    ...before.filter((element) => !has.has(element)).map((element) => [element, [at, device, 0]] as const),
  ];
  return ['set', Object.fromEntries(words)];
}
