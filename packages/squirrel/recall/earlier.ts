import type { Memory } from '@sqrl/base/model/memory.ts';
import type { ShownMemory } from '../codebase/shown.ts';
import { draftTrust } from '../learn/gate/trust.ts';
import { relatedAmong } from '../store/drafts/model-questions.ts';
import type { Engine } from '../workspace/workspace.ts';

/** Ids of memories, each with the ids of newer ones that replace it or may. */
export type LaterWords = ReadonlyMap<string, ReadonlySet<string>>;

export const NO_LATER_WORDS: LaterWords = new Map();

/** Finds pairs among memories that are shown together; the newer one is trusted no less than the older. */
export function laterWordsAmong({ own }: Engine, items: readonly { memory: Memory }[]): LaterWords {
  if (items.length < 2) return NO_LATER_WORDS;
  const byId = new Map(items.map(({ memory }) => [memory.id, memory]));
  const later = new Map<string, Set<string>>();
  for (const { older, newer } of relatedAmong(own.store, [...byId.keys()])) {
    if (draftTrust(byId.get(newer)!) < draftTrust(byId.get(older)!)) continue;
    later.set(older, (later.get(older) ?? new Set()).add(newer));
  }
  return later;
}

/**
 * Adds to the chosen of some candidates the newer memories that replace one of them or may: an older answer is never shown
 * without the later word that was found too. The newer come first.
 */
export function withLaterWords<T extends { memory: ShownMemory }>(
  engine: Engine,
  chosen: readonly T[],
  candidates: readonly T[],
): T[] {
  const later = laterWordsAmong(engine, candidates);
  const wanted = new Set(chosen.flatMap(({ memory }) => [...(later.get(memory.id) ?? [])]));
  const added = candidates.filter((one) => wanted.has(one.memory.id) && !chosen.includes(one));
  return latestFirst([...chosen, ...added], later);
}

/** Puts the newer of such memories first, and marks the older as earlier; marks this person's words next to those of others. */
export function latestFirst<T extends { memory: ShownMemory }>(given: readonly T[], later: LaterWords): T[] {
  const items = withOwner(given);
  if (later.size === 0) return items;
  const ordered = [...items];
  for (let i = 0; i < ordered.length; i++)
    for (let j = i + 1; j < ordered.length; j++)
      if (later.get(ordered[i]!.memory.id)?.has(ordered[j]!.memory.id))
        ordered.splice(i, 0, ...ordered.splice(j, 1));
  const shown = new Set(items.map(({ memory }) => memory.id));
  const isEarlier = (id: string) => [...(later.get(id) ?? [])].some((newer) => shown.has(newer));
  return ordered.map((item) =>
    isEarlier(item.memory.id) ? { ...item, memory: { ...item.memory, earlier: true } } : item,
  );
}

/** Marks memories of this person whose key others have a word on too, which is told with their name. */
function withOwner<T extends { memory: ShownMemory }>(items: readonly T[]): T[] {
  const others = new Set(items.flatMap(({ memory: { userId, key } }) => (userId && key ? key : [])));
  return items.map((item) =>
    item.memory.key !== null && !item.memory.userId && others.has(item.memory.key)
      ? { ...item, memory: { ...item.memory, own: true } }
      : item,
  );
}

/** The note before the text of a memory that may no longer hold, or that others contradict. */
export function memoryNote({
  stale,
  earlier,
  own,
}: Pick<ShownMemory, 'stale' | 'earlier' | 'own'>): string | undefined {
  const notes = [
    ...(own ? ['the user’s own'] : []),
    ...(earlier ? ['earlier'] : []),
    ...(stale ? ['may be out of date'] : []),
  ];
  return notes.length === 0 ? undefined : notes.join(', ');
}
