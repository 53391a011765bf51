import type { z } from 'zod';
import { contextualText } from '../embed/context.ts';
import { wholeMemory } from '../model/schemas.ts';
import { addLooks } from '../store/access.ts';
import {
  addMemory,
  memoryAt,
  moveBelongings,
  type Row,
  replaceMemory,
  rowByHash,
  rowsById,
} from '../store/memories.ts';
import { setVector } from '../store/vectors.ts';
import { clean, hashOf } from '../write/clean.ts';
import { redactDraft } from '../write/redact-draft.ts';
import type { Engine } from './engine.ts';
import type { Imported } from './exchange.ts';
import { shelfFor } from './remember.ts';

type Whole = z.output<typeof wholeMemory>;

/** Brings in whole memories with their ids, times and all; of two with one id the later changed stays. */
export async function bringIn(
  engine: Engine,
  arriving: readonly { at: string; whole: unknown }[],
  dryRun: boolean,
  result: Imported,
): Promise<void> {
  const safe: Whole[] = [];
  for (const { at, whole } of arriving) {
    const parsed = wholeMemory.safeParse(whole);
    if (!parsed.success) {
      const issue = parsed.error.issues[0]!;
      result.refused.push({ at, because: `${issue.path.join('.')}: ${issue.message}` });
      continue;
    }
    const { draft, found } = await redactDraft(parsed.data);
    result.redacted += found.length;
    safe.push({ ...draft, text: clean(draft.text) });
  }
  const fresh = safe.filter((whole) => fateOf(engine, whole) !== 'known');
  const vectors = dryRun ? undefined : await engine.meaning.ofMemories(fresh.map(contextualText));
  if (engine.meaning.notice && result.notices.length === 0) result.notices.push(engine.meaning.notice);
  for (const { store, index } of engine.shelves)
    store.transaction(() => {
      for (const whole of safe) {
        if (shelfFor(engine, whole).store !== store) continue;
        const fate = fateOf(engine, whole);
        result[fate]++;
        if (dryRun || fate === 'known') continue;
        const row = put(engine, whole, fate);
        const vector = vectors?.[fresh.indexOf(whole)];
        if (!vector) continue;
        setVector(store, row, engine.meaning.model, vector);
        index.set(row, vector);
      }
    });
}

/** What would become of a memory that comes in. */
function fateOf(engine: Engine, whole: Whole): 'added' | 'changed' | 'known' {
  const { store } = shelfFor(engine, whole);
  const same = rowById(engine, whole);
  if (same !== undefined) return memoryAt(store, same)!.updatedAt < whole.updatedAt ? 'changed' : 'known';
  return rowByHash(store, whole, hashOf(whole.text)) === undefined ? 'added' : 'known';
}

function put(engine: Engine, whole: Whole, fate: 'added' | 'changed'): Row {
  const { store } = shelfFor(engine, whole);
  if (fate === 'changed') {
    const row = rowById(engine, whole)!;
    replaceMemory(store, row, whole, hashOf(whole.text));
    return row;
  }
  const row = addMemory(store, whole, hashOf(whole.text));
  moveBelongings(store, row, whole);
  addLooks(store, whole.id, whole.looks);
  return row;
}

const rowById = (engine: Engine, whole: Whole): Row | undefined => {
  const { store } = shelfFor(engine, whole);
  return rowsById(store, whole.id).find((row) => memoryAt(store, row)!.id === whole.id);
};
