import { setImmediate } from 'node:timers/promises';
import type { Notice, OnProgress } from '@sqrl/base/messages.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import { splitNote } from '../learn/notes/split.ts';
import type { Parsed } from '../protocol/verbs.ts';
import { newestMemory } from '../store/memory/anchors.ts';
import { fullMemoryAt, looksAt } from '../store/memory/belongings.ts';
import { ANY, memoriesWhere } from '../store/memory/filters.ts';
import type { Engine } from '../workspace/workspace.ts';
import { claude, takeOwnRules } from './claude.ts';
import type { ExchangeFormat, ExportedMemory, ExportedText, IncomingExport } from './exchange.ts';
import { takeDrafts, unclaimed } from './import-drafts.ts';
import { bringIn } from './import-whole.ts';
import { jsonFormat } from './json.ts';
import { markdownFormat } from './markdown.ts';

/** The forms memories travel in. Asked in this order whether they know a text. */
const forms = {
  json: jsonFormat,
  markdown: markdownFormat,
  claude: { ...claude, read: readRules },
} satisfies Record<string, ExchangeFormat>;

type FormName = keyof typeof forms;

/** Writes memories as text: everything there is, or what a filter lets through. */
export async function exportAs(
  engine: Engine,
  { format, filter = ANY }: Parsed<'export'>,
  { onProgress, signal }: ProgressOptions,
): Promise<ExportedText> {
  engine.flush();
  const now = engine.now();
  const rows = engine.indexedStores.flatMap(({ store }) =>
    memoriesWhere(store, filter, { now, limit: -1, order: 'oldest' }).map(({ row }) => ({ store, row })),
  );
  const leaving: ExportedMemory[] = [];
  for (let i = 0; i < rows.length; i += EXPORT_BATCH_MEMORIES) {
    for (const { store, row } of rows.slice(i, i + EXPORT_BATCH_MEMORIES)) {
      const memory = fullMemoryAt(store, row);
      // Deleted by another process meanwhile.
      if (memory) leaving.push({ ...memory, looks: looksAt(store, row) });
    }
    onProgress?.(Math.min(i + EXPORT_BATCH_MEMORIES, rows.length), rows.length, 'memories exported');
    await setImmediate();
    if (signal?.aborted) throw new Problem('Interrupted.', 'Nothing was written.', 'cancelled');
  }
  return forms[format].write(leaving, now);
}

/** How many memories are exported before the event loop runs: a few milliseconds of work. */
const EXPORT_BATCH_MEMORIES = 256;

/** Long work that tells how far it is, and can be stopped. */
interface ProgressOptions {
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Reads memories from text, a batch at a time; what cannot be taken is refused by itself, with its reason. Whatever a file
 * says of itself, that it is pinned, verified, a person's word or global, is the claim of its author: unless the
 * person says that it is theirs, every memory in it waits for review, in this project.
 */
export async function importFrom(
  engine: Engine,
  { text, format, dryRun, mine }: Parsed<'import'>,
  { onProgress, signal }: ProgressOptions = {},
) {
  const name = format ?? (Object.keys(forms) as FormName[]).find((each) => forms[each].knows(text))!;
  // A text is redacted before it is cut into memories; in JSON every memory is a text of its own.
  const whole = name === 'json' ? { text, found: [] } : redactSync(text);
  const read: IncomingExport[] = forms[name].read(whole.text.replace(/^\uFEFF/, ''));
  const arriving = mine ? read : read.map((one) => unclaimed(one, engine.now()));
  if (arriving.length === 0)
    throw new Problem('No memories found in the file.', 'Memories are read from list items and paragraphs.');
  const taking = begin(engine, name, { dryRun, mine, isRedacted: whole.found.length > 0 }, arriving);
  for (let i = 0; i < arriving.length; i += BATCH_MEMORIES) {
    // What needs no vector is taken in without a pause otherwise, and cancellation would not be noticed.
    await setImmediate();
    if (signal?.aborted)
      throw new Problem(
        `Stopped after ${i} of ${arriving.length}.`,
        'Imported memories are kept; run it again for the rest.',
        'cancelled',
      );
    const batch = arriving.slice(i, i + BATCH_MEMORIES);
    await bringIn(
      engine,
      batch.filter((each) => 'whole' in each),
      taking,
    );
    await takeDrafts(
      engine,
      batch.filter((each) => 'draft' in each),
      taking,
    );
    onProgress?.(Math.min(i + BATCH_MEMORIES, arriving.length), arriving.length, 'memories imported');
  }
  return taking.result;
}

const BATCH_MEMORIES = 64;

/** A file of rules is a note whose rules a person taught, but for those that came from here. */
function readRules(text: string): IncomingExport[] {
  const { rules, rest } = takeOwnRules(text);
  const { pieces, tags } = splitNote(rest);
  return [
    ...rules,
    ...pieces.map((piece) => ({ at: `byte ${piece.offset}`, draft: { text: piece.text, tags } })),
  ];
}

export type ImportRun = ReturnType<typeof begin>;

function begin(
  engine: Engine,
  format: FormName,
  /** `isRedacted`: secrets were taken out of the text as a whole, so that markers in it are of this import. */
  given: { dryRun: boolean; mine: boolean; isRedacted: boolean },
  arriving: readonly IncomingExport[],
) {
  let said: Set<string> | undefined;
  const result = {
    ...{ format, added: 0, changed: 0, known: 0 },
    // How many memories had a secret taken out.
    redacted: 0,
    refused: [] as { at: string; because: string }[],
    notices: [] as Notice[],
  };
  return {
    ...given,
    result,
    /** Passes a notice on, once. */
    tell(notice: Notice | undefined) {
      const isKnown = result.notices.some(({ message }) => message === notice?.message);
      if (notice && !isKnown) result.notices.push(notice);
    },
    /** Ids of the whole memories that come in. */
    together: new Set(
      arriving.flatMap((each) =>
        'whole' in each ? [String((each.whole as { id?: unknown } | null)?.id)] : [],
      ),
    ),
    /** The last row of each store before: what a file says beside each other is meant to hold beside each other. */
    before: new Map(engine.indexedStores.map((each) => [each, newestMemory(each.store)])),
    /** What came in before, by scope and text. */
    seen: new Set<string>(),
    /** The hashes of all that holds now, in any scope. Only rules that were written here ask for it. */
    said(): Set<string> {
      said ??= new Set(
        engine.indexedStores.flatMap(({ store }) =>
          memoriesWhere(store, {}, { now: engine.now(), limit: -1, order: 'oldest' }).map(({ memory }) =>
            hashOf(memory.text),
          ),
        ),
      );
      return said;
    },
  };
}
