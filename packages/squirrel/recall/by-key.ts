import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import type { Row } from '../store/memory/memories.ts';
import { keysInOne, keysOf } from '../store/memory/places.ts';
import { whileUnchanged } from '../store/memory/unchanged.ts';

/**
 * The memories whose key names what is asked about: who asks for the package manager wants the one thing that is kept
 * under that name, whatever else shares words with it.
 */
export function rowsByKey(store: Store, question: string): Map<Row, Memory['key']> {
  const asked = contentWords(question);
  const found = new Map<Row, Memory['key']>();
  if (asked.size === 0) return found;
  const names = namesIn(store);
  for (const first of asked)
    for (const { row, key, words } of names.get(first) ?? [])
      if (words.every((word) => asked.has(word))) found.set(row, key);
  return found;
}

interface KeyName {
  row: Row;
  key: string;
  words: string[];
}

/** The keys of a store by the first of their words. They are taken apart anew only where one of them has changed. */
function namesIn(store: Store): Map<string, KeyName[]> {
  const said = saidIn(store);
  const last = known.get(store);
  if (last?.said === said) return last.names;
  const names = Map.groupBy(
    keysOf(said)
      .map(({ row, key }) => ({ row, key, words: wordsOf(key) }))
      .filter(({ words }) => words.length > 0),
    ({ words }) => words[0]!,
  );
  known.set(store, { said, names });
  return names;
}

const saidIn = whileUnchanged(keysInOne);
const known = new WeakMap<Store, { said: string; names: Map<string, KeyName[]> }>();

/** `tool.package_manager`: the words behind the first dot say what it is about. */
const wordsOf = (key: string): string[] => [
  ...contentWords(key.slice(key.indexOf('.') + 1).replaceAll(/[._=]/g, ' ')),
];
