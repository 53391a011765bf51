import type { ItemType } from './item.ts';

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
