import { statSync } from 'node:fs';
import { readLogin } from '../exchange/hub/login.ts';
import { lastCopyAt } from '../store/copies.ts';
import { countEvents } from '../store/events/events.ts';
import { redactedTexts } from '../store/stats/overview.ts';
import { mayPassagesLeave } from '../workspace/embed-passages.ts';
import type { Engine } from '../workspace/workspace.ts';

/** How many of the latest events are searched; all of them may be millions. */
const MAX_EVENTS = 50_000;

/** What is kept where, how many secrets were kept out of it, and what may leave this machine. */
export function privacy(engine: Engine) {
  const stores = engine.indexedStores.map(({ store }) => store);
  const found = stores.map((store) => redactedTexts(store, MAX_EVENTS));
  const [memories, events] = [found.flatMap((each) => each.memories), found.flatMap((each) => each.events)];
  const byKind: Record<string, number> = {};
  let [inMemories, inEvents] = [0, 0];
  for (const text of memories) inMemories += count(text, byKind);
  for (const text of events) inEvents += count(text, byKind);
  return {
    home: engine.home.root,
    files: stores.map(({ path }) => ({
      path,
      bytes: statSync(path).size,
      lastCopyAt: lastCopyAt(path) ?? null,
    })),
    redactions: {
      memories: inMemories,
      events: inEvents,
      byKind: Object.fromEntries(Object.entries(byKind).sort((a, b) => b[1] - a[1])),
      lookedAt: stores.reduce((sum, store) => sum + Math.min(MAX_EVENTS, countEvents(store).events), 0),
    },
    leaves: leavesOf(engine),
  };
}

function count(text: string, byKind: Record<string, number>): number {
  const marks = [...text.matchAll(/\[redacted: ([^\]\n]{1,60})\]/g)];
  for (const [, kind] of marks) byKind[kind!] = (byKind[kind!] ?? 0) + 1;
  return marks.length;
}

/** Nothing does unless a setting says so. */
function leavesOf({ settings, llm, home }: Engine): { what: string; to: string }[] {
  const { embedder, reranker } = settings;
  const hub = readLogin(home.root);
  return [
    ...(hub
      ? [
          {
            what: 'shared memories and comments on them, to the hub; global memories only after `sqrl sync --personal`',
            to: hub.url,
          },
        ]
      : []),
    ...(embedder.provider === 'bundled'
      ? []
      : [{ what: 'texts of memories and questions, for embedding', to: embedder.url ?? embedder.provider }]),
    ...(embedder.provider === 'bundled' || !mayPassagesLeave(settings)
      ? []
      : [{ what: 'redacted texts of sessions, for embedding', to: embedder.url ?? embedder.provider }]),
    ...(reranker.provider === 'endpoint'
      ? [{ what: 'texts of memories and questions, for reranking', to: reranker.url ?? 'the reranker' }]
      : []),
    ...(llm
      ? [
          {
            what: 'redacted excerpts of sessions and memories, within the daily limit',
            to:
              settings.llm.url ??
              (settings.llm.provider === 'program' ? settings.llm.program : settings.llm.provider),
          },
        ]
      : []),
  ];
}
