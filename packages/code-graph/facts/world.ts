import { isDeepStrictEqual } from 'node:util';
import type { Language } from '@sqrl/base/model/code.ts';
import type { FileFacts } from './facts.ts';
import type { LinkTarget, LinkWorld } from './linker.ts';
import { lookOf } from './looks.ts';

/** Where a world's answers come from. */
export interface Catalog {
  facts(path: string): FileFacts | undefined;
  exists(path: string): boolean;
  text(path: string): string | undefined;
  paths(name: string): readonly string[];
  named(name: string, languages: readonly Language[]): readonly LinkTarget[];
}

/** A world that writes down what was looked at. */
export interface RecordingWorld extends LinkWorld {
  /** Runs work and tells all it looked at. */
  record<T>(work: () => T): { result: T; looks: Set<number> };
  /** What was found on the way since this was last asked, by its own look, with all that was looked at for it. */
  found(): Map<number, Set<number>>;
  /** Forgets what was found by looking at any of these places. */
  drop(looks: Iterable<number>): void;
  /** Which of what was found is not the same any more when it is looked for again, or cannot be. */
  changed(found: Iterable<number>): number[];
  /** Ends the comparing of what was dropped. */
  settle(): void;
}

interface Memo {
  key: string;
  compute: () => unknown;
  value: unknown;
  look: number;
  looks: Set<number>;
}

/** Makes a world that records every look. */
export function recordingWorld(catalog: Catalog): RecordingWorld {
  let looks = new Set<number>();
  const numbers = {
    facts: new Map<string, number>(),
    exists: new Map<string, number>(),
    text: new Map<string, number>(),
    paths: new Map<string, number>(),
    named: new Map<string, number>(),
  };
  const memos = new Map<string, Memo>();
  /** Made when something changes: not while everything is linked for the first time. */
  let keysByLook: Map<number, Set<string>> | undefined;
  let fresh = new Map<number, Set<number>>();
  /** What was dropped, by its own look. */
  const dropped = new Map<number, Memo>();

  function look(at: keyof typeof numbers, name: string): void {
    const known = numbers[at];
    const number = known.get(name) ?? lookOf(at, name);
    known.set(name, number);
    looks.add(number);
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

  function remember(key: string, compute: () => unknown): Memo {
    const { result: value, looks } = record(compute);
    const memo = { key, compute, value, look: lookOf('memo', key), looks };
    memos.set(key, memo);
    fresh.set(memo.look, looks);
    if (keysByLook) noteKeys(keysByLook, memo);
    return memo;
  }

  function memo<T>(key: string, compute: () => T): T {
    const known = memos.get(key) ?? remember(key, compute);
    looks.add(known.look);
    return known.value as T;
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
    memo,
    record,
    found() {
      const all = fresh;
      fresh = new Map();
      return all;
    },
    drop(changed) {
      const open = [...changed];
      if (!keysByLook) {
        keysByLook = new Map();
        for (const memo of memos.values()) noteKeys(keysByLook, memo);
      }
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        for (const key of keysByLook.get(at) ?? []) {
          const memo = memos.get(key);
          if (!memo?.looks.has(at)) continue;
          memos.delete(key);
          if (!dropped.has(memo.look)) dropped.set(memo.look, memo);
          open.push(memo.look);
        }
        keysByLook.delete(at);
      }
    },
    changed: (found) =>
      [...found].filter((at) => {
        const before = dropped.get(at);
        return !before || !isDeepStrictEqual(memo(before.key, before.compute), before.value);
      }),
    settle: () => dropped.clear(),
  };
}

function noteKeys(keysByLook: Map<number, Set<string>>, { key, looks }: Memo): void {
  for (const each of looks) {
    const keys = keysByLook.get(each);
    if (keys) keys.add(key);
    else keysByLook.set(each, new Set([key]));
  }
}
