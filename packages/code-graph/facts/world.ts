import { numberOf } from './hash.ts';
import type { LinkWorld } from './linker.ts';

/** Where a world's answers come from. */
export type Catalog = Omit<LinkWorld, 'memo'>;

/** A world that writes down what was looked at. It is good for as long as the catalog stays as it is. */
export interface RecordingWorld extends LinkWorld {
  /** Runs work and tells all it looked at. */
  record<T>(work: () => T): { result: T; looks: Set<number> };
  /** What was found on the way since this was last asked, by its own look, with all that was looked at for it. */
  found(): Map<number, Set<number>>;
}

/** A place in the world that a linker looked at, as a number; `memo` is something found on the way that others looked at in turn. */
export const lookOf = (at: keyof LinkWorld, name: string): number => numberOf(`${at}:${name}`);

export function recordingWorld(catalog: Catalog): RecordingWorld {
  let looks = new Set<number>();
  let fresh = new Map<number, Set<number>>();
  const memos = new Map<string, unknown>();
  const numbers = new Map<string, number>();

  /** The same few names are asked for again and again. */
  function look(at: keyof LinkWorld, name: string): void {
    const key = `${at}:${name}`;
    const known = numbers.get(key) ?? lookOf(at, name);
    numbers.set(key, known);
    looks.add(known);
  }

  function record<T>(work: () => T): { result: T; looks: Set<number> } {
    const outer = looks;
    const own = new Set<number>();
    looks = own;
    try {
      return { result: work(), looks: own };
    } finally {
      looks = outer;
    }
  }

  return {
    facts(path) {
      look('facts', path);
      return catalog.facts(path);
    },
    exists(path) {
      look('exists', path);
      return catalog.exists(path);
    },
    text(path) {
      look('text', path);
      return catalog.text(path);
    },
    paths(name) {
      look('paths', name);
      return catalog.paths(name);
    },
    named(name, languages) {
      for (const language of languages) look('named', `${language}:${name}`);
      return catalog.named(name, languages);
    },
    memo<T>(key: string, compute: () => T): T {
      if (!memos.has(key)) {
        const { result, looks } = record(compute);
        memos.set(key, result);
        fresh.set(lookOf('memo', key), looks);
      }
      look('memo', key);
      return memos.get(key) as T;
    },
    record,
    found() {
      const all = fresh;
      fresh = new Map();
      return all;
    },
  };
}
