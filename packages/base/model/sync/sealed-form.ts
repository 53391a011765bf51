import { partOf, type SharedState } from './registers.ts';

export const SEALED = '~';

/**
 * A sealed record is `{"sealed": ["many", {tag: text}, [replaced tags]]}`. Each text is a whole state: what a record says, its
 * end, and who changed what and when. The hub keeps the texts that no later one has replaced; devices open and join them.
 */
export const sealedTexts = (state: SharedState): Record<string, unknown> => ({
  ...partOf(state.sealed, 'many')?.[1],
});

/** Whether a state says nothing in clear, as far as the hub can tell. One value may stand by itself: the check of a code. */
export const isSealedState = (state: SharedState): boolean =>
  Object.entries(state).every(([field, register]) =>
    field === 'sealed' && register[0] === 'many'
      ? Object.values(sealedTexts(state)).every(isSealedText)
      : register[0] === 'last' && isSealedText(register[1]),
  );

export const isSealedText = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(SEALED);

/** A sealed state without its texts: all that a hub can do to it. */
export const withheld = (state: SharedState): SharedState => ({
  sealed: ['many', {}, Object.keys(sealedTexts(state))],
});
