import { claude } from '../exchange/claude.ts';
import type { Arriving, Form, Leaving } from '../exchange/exchange.ts';
import { json } from '../exchange/json.ts';
import { markdown } from '../exchange/markdown.ts';
import type { Draft } from '../model/memory.ts';
import { Problem } from '../model/problem.ts';
import { splitNote } from '../notes/split.ts';
import { looksAt } from '../store/access.ts';
import { type Filter, memoriesWhere } from '../store/filters.ts';
import { fullMemoryAt } from '../store/memories.ts';
import type { Engine } from './engine.ts';
import { bringIn } from './import-whole.ts';
import type { Notice } from './meaning.ts';
import { rememberAll } from './remember.ts';
import { ANY } from './verbs.ts';

/** The forms memories travel in. Asked in this order whether they know a text. */
const forms = { json, markdown, claude: { ...claude, read: readRules } } satisfies Record<string, Form>;

export type FormName = keyof typeof forms;

/** Writes memories as text: everything there is, or what a filter lets through. */
export function exportAs(
  engine: Engine,
  format: FormName,
  filter?: Filter,
): { text: string; memories: number } {
  engine.flush();
  const now = engine.now();
  const leaving = engine.shelves.flatMap(({ store }) =>
    memoriesWhere(store, filter ?? ANY, { now, limit: -1, order: 'oldest' }).map(
      ({ row }): Leaving => ({ ...fullMemoryAt(store, row)!, looks: looksAt(store, row) }),
    ),
  );
  return { text: forms[format].write(leaving, now), memories: leaving.length };
}

export interface Imported {
  format: FormName;
  added: number;
  changed: number;
  known: number;
  redacted: number;
  refused: { at: string; because: string }[];
  notices: Notice[];
}

interface Importing {
  text: string;
  format?: FormName;
  dryRun: boolean;
  onProgress?: (done: number, total: number, what: string) => void;
  signal?: AbortSignal;
}

/** Reads memories from text, a batch at a time; what cannot be taken is refused by itself, with its reason. */
export async function importFrom(
  engine: Engine,
  { text, format, dryRun, onProgress, signal }: Importing,
): Promise<Imported> {
  const name = format ?? (Object.keys(forms) as FormName[]).find((each) => forms[each].knows(text))!;
  const arriving = forms[name].read(text.replace(/^\uFEFF/, ''));
  if (arriving.length === 0)
    throw new Problem(
      'There is nothing in it to remember.',
      'Memories are read from bullets and paragraphs.',
    );
  const result: Imported = {
    format: name,
    added: 0,
    changed: 0,
    known: 0,
    redacted: 0,
    refused: [],
    notices: [],
  };
  for (let i = 0; i < arriving.length; i += BATCH) {
    if (signal?.aborted)
      throw new Problem(
        `Stopped after ${i} of ${arriving.length}.`,
        'What was read stays; run it again for the rest.',
        'cancelled',
      );
    await takeBatch(engine, arriving.slice(i, i + BATCH), dryRun, result);
    onProgress?.(Math.min(i + BATCH, arriving.length), arriving.length, 'memories read');
  }
  return result;
}

const BATCH = 64;

/** A file of rules is a note whose rules a person taught. */
function readRules(text: string): Arriving[] {
  const { pieces, tags } = splitNote(text);
  return pieces.map((piece) => ({ at: `byte ${piece.offset}`, draft: { text: piece.text, tags } }));
}

async function takeBatch(
  engine: Engine,
  arriving: readonly Arriving[],
  dryRun: boolean,
  result: Imported,
): Promise<void> {
  const drafts: Draft[] = [];
  const whole: { at: string; whole: unknown }[] = [];
  for (const each of arriving) {
    if ('because' in each) result.refused.push(each);
    else if ('draft' in each) drafts.push(each.draft);
    else whole.push(each);
  }
  if (whole.length > 0) await bringIn(engine, whole, dryRun, result);
  if (dryRun) {
    result.added += drafts.length;
    return;
  }
  for (const { did, redacted, notices } of await rememberAll(engine, drafts)) {
    result[did === 'known' ? 'known' : 'added']++;
    result.redacted += redacted.length;
    for (const notice of notices)
      if (!result.notices.some(({ message }) => message === notice.message)) result.notices.push(notice);
  }
}
