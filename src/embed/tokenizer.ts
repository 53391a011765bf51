import { readFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';

/** A text's ids, with the marks of its beginning and end. */
export type Tokenize = (text: string) => number[];

/** Loads the tokenizer all our models share. Nothing is cut or padded, whatever its settings say. */
export function loadTokenizer(): Tokenize {
  const { words, ...settings } = JSON.parse(readFileSync(FILE, 'utf8')) as { words: string[] };
  const tokenizer = new Tokenizer(settings, {});
  // The build keeps the words apart as a list; the library would take three times as long over an object.
  const ids = tokenizer.model!.tokens_to_ids;
  for (let id = 0; id < words.length; id++) ids.set(words[id]!, id);
  return (text) => tokenizer.encode(text).ids;
}

const FILE = new URL('../../dist/models/tokenizer.json', import.meta.url);
