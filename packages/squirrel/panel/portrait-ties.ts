import type { AnchorState } from '@sqrl/base/model/anchor.ts';
import type { FullMemory, Relation } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { filesKnown, relationsTo, shortOnes } from '../store/memory/portrait.ts';
import type { Engine } from '../workspace/workspace.ts';

/** The files a memory names, with what became of each. */
export function memoryFiles(store: Store, { files, anchors = [] }: FullMemory) {
  const known = filesKnown(store, files);
  return files.map((path) => ({
    path,
    known: known.has(path),
    changedAt: known.get(path) ?? null,
    state: worst(anchors.filter((one) => one.path === path).map(({ state }) => state)),
  }));
}

/** The symbols a memory names, with where they are and what became of each. */
export function symbolsOf({ symbols, anchors = [] }: FullMemory) {
  return symbols.map((name) => {
    const tied = anchors.filter(
      ({ symbol }) => symbol !== null && (symbol === name || symbol.endsWith(`.${name}`)),
    );
    return { name, path: tied[0]?.path ?? null, state: worst(tied.map(({ state }) => state)) };
  });
}

/** A memory's ties to others and theirs to it, with what those say. */
export function relatedMemories({ indexedStores }: Engine, { id, relations }: FullMemory) {
  const incoming = indexedStores.flatMap(({ store }) => relationsTo(store, id));
  const named = [...relations.map(({ to }) => to), ...incoming.map(({ from }) => from)];
  const others = new Map(indexedStores.flatMap(({ store }) => [...shortOnes(store, named)]));
  const told = (
    way: 'in' | 'out',
    to: string,
    { kind, confidence }: Pick<Relation, 'kind' | 'confidence'>,
  ) => ({
    kind,
    way,
    to,
    confidence,
    memory: others.get(to) ?? null,
  });
  return [
    ...relations.map((one) => told('out', one.to, one)),
    ...incoming.map((one) => told('in', one.from, one)),
  ];
}

const worst = (states: readonly AnchorState[]): AnchorState | null =>
  states.includes('gone') ? 'gone' : states.includes('stale') ? 'stale' : states.length > 0 ? 'fresh' : null;
