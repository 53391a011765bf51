import { isRecord, record } from './record.ts';

/**
 * The state that an earlier reading left. It is our own writing, but it lies on a disk: what is missing in it, or of another
 * kind than in a fresh one, is as it is there.
 */
export function restored<State extends object>(fresh: State, kept: unknown): State {
  const state = structuredClone(fresh) as Record<string, unknown>;
  const told = record(kept);
  for (const [name, value] of Object.entries(state))
    if (isLike(told[name], value)) state[name] = structuredClone(told[name]);
  return state as State;
}

function isLike(told: unknown, fresh: unknown): boolean {
  if (fresh === null) return typeof told === 'string' || isRecord(told);
  if (Array.isArray(fresh)) return Array.isArray(told) && !told.includes(null);
  return typeof fresh === 'object' ? isRecord(told) : typeof told === typeof fresh;
}

/** Adds to a list of which only the latest are kept. */
export function keepLatest<T>(list: T[], one: T, most: number): void {
  list.push(one);
  if (list.length > most) list.shift();
}

/** The same under a name. */
export function keepNamed<T>(named: Record<string, T>, name: string, one: T, most: number): void {
  named[name] = one;
  const names = Object.keys(named);
  if (names.length > most) delete named[names[0]!];
}
