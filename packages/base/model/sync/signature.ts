import { canonical, partOf, type SharedState } from './registers.ts';

/**
 * A wording is `[text, time, device, person]`. One that was signed has two more: the device's id at the hub, and an Ed25519
 * signature of `signedWords`, in base64url. Programs that know nothing of it keep both. The time is not signed: the hub's
 * clock may correct it.
 */
export interface WordsPlace {
  space: string;
  kind: string;
  id: string;
}

/** What a device signs: the words, and the only place where they are its person's. */
export const signedWords = ({ space, kind, id }: WordsPlace, tag: string, text: string): string =>
  canonical(['squirrel wording', space, kind, id, 'text', tag, text]);

/** A wording as it stands in a state. */
interface StatedWording {
  tag: string;
  text: string;
  /** The store that wrote it. */
  store: string;
  signature: { device: string; bytes: string } | undefined;
}

/** The wordings of a state; those that are not of the form are left out. */
export const statedWordings = (state: SharedState): StatedWording[] =>
  Object.entries(partOf(state.text, 'many')?.[1] ?? {}).flatMap(([tag, value]) => {
    if (!Array.isArray(value) || typeof value[0] !== 'string') return [];
    const [text, , store, , device, bytes] = value as unknown[];
    const isSigned = typeof device === 'string' && typeof bytes === 'string';
    return [
      {
        tag,
        text: text as string,
        store: String(store),
        signature: isSigned ? { device, bytes } : undefined,
      },
    ];
  });

/** A state in which wordings have what `sign` returns for them at their end. */
export function withSignatures(
  state: SharedState,
  sign: (wording: StatedWording) => readonly [device: string, bytes: string] | undefined,
): SharedState {
  const many = partOf(state.text, 'many');
  if (!many || state.text![0] !== 'many') return state;
  const stated = new Map(statedWordings(state).map((wording) => [wording.tag, wording]));
  let isChanged = false;
  const values = Object.entries(many[1]).map(([tag, value]) => {
    const wording = stated.get(tag);
    const signature = wording && sign(wording);
    if (!signature || (value as unknown[]).length !== 4) return [tag, value];
    isChanged = true;
    return [tag, [...(value as unknown[]), ...signature]];
  });
  return isChanged ? { ...state, text: ['many', Object.fromEntries(values), many[2]] } : state;
}
