import type { Memory } from '@sqrl/base/model/memory.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import { contextualText } from '@sqrl/embedder/context.ts';
import { aboutOf, saysOf } from '../learn/claims/matters.ts';
import { claimOf, claimsOf, type TextClaim, typeIn } from '../learn/claims/memory-claims.ts';
import { memoryFrom } from '../learn/gate/draft.ts';
import { SAME } from '../learn/gate/novelty.ts';
import { redactDraft } from '../learn/gate/redact-draft.ts';
import type { Parsed } from '../protocol/verbs.ts';
import { memoriesAt, type Row, rivalsOf, rowByHash } from '../store/memory/memories.ts';
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
    .flatMap((indexedStore) =>
      alike(indexedStore, memory, key, vector).flatMap(({ other, ...one }) => {
        const kinship = kinshipOf(memory, other, one.likeness);
        return kinship ? [{ ...one, kinship, indexedStore }] : [];
      }),
    )
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

/** Memories that hold and may have to do with it: those of its key and scope, and those nearest in meaning. */
function alike(
  { store, index }: IndexedStore,
  memory: Memory,
  key: string | null,
  vector: Float32Array | undefined,
): { row: Row; other: Memory; likeness: number }[] {
  const twin = rowByHash(store, memory, hashOf(memory.text));
  const near = new Map(
    vector ? index.nearest(vector, MAX_CANDIDATES).map(({ row, score }) => [row, score] as const) : [],
  );
  const keyed = key === null ? [] : rivalsOf(store, -1, { ...memory, key }).map(({ row }) => row);
  const rows = new Set([...(twin === undefined ? [] : [twin]), ...keyed, ...near.keys()]);
  return memoriesAt(store, [...rows])
    .filter(({ memory: other }) => other.status !== 'deprecated')
    .map(({ row, memory: other }) => ({ row, other, likeness: row === twin ? 1 : (near.get(row) ?? 0) }));
}

function kinshipOf(memory: Memory, other: Memory, likeness: number): MemoryKinship | undefined {
  const isSame = hashOf(memory.text) === hashOf(other.text);
  if (isSame && memory.scope === other.scope && memory.scopeOf === other.scopeOf) return 'same';
  const shared = claimsOf(memory).flatMap((mine) =>
    claimsOf(other).flatMap((theirs) =>
      isOfOneMatter(memory, mine, other, theirs) ? [{ mine, theirs }] : [],
    ),
  );
  const against = shared.find(
    ({ mine, theirs }) =>
      saysOf({ ...mine, text: mine.pieces?.[0] ?? memory.text }) !==
      saysOf({ ...theirs, text: theirs.pieces?.[0] ?? other.text }),
  );
  if (against)
    return against.mine.key !== null && against.mine.key === against.theirs.key ? 'replaces' : 'contradicts';
  if (likeness > SAME && claimOf(memory).polarity * claimOf(other).polarity < 0) return 'contradicts';
  if (shared.length > 0 || likeness > SAME || isSame) return 'repeats';
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

function isOfOneMatter(memory: Memory, mine: TextClaim, other: Memory, theirs: TextClaim): boolean {
  const about = aboutOf({ ...other, ...theirs });
  return aboutOf({ ...memory, ...mine }).some((matter) => about.includes(matter));
}
