import type { Memory } from '../model/memory.ts';
import type { Row } from '../store/memories.ts';
import { keyedRows } from '../store/memories.ts';
import type { Store } from '../store/store.ts';
import { contentWords } from '../words/content-words.ts';
import { remembered } from '../words/remembered.ts';

/**
 * The memories whose key names what is asked about: who asks for the package manager wants the one thing that is kept
 * under that name, whatever else shares words with it.
 */
export function rowsByKey(store: Store, question: string): Map<Row, Memory['key']> {
  const asked = contentWords(question);
  const found = new Map<Row, Memory['key']>();
  if (asked.size === 0) return found;
  for (const { row, key } of keyedRows(store)) {
    const words = wordsOf(key);
    if (words.length > 0 && words.every((word) => asked.has(word))) found.set(row, key);
  }
  return found;
}

/** `tool.package_manager`: the words behind the first dot say what it is about. */
const wordsOf = remembered(
  (key) => [...contentWords(key.slice(key.indexOf('.') + 1).replaceAll(/[._=]/g, ' '))],
  20_000,
);
