import { sharedMemoryIn } from '@sqrl/base/model/sync/memory-state.ts';
import type { SharedState } from '@sqrl/base/model/sync/registers.ts';
import { isSealedState } from '@sqrl/base/model/sync/sealed-form.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';

/** Characters of a memory that are searched; the rest of a longer one is not found by its words. */
const MAX_SEARCHED = 20_000;
const MAX_WORD = 64;
/** Of the organization's id; another one with the same is told apart by its rows. */
const PREFIX = 6;

/** The words by which a text is found within an organization: names whole and in their parts. */
export function searchWords(org: string, text: string): string[] {
  const searched = text.slice(0, MAX_SEARCHED);
  const words = [...contentWords(searched), ...contentWords(searched.toLowerCase())];
  return [...new Set(words.filter((word) => word.length <= MAX_WORD))].map(
    (word) => `${org.slice(0, PREFIX)}${word}`,
  );
}

/** What the column `words` holds for a record: nothing for one that is sealed, gone, archived or not a memory. */
export function wordsOfRecord(org: string, { kind, state }: { kind: string; state: string }): string {
  const said = kind === 'memory' ? (JSON.parse(state) as SharedState) : {};
  const memory = isSealedState(said) ? undefined : sharedMemoryIn(said);
  if (!memory || memory.isArchived) return '';
  const { wordings, key, tags, files, symbols } = memory;
  const text = [...wordings.map((wording) => wording.text), key ?? '', ...tags, ...files, ...symbols].join(
    ' ',
  );
  // Letters and digits only, so that a quote needs no other.
  return searchWords(org, text)
    .map((word) => `'${word}'`)
    .join(' ');
}
