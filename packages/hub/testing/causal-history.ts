import { canonical, partOf, type SharedState } from '@sqrl/base/model/sync/registers.ts';

/** A change of a record, with the changes of it that its writer had seen. */
export interface Change {
  key: string;
  says: { of: 'text'; tag: string; text: string } | { of: string; value?: unknown };
  seen: ReadonlySet<number>;
  /** Its writer had the right to it. */
  isAllowed: boolean;
}

/** The changes of each record that a device or the hub has. */
export type History = Map<string, Set<number>>;

/** A history of its own with everything that some have. */
export function joined(...all: readonly History[]): History {
  const made: History = new Map();
  for (const one of all) HISTORY.add(made, one);
  return made;
}

export const HISTORY = {
  /** The part about some records. */
  of: (history: History, keys: readonly string[]): History =>
    new Map(keys.map((key) => [key, new Set(history.get(key))])),
  add(into: History, from: History, isWanted: (key: string) => boolean = () => true): void {
    for (const [key, ids] of from)
      if (isWanted(key)) into.set(key, new Set([...(into.get(key) ?? []), ...ids]));
  },
  textOf: canonical,
};

/**
 * What is wrong in a state, given everything that was said of the record. Nothing here looks at times or joins: a wording
 * stands unless a later one had seen it, and of any other field the value is one that no later change had seen.
 */
export function wrongIn(
  state: SharedState,
  said: readonly Change[],
  all: readonly Change[],
): { lost: string[]; other: string[] } {
  if (said.some(({ says }) => says.of === 'gone'))
    return {
      lost: [],
      other: partOf(state.gone, 'gone') && !state.text ? [] : ['forgotten, and still there'],
    };
  const [lost, other]: string[][] = [[], []];
  const numbers = new Map(said.map((change) => [change, all.indexOf(change)]));
  const standing = (of: string): Change[] => {
    const own = said.filter(({ says }) => says.of === of);
    return own.filter((change) => !own.some(({ seen }) => seen.has(numbers.get(change)!)));
  };
  const values = partOf(state.text ?? state.sealed, 'many')?.[1] ?? {};
  const wanted = standing('text').map(({ says }) => says as Extract<Change['says'], { text: string }>);
  for (const { tag, text } of wanted) if ([values[tag]].flat()[0] !== text) lost!.push(`wording ${tag}`);
  for (const tag of Object.keys(values))
    if (!wanted.some((one) => one.tag === tag)) other!.push(`wording ${tag} was replaced, and stands`);
  for (const of of new Set(said.map(({ says }) => says.of))) {
    if (of === 'text') continue;
    const possible = standing(of).map(({ says }) => (says as { value: unknown }).value);
    if (of === 'later') {
      const text = canonical(state.later ?? []);
      const all = said
        .filter(({ says }) => says.of === of)
        .map(({ says }) => (says as { value: unknown }).value);
      for (const value of all) if (!text.includes(`{"n":${value}}`)) lost!.push(`unknown field ${value}`);
      continue;
    }
    const value =
      of === 'type' ? partOf(state.type, 'last')?.[1] : partOf(state.tags, 'set')?.[1][of.slice(4)]?.[2];
    if (!possible.includes(value)) other!.push(`${of} is ${value}, not ${possible.join(' or ')}`);
  }
  return { lost: lost!, other: other! };
}
