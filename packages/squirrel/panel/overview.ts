import { DAY_MS } from '@sqrl/base/durations.ts';
import type { Notice } from '@sqrl/base/messages.ts';
import { MAX_DECISIONS } from '@sqrl/base/model/memory.ts';
import { printed, printedName } from '@sqrl/base/model/printed.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { doubtedRules } from '../learn/rules/standing.ts';
import { disputesToAnswer } from '../learn/sharing/comments.ts';
import { review } from '../learn/verbs/review.ts';
import { projectTrust } from '../learn/verbs/trust.ts';
import { latestDeliveries } from '../store/delivery/injections.ts';
import { type Tally, tallies } from '../store/delivery/outcomes-tally.ts';
import { unlearnedMatters } from '../store/drafts/drafts.ts';
import { countEvents } from '../store/events/events.ts';
import { countMemories } from '../store/memory/memories.ts';
import { shortOnes } from '../store/memory/portrait.ts';
import { spentOn } from '../store/spending.ts';
import { countsSince } from '../store/stats/day-counts.ts';
import { failureOccasions, happenedSince, totalsOf } from '../store/stats/overview.ts';
import { countVectors } from '../store/vectors/vectors.ts';
import { capOf, dayOf } from '../workspace/llm.ts';
import type { Engine } from '../workspace/workspace.ts';
import { attentionOf } from './attention.ts';
import { captureOf } from './capture.ts';
import { lastDays } from './days.ts';
import { sparedFailures, sparedTokens } from './estimates.ts';
import { healthOf } from './health.ts';
import { differencesIn, measuredSessions } from './proof-compared.ts';
import { setup } from './setup.ts';

const MAX_BEST = 3;

/** Whether agents are connected and get memories, whether that helped, and what wants a person. */
export function overview(engine: Engine, { days }: { days: number }) {
  engine.flush();
  const { project, own, user } = engine;
  const stores = engine.indexedStores.map(({ store }) => store);
  const now = engine.now();
  const week = now - 7 * DAY_MS;
  const each = new Map(stores.map((store) => [store, totalsOf(store)]));
  const totals = together([...each.values()]);
  const events = together(stores.map((store) => ({ ...countEvents(store) })));
  const capture = captureOf(engine);
  const decisions = review(engine, { limit: MAX_DECISIONS }).total;
  const lately = together(stores.map((store) => ({ ...countsSince(store, week) })));
  return {
    project: project ? { id: project.id, name: project.name, root: project.root } : null,
    at: now,
    empty: totals.memories + totals.deprecated + events.events === 0,
    /** Sessions were read that nothing was learned from yet. */
    isLearning: unlearnedMatters(own.store).length > 0,
    clients: capture,
    setUp: setup(engine)
      .clients.filter(({ files }) => files.every(({ stands }) => stands))
      .map(({ client }) => client),
    deliveredAt: latestDeliveries(own.store, 1)[0]?.at ?? null,
    totals: {
      memories: totals.memories,
      ofProject: own === user ? 0 : each.get(own.store)!.memories,
      ofUser: each.get(user.store)!.memories,
      deprecated: totals.deprecated,
      needsReview: totals.needsReview,
      stale: totals.stale,
      pinned: totals.pinned,
      verified: totals.verified,
      ...events,
    },
    week: {
      since: week,
      learned: lately.learned,
      changed: lately.changed,
      sessions: lately.sessions,
      told: lately.told,
      toldTokens: lately.tokens,
      sparedTokens: tokensSavedSince(engine, week),
      sparedFailures: sparedFailures(failureOccasions(own.store, week)),
    },
    health: healthOf(engine, totals, decisions),
    best: bestMemories(engine, MAX_BEST),
    activity: activityOf(engine, days),
    attention: attentionOf({
      totals,
      decisions,
      capture,
      bare: stores.reduce(
        (sum, store) => sum + countMemories(store) - countVectors(store, engine.meaning.model),
        0,
      ),
      trust: projectTrust(engine).notices,
      spent: spentShare(engine),
      notices: [...engine.notices, ...stores.flatMap(disputeNotices), ...doubtedRules(engine)],
    }),
  };
}

/** Tells the author of a shared memory, and the maintainers of its space, that somebody disputes it. */
const disputeNotices = (store: Store): Notice[] =>
  disputesToAnswer(store)
    .slice(0, MAX_NAMED_DISPUTES)
    .map(({ about, person, text }) => ({
      message: `${printedName(person)} disputes a memory that you answer for: “${printed(text, 120)}”`,
      hint: `sqrl dispute ${about}`,
    }));

const MAX_NAMED_DISPUTES = 3;

function tokensSavedSince({ own: { store }, settings }: Engine, since: number) {
  const sessions = measuredSessions(store);
  const lately = sessions.filter(
    ({ group, at, tokens }) => group === 'full' && at >= since && tokens !== null,
  );
  return sparedTokens(differencesIn(store, sessions)('tokens'), lately.length, settings.delivery.holdout);
}

function activityOf({ indexedStores, timeZone, now }: Engine, many: number) {
  const days = lastDays(timeZone, now(), many);
  const happened = indexedStores.map(({ store }) => happenedSince(store, days.starts[0]!));
  const count = (what: keyof (typeof happened)[0]) => days.count(happened.flatMap((each) => each[what]));
  const [sessions, learned, told, failures] = [
    count('sessions'),
    count('learned'),
    count('told'),
    count('failures'),
  ];
  return days.names.map((day, i) => ({
    day,
    sessions: sessions[i]!,
    learned: learned[i]!,
    told: told[i]!,
    failures: failures[i]!,
  }));
}

/** How much of what may be spent today is; the dearer of tokens and money. */
function spentShare(engine: Engine): number {
  if (!engine.llm) return 0;
  const spent = spentOn(engine.user.store, dayOf(engine, engine.now()));
  const cap = capOf(engine);
  const share = (part: number, whole: number) => (whole > 0 ? part / whole : 0);
  return Math.max(share(spent.input + spent.output, cap.tokens), share(spent.cost, cap.cost));
}

function together<T extends object>(all: readonly T[]): T {
  const sum: Record<string, number> = {};
  for (const one of all)
    for (const [key, n] of Object.entries(one) as [string, number][]) sum[key] = (sum[key] ?? 0) + n;
  return sum as T;
}

/** The memories that helped most: failures that stayed away after a delivery count first, then uses. */
function bestMemories({ indexedStores }: Engine, limit: number) {
  return indexedStores
    .flatMap(({ store }) => {
      const helped = [...tallies(store)].filter(([, { hits, uses }]) => hits + uses > 0);
      const best = helped.sort(([, a], [, b]) => moreHelp(a, b)).slice(0, limit);
      const texts = shortOnes(
        store,
        best.map(([id]) => id),
      );
      return best.flatMap(([id, { uses, hits, misses }]) => {
        const memory = texts.get(id);
        if (!memory || memory.status === 'deprecated') return [];
        return [{ id, type: memory.type, text: memory.text, uses, hits, misses }];
      });
    })
    .sort(moreHelp)
    .slice(0, limit);
}

const moreHelp = (a: Pick<Tally, 'hits' | 'uses'>, b: typeof a): number => b.hits - a.hits || b.uses - a.uses;
