import { hashOf } from '../../base/text/clean.ts';
import { withoutReplacedQuotes } from '../../base/text/replaced.ts';
import { draftsById } from '../../store/drafts/drafts.ts';
import { linkedBy } from '../../store/drafts/due.ts';
import { memoryAt, replaceMemory, rowById } from '../../store/memory/memories.ts';
import { replacedQuotes } from '../../store/memory/successions.ts';
import type { Store } from '../../store/store.ts';
import type { JudgedDraft } from '../gate/carry-out/judged-draft.ts';

/** Drafts that tell of work in the words it was asked for in. */
const QUOTING: ReadonlySet<string> = new Set(['work_state', 'work_unit', 'whereabouts']);

/** Takes from memories of past work the sentences that something newer has replaced, so that they are not told in passing. */
export function unquote(stores: readonly Store[], sentences: readonly JudgedDraft[]): void {
  const [home] = stores;
  const episodes = new Set(
    sentences.flatMap(({ draft }) => (draft.proposal.evidence ?? []).flatMap(({ episode }) => episode ?? [])),
  );
  const replaced = new Map(
    [...episodes].map((episode) => [episode, stores.flatMap((store) => replacedQuotes(store, episode))]),
  );
  const touched = [...episodes].filter((episode) => replaced.get(episode)!.length > 0);
  const ids = new Set([
    ...sentences.map(({ draft }) => draft.id),
    ...touched.flatMap((episode) => linkedBy(home!, `episode:${episode}`)),
  ]);
  for (const draft of draftsById(home!, [...ids])) {
    if (!QUOTING.has(draft.signal) || draft.wanted === null) continue;
    const row = rowById(home!, draft.id);
    const memory = row === undefined ? undefined : memoryAt(home!, row);
    if (!memory || memory.verified) continue;
    const quotes = (draft.proposal.evidence ?? []).flatMap(({ episode }) =>
      episode === null
        ? []
        : (replaced.get(episode) ?? stores.flatMap((store) => replacedQuotes(store, episode))),
    );
    const text = withoutReplacedQuotes((JSON.parse(draft.wanted) as { text: string }).text, quotes);
    if (text !== memory.text) replaceMemory(home!, row!, { ...memory, text }, hashOf(text));
  }
}
