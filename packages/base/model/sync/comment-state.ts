import type { ChangeStamp } from './memory-state.ts';
import { partOf, type SharedState } from './registers.ts';

/** What a person said about a shared memory; a record of its own, since who may comment may not change the memory. */
export interface SharedComment {
  /** The memory that it is about. */
  about: string;
  text: string;
  tag: string;
  at: number;
  /** It says that the memory is wrong. */
  disputes: boolean;
  /** The dispute was dismissed, or taken back. */
  closed: boolean;
}

/** The state of a new comment. */
export const commentState = (
  { about, text, disputes }: Pick<SharedComment, 'about' | 'text' | 'disputes'>,
  { tag, at, device, person }: ChangeStamp,
): SharedState => ({
  about: ['last', about, at, device],
  text: ['many', { [tag]: [text, at, device, person] }, []],
  ...(disputes && { disputes: ['last', true, at, device] }),
});

/** What closes a dispute. */
export const closedState = ({ at, device }: ChangeStamp): SharedState => ({
  closed: ['last', true, at, device],
});

/** Reads a state as a comment; undefined where it is gone, or not one. */
export function commentIn(state: SharedState): SharedComment | undefined {
  const about = partOf(state.about, 'last')?.[1];
  const words = Object.entries(partOf(state.text, 'many')?.[1] ?? {}).flatMap(([tag, value]) =>
    Array.isArray(value) && typeof value[0] === 'string' && Number.isSafeInteger(value[1])
      ? [{ tag, text: value[0].slice(0, MAX_COMMENT), at: value[1] as number }]
      : [],
  );
  const newest = words.sort((a, b) => b.at - a.at || (a.tag < b.tag ? -1 : 1))[0];
  if (typeof about !== 'string' || !newest || newest.text.trim() === '') return undefined;
  return {
    about: about.slice(0, 64),
    ...newest,
    disputes: partOf(state.disputes, 'last')?.[1] === true,
    closed: partOf(state.closed, 'last')?.[1] === true,
  };
}

export const MAX_COMMENT = 2000;
