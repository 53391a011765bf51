import type { Memory } from '@sqrl/base/model/memory.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import { contextualText } from '@sqrl/embedder/context.ts';
import { claimOf, claimsOf, typeIn } from '../learn/claims/memory-claims.ts';
import { besideOf } from '../learn/claims/rivals.ts';
import { memoryFrom } from '../learn/gate/draft.ts';
import { SAME } from '../learn/gate/novelty.ts';
import { redactDraft } from '../learn/gate/redact-draft.ts';
import type { Parsed } from '../protocol/verbs.ts';
import { memoriesAt, type Row, rowByHash } from '../store/memory/memories.ts';
import type { IndexedStore } from '../workspace/indexed-store.ts';
import type { Engine } from '../workspace/workspace.ts';
import { cardsOf } from './card.ts';

type MemoryKinship = 'same' | 'repeats' | 'contradicts' | 'replaces' | 'near';

/** Less like it, a memory is about something else. */
const MIN_LIKENESS = 0.6;
const MAX_CANDIDATES = 30;

/** Holds a rule that is being typed against what is known: what it repeats, contradicts or would replace. Writes nothing. */
export async function teachCheck(engine: Engine, { limit, ...given }: Parsed<'teachCheck'>) {
  const { draft, found: redacted } = redactDraft(given);
  const isEmpty = draft.text.trim() === '';
  // As `remember` reads it.
  const type = draft.type ?? typeIn(draft.text);
  const memory = memoryFrom(
    { ...draft, ...(type && { type }), text: isEmpty ? '-' : draft.text },
    engine.now(),
  );
  const { key } = claimOf(memory);
  const as = { type: memory.type, scope: memory.scope, key, redacted };
  if (isEmpty) return { as, kin: [], notices: [] };
  const [vector] = (await engine.meaning.ofMemories([contextualText(memory)])) ?? [];
  const { notice } = engine.meaning;
  const kin = engine.indexedStores
    .flatMap((indexedStore) => kinIn(indexedStore, memory, vector))
    .sort((a, b) => GRAVITY.indexOf(a.kinship) - GRAVITY.indexOf(b.kinship) || b.likeness - a.likeness)
    .slice(0, limit);
  return {
    as,
    kin: cardsOf(engine, kin).map((card, i) => {
      const { kinship, likeness } = kin[i]!;
      return { memory: card, kinship, likeness };
    }),
    notices: !vector && notice ? [notice] : [],
  };
}

const GRAVITY: readonly MemoryKinship[] = ['same', 'contradicts', 'replaces', 'repeats', 'near'];

/** Memories that hold and have to do with it: those that the gate would find on its matters, and those nearest in meaning. */
function kinIn(indexedStore: IndexedStore, memory: Memory, vector: Float32Array | undefined) {
  const { store, index } = indexedStore;
  const near = new Map(
    vector ? index.nearest(vector, MAX_CANDIDATES).map(({ row, score }) => [row, score] as const) : [],
  );
  const { key } = claimOf(memory);
  const { rivals, same } = besideOf(store, memory, claimsOf(memory));
  const beside = new Map<Row, MemoryKinship>(same.map(({ row }) => [row, 'repeats']));
  for (const { row, memory: other } of rivals)
    beside.set(
      row,
      claimsOf(other).some((its) => its.key !== null && its.key === key) ? 'replaces' : 'contradicts',
    );
  const twin = rowByHash(store, memory, hashOf(memory.text));
  if (twin !== undefined) beside.set(twin, 'same');
  return memoriesAt(store, [...new Set([...beside.keys(), ...near.keys()])])
    .filter(({ memory: other }) => other.status !== 'deprecated')
    .flatMap(({ row, memory: other }) => {
      const likeness = row === twin ? 1 : (near.get(row) ?? 0);
      const kinship = beside.get(row) ?? kinshipByMeaning(memory, other, likeness);
      return kinship ? [{ indexedStore, row, kinship, likeness }] : [];
    });
}

function kinshipByMeaning(memory: Memory, other: Memory, likeness: number): MemoryKinship | undefined {
  if (likeness > SAME && claimOf(memory).polarity * claimOf(other).polarity < 0) return 'contradicts';
  if (likeness > SAME || hashOf(memory.text) === hashOf(other.text)) return 'repeats';
  if (likeness >= MIN_LIKENESS_OF_COMMAND && namesCommandOf(memory.text, other.text)) return 'repeats';
  return likeness >= MIN_LIKENESS ? 'near' : undefined;
}

/** What names the same command and is as near as this says the same, in other words. */
const MIN_LIKENESS_OF_COMMAND = 0.72;

/** Whether a text names a command of another one, whether it marks it as code or not. */
function namesCommandOf(text: string, other: string): boolean {
  const words = ` ${text.replaceAll('`', '').replaceAll(/[.,;:]?(?:\s|$)/g, ' ')} `;
  return [...other.matchAll(/`([^`\s]+ [^`]+)`/g)].some(([, command]) => words.includes(` ${command} `));
}
