import { DAY_MS } from '@sqrl/base/durations.ts';
import type { Notice } from '@sqrl/base/messages.ts';
import { MAX_DECISIONS } from '@sqrl/base/model/memory.ts';
import { printed, printedName } from '@sqrl/base/model/printed.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { doubtedRules } from '../learn/rules/standing.ts';
import { disputesToAnswer } from '../learn/sharing/comments.ts';
import { review } from '../learn/verbs/review.ts';
import { projectTrust } from '../learn/verbs/trust.ts';
import type { Parsed } from '../protocol/verbs.ts';
import { summed } from '../recall/status.ts';
import { dayIn, dayNamed, dayStart } from '../recall/time-range.ts';
import { type Tally, tallies } from '../store/delivery/outcomes-tally.ts';
import { latestDeliveries } from '../store/delivery/receipts.ts';
import { unlearnedMatters } from '../store/drafts/drafts.ts';
import { countEvents } from '../store/events/events.ts';
import { countMemories } from '../store/memory/memories.ts';
import { shortOnes } from '../store/memory/portrait.ts';
import { whileUnchanged } from '../store/memory/unchanged.ts';
import { spentOn } from '../store/projects.ts';
import {
  countsSince,
  fileMemories,
  fileUseCounts,
  happenedSince,
  type Totals,
  totalsOf,
} from '../store/stats/overview.ts';
import { countVectors } from '../store/vectors/stored-index.ts';
import { capOf, dayOf } from '../workspace/llm.ts';
import type { Engine } from '../workspace/workspace.ts';
import { attentionOf, captureOf } from './attention.ts';
import { setup } from './connect.ts';
import { spared } from './estimates.ts';
import { tableOf } from './facets.ts';
import { differencesIn, measuredSessions } from './proof-compared.ts';

const MAX_BEST = 3;

/** Whether agents are connected and get memories, whether that helped, and what wants a person. */
export function overview(engine: Engine, { days }: Parsed<'overview'>) {
  engine.flush();
  const { project, own, user } = engine;
  const stores = engine.indexedStores.map(({ store }) => store);
  const now = engine.now();
  const week = now - 7 * DAY_MS;
  const each = new Map(stores.map((store) => [store, totalsOf(store)]));
  const totals = summed([...each.values()]);
  const events = summed(stores.map((store) => ({ ...countEvents(store) })));
  const capture = captureOf(engine);
  const decisions = review(engine, { limit: MAX_DECISIONS }).total;
  const lately = summed(stores.map((store) => ({ ...countsSince(store, week) })));
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
      ...sparedSince(engine, week),
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

/** What the sessions of a time had less of than control sessions. */
function sparedSince({ own: { store }, settings }: Engine, since: number) {
  const sessions = measuredSessions(store);
  const differenceOf = differencesIn(store, sessions);
  const isMeasured = settings.delivery.holdout;
  const lately = sessions.filter(({ group, at }) => group === 'full' && at >= since);
  const counted = lately.filter(({ tokens }) => tokens !== null);
  return {
    sparedTokens: spared('tokens', differenceOf('tokens'), { sessions: counted.length, isMeasured }),
    sparedFailures: spared('repeated failures', differenceOf('repeatedFailures'), {
      ...{ sessions: lately.length, isMeasured },
    }),
  };
}

const HAPPENED = ['sessions', 'learned', 'told', 'failures'] as const;

function activityOf({ indexedStores, timeZone, now }: Engine, many: number) {
  const days = lastDays(timeZone, now(), many);
  const happened = indexedStores.map(({ store }) => happenedSince(store, days.starts[0]!));
  const counts = tableOf(HAPPENED, (what) => days.count(happened.flatMap((each) => each[what])));
  return days.names.map((day, i) => ({ day, ...tableOf(HAPPENED, (what) => counts[what][i]!) }));
}

/** How much of what may be spent today is; the dearer of tokens and money. */
function spentShare(engine: Engine): number {
  if (!engine.llm) return 0;
  const spent = spentOn(engine.user.store, dayOf(engine, engine.now()));
  const cap = capOf(engine);
  const share = (part: number, whole: number) => (whole > 0 ? part / whole : 0);
  return Math.max(share(spent.input + spent.output, cap.tokens), share(spent.cost, cap.cost));
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

/** The last days until now, where a person lives: what each is called, the oldest first, and when it begins. */
export function lastDays(timeZone: string, now: number, many: number) {
  const first = dayIn(now, timeZone) - many + 1;
  const days = Array.from({ length: many }, (_, i) => first + i);
  /** One more for the end of today. */
  const starts = [...days, first + many].map((day) => dayStart(day, timeZone));
  return {
    names: days.map(dayNamed),
    starts,
    /** How many of these times fall on each day; those before the first are left out. */
    count: (times: readonly number[]) =>
      days.map((_, i) => times.filter((at) => at >= starts[i]! && at < starts[i + 1]!).length),
  };
}

/** How good a project's memory is, from 0 to 100: the mean of three shares; null while there is none. */
export function healthOf({ own: { store } }: Engine, { memories: all, stale }: Totals, decisions: number) {
  const parts = coveredParts(store);
  if (all === 0) return { score: null, fresh: null, decided: null, covered: null, parts: [] };
  const files = parts.reduce((sum, { changed }) => sum + changed, 0);
  const inKnown = parts.reduce((sum, { changed, memories }) => sum + (memories > 0 ? changed : 0), 0);
  const shares = {
    /** Memories whose code has not changed since. */
    fresh: share(all - stale, all),
    /** Memories that no person is asked to decide about. */
    decided: share(all - Math.min(decisions, all), all),
    /** Of the files that agents changed, those in a part that a memory is about. */
    covered: files === 0 ? null : share(inKnown, files),
  };
  const known = Object.values(shares).filter((one) => one !== null);
  const mean = known.reduce((sum, one) => sum + one, 0) / known.length;
  return { score: Math.round(100 * mean), ...shares, parts: parts.slice(0, MAX_PARTS) };
}

const MAX_PARTS = 6;

/** In whole percent, rounded down: 100 only where it is all of them. */
const share = (some: number, all: number): number => Math.floor((100 * some) / all) / 100;

const coveredParts = whileUnchanged((store) => {
  const about = Map.groupBy(fileMemories(store), ({ path }) => path);
  const changed = [...fileUseCounts(store)].filter(([, { changed }]) => changed > 0).map(([path]) => path);
  const memoriesOf = Map.groupBy([...about], ([path]) => folderOf(path));
  return [...Map.groupBy(changed, folderOf)]
    .map(([folder, files]) => ({
      /** The first two folders of its paths; empty for files at the top. */
      folder,
      changed: files.length,
      covered: files.filter((path) => about.has(path)).length,
      memories: new Set((memoriesOf.get(folder) ?? []).flatMap(([, some]) => some.map(({ row }) => row)))
        .size,
    }))
    .sort((a, b) => b.changed - a.changed || (a.folder < b.folder ? -1 : 1));
});

const folderOf = (path: string): string => path.split('/').slice(0, -1).slice(0, 2).join('/');
