import { contextualText } from '../embed/context.ts';
import type { Draft, Memory } from '../model/memory.ts';
import { appendToDailyLog } from '../notes/daily-log.ts';
import type { Shelf } from '../recall/find.ts';
import { type Committed, commit } from '../write/commit.ts';
import { memoryFrom } from '../write/draft.ts';
import { redactDraft } from '../write/redact-draft.ts';
import { anchorMemory } from './anchoring.ts';
import type { Engine } from './engine.ts';
import { holdAgainst } from './hold-against.ts';
import type { Notice } from './meaning.ts';

/** What became of a draft. */
export interface Remembered extends Committed {
  redacted: string[];
  notices: Notice[];
}

/** Remembers one thing: redacts, embeds, writes, ties it to the code, and notes it in the day's log. */
export async function remember(engine: Engine, draft: Draft): Promise<Remembered> {
  const [one] = await rememberAll(engine, [draft]);
  const superseded = await holdAgainst(engine, one!.memory);
  return { ...one!, superseded: [...one!.superseded, ...superseded] };
}

/** Remembers many things in one transaction a shelf, embedding them together. */
export async function rememberAll(engine: Engine, drafts: readonly Draft[]): Promise<Remembered[]> {
  const ready = drafts.map((given) => {
    const { draft, found } = redactDraft(given);
    return { draft, redacted: found, memory: memoryFrom(draft, engine.now()) };
  });
  const vectors = await engine.meaning.ofMemories(ready.map(({ memory }) => contextualText(memory)));
  const notices = vectors || !engine.meaning.notice ? [] : [engine.meaning.notice];
  const results: Remembered[] = [];
  for (const shelf of engine.shelves)
    shelf.store.transaction(() => {
      ready.forEach(({ draft, memory, redacted }, i) => {
        if (shelfFor(engine, memory) !== shelf) return;
        const vector = vectors && { model: engine.meaning.model, value: vectors[i]! };
        const committed = commit(shelf.store, {
          memory,
          evidence: evidenceOf(draft, memory),
          relations: draft.relations,
          vector,
        });
        anchorMemory(engine, shelf, committed.row, committed.memory);
        results[i] = { ...committed, redacted, notices };
      });
    });
  results.forEach(({ row, memory, did }, i) => {
    if (did === 'added' && vectors) shelfFor(engine, memory).index.set(row, vectors[i]!);
    if (did !== 'known') logDaily(engine, memory, notices);
  });
  return results;
}

/** Where a memory belongs: the user's shelf for what holds everywhere, the project's for the rest. */
export const shelfFor = (engine: Engine, { scope }: Pick<Memory, 'scope'>): Shelf =>
  scope === 'global' ? engine.user : engine.own;

/** What is simply said is its own proof. */
const evidenceOf = (draft: Draft, memory: Memory) =>
  draft.evidence ?? [
    { proof: 'explicit_statement', episode: null, events: [], quote: null, at: memory.createdAt },
  ];

/** The log is a convenience: where it cannot be written, the memory stands all the same. */
function logDaily(engine: Engine, memory: Memory, notices: Notice[]): void {
  if (!engine.settings.notes.daily_log) return;
  const trouble = appendToDailyLog({
    folder: engine.home.daily,
    memory,
    at: engine.now(),
    timeZone: engine.timeZone,
  });
  if (trouble && !notices.includes(trouble)) notices.push(trouble);
}
