/**
 * What several copies of a memory can be merged from. A state is a bag of registers by field name; joining two states is
 * commutative, associative and idempotent, so copies that have seen the same changes are equal, in whatever order they
 * saw them. A register names its kind first: a program joins and keeps fields that it does not know.
 *
 * - `["many", {tag: value}, [replaced tags]]`: a write replaces what its writer had seen; concurrent values stay together.
 * - `["last", value, at, device]`: the latest write wins.
 * - `["set", {element: [at, device, 0 or 1]}]`: the latest word per element.
 * - `["count", {device: number}]`: the maximum per device.
 * - `["gone", at, device, [seen tags]]`: removes every other field.
 * - `["any", [register…]]`: a field that has several kinds, or one that this program does not know.
 */
export type Register = readonly [kind: string, ...rest: unknown[]];

export type SharedState = Readonly<Record<string, Register>>;

type ManyRegister = readonly [
  kind: 'many',
  values: Readonly<Record<string, unknown>>,
  replaced: readonly string[],
];
export type LastRegister = readonly [kind: 'last', value: unknown, at: number, device: string];
type SetRegister = readonly [kind: 'set', elements: Readonly<Record<string, SetWord>>];
type SetWord = readonly [at: number, device: string, isIn: 0 | 1];
type CountRegister = readonly [kind: 'count', counts: Readonly<Record<string, number>>];
type GoneRegister = readonly [kind: 'gone', at: number, device: string, seen: readonly string[]];

interface Kinds {
  many: ManyRegister;
  last: LastRegister;
  set: SetRegister;
  count: CountRegister;
  gone: GoneRegister;
}

/** The field whose register ends a memory for everybody. */
export const GONE = 'gone';

/** Joins two copies of a memory's state. Of one that is gone nothing stays but that. */
export function joinStates(a: SharedState, b: SharedState): SharedState {
  const joined: Record<string, Register> = Object.create(null);
  for (const field of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const [one, other] = [ownValue(a, field), ownValue(b, field)];
    joined[field] = one && other ? joinRegisters(one, other) : tidy((one ?? other)!);
  }
  const gone = joined[GONE] && partOf(joined[GONE], 'gone');
  return gone ? { [GONE]: gone } : { ...joined };
}

/** The part of a register that has a kind; undefined where it has none such. */
export function partOf<K extends keyof Kinds>(register: Register | undefined, kind: K): Kinds[K] | undefined {
  return register && (partsOf(register).find((part) => isOfKind(part, kind)) as Kinds[K] | undefined);
}

/** A JSON text that is the same for equal values: keys sorted, no spaces. */
export function canonical(value: unknown): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

const joinRegisters = (a: Register, b: Register): Register => assembled([...partsOf(a), ...partsOf(b)]);

/** A register as joining leaves it, so that joining it with itself changes nothing. */
const tidy = (register: Register): Register => assembled(partsOf(register));

function partsOf(register: Register): Register[] {
  const [kind, inner] = register;
  return kind === 'any' && isListOfRegisters(inner) ? inner.flatMap(partsOf) : [register];
}

function assembled(parts: readonly Register[]): Register {
  const known = new Map<string, Register>();
  const foreign = new Map<string, Register>();
  for (const part of parts) {
    const kind = KINDS.find((each) => isOfKind(part, each));
    if (kind === undefined) foreign.set(canonical(part), part);
    else known.set(kind, (JOIN[kind] as unknown as Join<Register>)(known.get(kind) ?? part, part));
  }
  const all = [...known.values(), ...foreign.values()];
  if (all.length === 1) return all[0]!;
  const texts = new Map(all.map((part) => [canonical(part), part]));
  return ['any', [...texts.keys()].sort().map((text) => texts.get(text)!)];
}

type Join<R> = (a: R, b: R) => R;

const JOIN: { [K in keyof Kinds]: Join<Kinds[K]> } = {
  many([, a, gone], [, b, gone2]) {
    const replaced = new Set([...gone, ...gone2]);
    const values: Record<string, unknown> = {};
    for (const tag of new Set([...Object.keys(a), ...Object.keys(b)])) {
      if (replaced.has(tag)) continue;
      const [one, other] = [ownValue(a, tag), ownValue(b, tag)];
      // A tag is random, so both have the same value; where one was forged, all copies choose alike.
      put(values, tag, one === undefined || (other !== undefined && higher(other, one)) ? other : one);
    }
    return ['many', values, [...replaced].sort()];
  },
  last: (a, b) => (isLater([a[2], a[3], a[1]], [b[2], b[3], b[1]]) ? a : b),
  set([, a], [, b]) {
    const elements: Record<string, SetWord> = {};
    for (const element of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const [one, other] = [ownValue(a, element), ownValue(b, element)];
      put(elements, element, !one || (other && isLater(other, one)) ? other! : one);
    }
    return ['set', elements];
  },
  count([, a], [, b]) {
    const counts: Record<string, number> = {};
    for (const device of new Set([...Object.keys(a), ...Object.keys(b)]))
      put(counts, device, Math.max(ownValue(a, device) ?? 0, ownValue(b, device) ?? 0));
    return ['count', counts];
  },
  gone([, at, device, seen], [, at2, device2, seen2]) {
    const [time, by] = isLater([at, device, 0], [at2, device2, 0]) ? [at, device] : [at2, device2];
    return ['gone', time, by, [...new Set([...seen, ...seen2])].sort()];
  },
};

const KINDS = Object.keys(JOIN) as (keyof Kinds)[];

/** By time, then by device, then by value: two copies must never choose differently. */
const isLater = (a: readonly [number, string, unknown], b: readonly [number, string, unknown]): boolean =>
  a[0] !== b[0] ? a[0] > b[0] : a[1] !== b[1] ? a[1] > b[1] : higher(a[2], b[2]);

const higher = (a: unknown, b: unknown): boolean => a !== b && canonical(a) > canonical(b);

/** Fields, tags and devices are named by others, and one of them may be `__proto__`. */
const ownValue = <T>(of: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(of, key) ? of[key] : undefined;

const put = <T>(into: Record<string, T>, key: string, value: T): void =>
  void Object.defineProperty(into, key, { value, enumerable: true, configurable: true, writable: true });

/** Whether a register has the form of its kind; what has not is kept as it is. */
function isOfKind(register: Register, kind: keyof Kinds): boolean {
  const [named, a, b, c] = register;
  if (named !== kind) return false;
  switch (kind) {
    case 'many':
      return register.length === 3 && isBag(a) && isTags(b);
    case 'last':
      return register.length === 4 && a !== undefined && isTime(b) && typeof c === 'string';
    case 'set':
      return register.length === 2 && isBag(a) && Object.values(a).every(isSetWord);
    case 'count':
      return register.length === 2 && isBag(a) && Object.values(a).every(isTime);
    case 'gone':
      return register.length === 4 && isTime(a) && typeof b === 'string' && isTags(c);
  }
}

const isSetWord = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length === 3 &&
  isTime(value[0]) &&
  typeof value[1] === 'string' &&
  (value[2] === 0 || value[2] === 1);

const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const isTags = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((tag) => typeof tag === 'string');

const isBag = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value of a file can be a register at all. */
export const isRegister = (value: unknown): value is Register =>
  Array.isArray(value) && typeof value[0] === 'string';

/** Whether a value that others sent can be a state. */
export const isSharedState = (value: unknown): value is SharedState =>
  isBag(value) && Object.keys(value).length > 0 && Object.values(value).every(isRegister);

const isListOfRegisters = (value: unknown): value is Register[] =>
  Array.isArray(value) && value.every(isRegister);
