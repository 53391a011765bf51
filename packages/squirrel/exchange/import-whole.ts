import { createHash } from 'node:crypto';
import type { ExportedAnchor } from '@sqrl/base/model/anchor.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { wholeMemory, whyNot } from '@sqrl/base/model/schemas.ts';
import { redact } from '@sqrl/base/redact/redact.ts';
import { clean, hashOf } from '@sqrl/base/text/clean.ts';
import { contextualText } from '@sqrl/embedder/context.ts';
import type { z } from 'zod';
import { anchorMemory } from '../codebase/anchoring.ts';
import { settleRivals } from '../learn/claims/rivals.ts';
import { redactDraft } from '../learn/gate/redact-draft.ts';
import { storeFor } from '../learn/verbs/remember.ts';
import { remove } from '../learn/verbs/verbs.ts';
import { putDraftReport } from '../store/drafts/drafts.ts';
import { replaceBelongings } from '../store/memory/belongings.ts';
import {
  addMemory,
  memoryAt,
  type Row,
  replaceMemory,
  rowByHash,
  rowsById,
} from '../store/memory/memories.ts';
import { stepsOfMemory } from '../store/memory/steps.ts';
import { removeVector, setVector } from '../store/vectors/stored-index.ts';
import type { IndexedStore } from '../workspace/indexed-store.ts';
import type { Engine } from '../workspace/workspace.ts';
import { dropUnclaimed } from './import-drafts.ts';
import type { ImportRun } from './verbs.ts';

/**
 * Brings in whole memories with their ids, times and all. Of two with one id and one text the later stays; of two with one id
 * and different texts both stay, and a person decides.
 */
export async function bringIn(
  engine: Engine,
  arriving: readonly { at: string; whole: unknown }[],
  { dryRun, result, tell, together }: ImportRun,
): Promise<void> {
  const safe: SafeImport[] = [];
  for (const { at, whole } of arriving) {
    const made = await makeSafe(whole);
    if ('because' in made) result.refused.push({ at, because: made.because });
    else {
      if (made.redacted) result.redacted++;
      safe.push({ at, whole: made.whole });
    }
  }
  if (dryRun) {
    for (const each of safe) count(each, fateOf(engine, each.whole));
    return;
  }
  // Only what the person says is theirs comes in whole.
  for (const { whole } of safe) dropUnclaimed(engine, whole);
  const fresh = safe.filter(({ whole }) => isWrite(fateOf(engine, whole)));
  const vectors =
    fresh.length > 0 ? await engine.meaning.ofMemories(fresh.map(({ whole }) => contextualText(whole))) : [];
  if (!vectors) tell(engine.meaning.notice);
  // Looks that wait for their turn are noted by row, and rows may change hands below.
  engine.flush();
  for (const indexedStore of engine.indexedStores) {
    const settle: (() => void)[] = [];
    indexedStore.store.transaction(() => {
      for (const each of safe) {
        if (storeFor(engine, each.whole) !== indexedStore) continue;
        const fate = fateOf(engine, each.whole);
        count(each, fate);
        if (!isWrite(fate)) continue;
        const vector = vectors?.[fresh.indexOf(each)];
        const whole = fate === 'both' ? otherVersion(each.whole) : each.whole;
        settle.push(put(engine, whole, vector, { together, isOther: fate === 'both' }));
      }
    });
    for (const each of settle) each();
  }

  function count({ at }: SafeImport, fate: ImportOutcome): void {
    if (fate === 'both') {
      result.added++;
      tell({
        message: 'Memories with another text in the file than here are kept in both versions.',
        hint: '`sqrl review` shows them; confirm the one that is right.',
      });
    } else if (typeof fate === 'string') result[fate]++;
    else result.refused.push({ at, because: fate.because });
  }
}

type WholeMemory = z.output<typeof wholeMemory>;
type ImportOutcome = 'added' | 'changed' | 'known' | 'both' | { because: string };

interface SafeImport {
  at: string;
  whole: WholeMemory;
}

interface StoredMemory {
  indexedStore: IndexedStore;
  row: Row;
  memory: Memory;
}

const isWrite = (fate: ImportOutcome): boolean => typeof fate === 'string' && fate !== 'known';

/** Looks at a memory from outside once: its form, its letters and its secrets, and those of every question it answered. */
async function makeSafe(
  given: unknown,
): Promise<{ whole: WholeMemory; redacted: boolean } | { because: string }> {
  const parsed = wholeMemory.safeParse(given);
  if (!parsed.success) return { because: whyNot(parsed.error) };
  if (clean(parsed.data.text) === '') return { because: 'Nothing to remember: the text is empty' };
  const { draft, found } = redactDraft(parsed.data);
  const questions = await Promise.all(
    draft.looks.map(async ({ question }) => (question === null ? null : redact(clean(question)))),
  );
  return {
    whole: {
      ...draft,
      anchors: draft.anchors?.filter(isHarmless),
      looks: draft.looks.map((look, i) => ({ ...look, question: questions[i]?.text ?? null })),
    },
    redacted: found.length > 0 || questions.some((question) => question && question.found.length > 0),
  };
}

/** An anchor with something in it that has to be hidden would lead nowhere; the memory is then tied anew. */
const isHarmless = ({ path, symbol, movedFrom }: ExportedAnchor): boolean =>
  redactDraft({ files: [path, symbol ?? '', movedFrom ?? ''] }).found.length === 0;

function fateOf(engine: Engine, whole: WholeMemory): ImportOutcome {
  const { store } = storeFor(engine, whole);
  const here = placesOf(engine, whole.id);
  if (here.some((place) => hadText(place, whole.text))) return 'known';
  const isReworded = here.some(({ memory }) => memory.text !== whole.text);
  if (isReworded && placesOf(engine, otherVersion(whole).id).length > 0) return 'known';
  if (!isReworded && here.some(({ memory }) => memory.updatedAt >= whole.updatedAt)) return 'known';
  const twin = rowByHash(store, whole, hashOf(whole.text));
  const other = twin === undefined ? undefined : memoryAt(store, twin)!.id;
  if (here.length === 0) return other === undefined ? 'added' : 'known';
  if (other !== undefined && other !== whole.id)
    return { because: `Duplicate: memory ${other} already has this text` };
  return isReworded ? 'both' : 'changed';
}

/** Whether a memory said that here before: an older export has nothing new. */
const hadText = ({ indexedStore: { store }, memory }: StoredMemory, text: string): boolean =>
  memory.text !== text && stepsOfMemory(store, memory.id).some(({ before }) => before === text);

/** The version that came in, under an id that its words make, so that it comes in once. It waits for a person. */
function otherVersion(whole: WholeMemory): WholeMemory {
  const { id, relations } = whole;
  return {
    ...whole,
    id: createHash('sha256').update(`${id} ${whole.text}`).digest('hex').slice(0, 12),
    needsReview: true,
    relations: [...relations, { kind: 'conflicts', to: id, confidence: 1 }],
  };
}

/** Writes a memory where it belongs, and returns what is left to do once that is committed. */
function put(
  engine: Engine,
  whole: WholeMemory,
  vector: Float32Array | undefined,
  { together, isOther }: { together: ReadonlySet<string>; isOther: boolean },
): () => void {
  const indexedStore = storeFor(engine, whole);
  const { store, index } = indexedStore;
  const { model } = engine.meaning;
  const places = placesOf(engine, whole.id);
  const here = places.find((place) => place.indexedStore === indexedStore);
  const row = here?.row ?? addMemory(store, whole, hashOf(whole.text));
  if (here) replaceMemory(store, row, whole, hashOf(whole.text));
  replaceBelongings(store, row, whole);
  anchorMemory(engine, indexedStore, row, whole);
  if (!isOther) settleRivals(store, row, whole, together);
  putDraftReport(store, {
    id: whole.id,
    at: engine.now(),
    origin: 'import',
    text: null,
    step: null,
    reason: null,
    memory: whole.id,
    session: null,
  });
  const stale = here !== undefined && contextualText(here.memory) !== contextualText(whole);
  if (vector) setVector(store, row, model, vector);
  else if (stale) removeVector(store, row);
  return () => {
    if (vector) index.set(row, vector);
    else if (stale) index.remove(row);
    // Between two files there is no common transaction: added here first, so that a crash leaves two, not none.
    for (const place of places.filter((each) => each.indexedStore !== indexedStore)) leave(place);
  };
}

function leave({ indexedStore, row, memory }: StoredMemory): void {
  indexedStore.store.transaction(() => {
    // Another process may have been quicker, and the row be another memory's by now.
    if (memoryAt(indexedStore.store, row)?.id === memory.id) remove(indexedStore, row);
  });
}

/** Where a memory is: in no store, in one, or in both where an earlier program put it twice. */
const placesOf = (engine: Engine, id: string): StoredMemory[] =>
  engine.indexedStores.flatMap((indexedStore) =>
    rowsById(indexedStore.store, id).flatMap((row) => {
      const memory = memoryAt(indexedStore.store, row)!;
      return memory.id === id ? [{ indexedStore, row, memory }] : [];
    }),
  );
