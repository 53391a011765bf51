import { type FullMemory, MAX_DECISIONS, type Memory } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { relatedStatements } from '../../store/drafts/model-questions.ts';
import { episodesOfSessions } from '../../store/episodes/episodes.ts';
import { latestPrompts } from '../../store/events/last-work.ts';
import { sessionsWhere } from '../../store/events/sessions.ts';
import { fullMemoryAt } from '../../store/memory/belongings.ts';
import { memoriesWhere } from '../../store/memory/filters.ts';
import { learnedIn } from '../../store/memory/portrait.ts';
import { sharedRow } from '../../store/memory/shared.ts';
import { openSuggestions } from '../../store/memory/steps.ts';
import { type StoredMemory, storedMemories, storesOf } from '../../workspace/lookup.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { disputedIds, disputesToAnswer } from '../sharing/comments.ts';
import { mayChangeAll } from '../sharing/note-shared.ts';
import { conflictsOf, sentBecause, untold } from './untold.ts';

/**
 * The decisions that are worth a person's time, by the use expected of them; other wordings of one matter are one decision.
 * What this person may decide for a whole team waits among its proposals instead.
 */
export function review(engine: Engine, { limit, learned }: Parsed<'review'>) {
  if (learned !== undefined) return learnedInSession(engine, learned);
  const { all, proposals } = waitingRows(engine);
  const ranked = rank(engine, all).slice(0, MAX_COMPARED);
  const groups = groupAlike(engine, ranked, Math.min(limit, MAX_DECISIONS));
  return {
    waiting: groups.map(([head, ...others]) => waitingMemory(engine, head!, others)),
    total: groups.length,
    proposals,
  };
}

/** What a session taught, also what needs no decision: memories that its tasks prove and that came into being in it. */
function learnedInSession(engine: Engine, prefix: string) {
  const { store } = engine.own;
  const sessions = sessionsWhere(store, { id: prefix }, { limit: MAX_SESSIONS });
  const episodes = episodesOfSessions(
    store,
    sessions.map(({ row }) => row),
  );
  for (const { row, startedAt, endedAt } of sessions) {
    const ids = (episodes.get(row) ?? []).map(({ id }) => id);
    const found = storesOf(engine).flatMap((each) =>
      [...new Set(learnedIn(each, ids).map(({ id }) => id))]
        .flatMap((id) => storedMemories([each], id))
        .filter(({ memory: { createdAt } }) => createdAt >= startedAt && createdAt <= endedAt),
    );
    if (found.length === 0) continue;
    const waiting = found.map((one) => {
      const told = waitingMemory(engine, { ...one, isAsked: false }, []);
      return told.memory.needsReview ? told : { ...told, why: '' };
    });
    return { waiting, total: waiting.length, proposals: 0 };
  }
  return { waiting: [], total: 0, proposals: 0 };
}

/** Sessions that are looked through for the latest that taught something. */
const MAX_SESSIONS = 50;

/** More are not compared with each other; a person decides a few. */
const MAX_COMPARED = 300;

interface WaitingRow extends StoredMemory {
  /** An answer was asked for: an agent that passes on what it was told, or wants it deleted. */
  isAsked: boolean;
}

function waitingRows(engine: Engine): { all: WaitingRow[]; proposals: number } {
  const [stores, order] = [storesOf(engine), { now: engine.now(), limit: -1, order: 'oldest' } as const];
  const found = stores.flatMap((store) =>
    memoriesWhere(store, { needsReview: true }, order).map(({ row, memory }) => ({
      ...{ store, row, memory },
      isAsked: memory.source === 'agent_explicit' || memory.userId !== null,
    })),
  );
  const all = found.filter(({ store, memory }) => !isProposalToDecide(store, memory.id));
  const proposals = found.length - all.length;
  const waiting = new Set(all.map(({ memory }) => memory.id));
  for (const store of stores) {
    // A dispute is decided by those who answer for the memory; others see that it is disputed.
    const answered = new Set(disputesToAnswer(store).map(({ about }) => about));
    const others = disputedIds(store).difference(answered);
    for (const { id } of openSuggestions(store))
      for (const each of waiting.has(id) || others.has(id) ? [] : storedMemories([store], id))
        all.push({ ...each, isAsked: true });
  }
  return { all, proposals };
}

function isProposalToDecide(store: Store, id: string): boolean {
  const shared = sharedRow(store, id);
  return Boolean(shared?.facts?.proposed && !shared.facts.dismissed) && mayChangeAll(store, shared!.space);
}

/** By expected use: how likely it is right, how far it holds, and how often its matter came up of late. */
function rank(engine: Engine, all: readonly WaitingRow[]): WaitingRow[] {
  const prompts = latestPrompts(engine.own.store, MAX_PROMPTS).map(contentWords);
  const uses = new Map(all.map((one) => [one, expectedUse(one, prompts)]));
  return all.toSorted(
    (a, b) =>
      uses.get(b)! - uses.get(a)! ||
      b.memory.createdAt - a.memory.createdAt ||
      (a.memory.id < b.memory.id ? -1 : 1),
  );
}

const MAX_PROMPTS = 200;

function expectedUse({ memory, isAsked }: WaitingRow, prompts: readonly ReadonlySet<string>[]): number {
  const words = contentWords(memory.text);
  const occasions = prompts.filter((prompt) => isAbout(words, prompt)).length;
  const likely = memory.confidence * (memory.tainted ? TAINTED_WEIGHT : 1);
  return likely * reachWeight(memory) * (1 + Math.log2(1 + occasions)) * (isAsked ? ASKED_WEIGHT : 1);
}

function isAbout(words: ReadonlySet<string>, prompt: ReadonlySet<string>): boolean {
  let shared = 0;
  for (const word of words) if (prompt.has(word)) shared++;
  return shared >= 2 && shared * 4 >= words.size;
}

/** An answer is awaited; one that holds everywhere comes before whatever else waits in a project. */
const ASKED_WEIGHT = 4;
const TAINTED_WEIGHT = 0.5;

function reachWeight({ scope, files, branch }: Memory): number {
  if (scope === 'global') return 2;
  if (scope === 'session' || branch !== null) return 0.3;
  return scope === 'path' || files.length > 0 ? 0.6 : 1;
}

/** The best of each matter with those that say the same after it; at most `limit` matters. */
function groupAlike(engine: Engine, ranked: readonly WaitingRow[], limit: number): WaitingRow[][] {
  const ties = new Set(
    storesOf(engine)
      .flatMap(relatedStatements)
      .map(({ older, newer }) => tieOf(older, newer)),
  );
  const groups: WaitingRow[][] = [];
  for (const one of ranked) {
    const group = groups.find(([head]) => isSameMatter(one, head!, ties));
    if (group) group.push(one);
    else if (groups.length < limit) groups.push([one]);
  }
  return groups;
}

/**
 * One of them is decided for both, so what has words of its own is another matter unless the relation model knows better,
 * whose `ties` are pairs of ids.
 */
function isSameMatter(a: WaitingRow, b: WaitingRow, ties: ReadonlySet<string>): boolean {
  const [one, other] = [a.memory, b.memory];
  if (a.isAsked !== b.isAsked || one.polarity * other.polarity < 0) return false;
  if (one.scope !== other.scope || one.scopeOf !== other.scopeOf) return false;
  if (one.key !== null && one.key === other.key) return true;
  return ties.has(tieOf(one.id, other.id)) || hasSameWords(one, other);
}

/** All words of one are in the other, and most of that one's. Of 390 labelled pairs 9 are so: all repeat or refine. */
function hasSameWords(one: Memory, other: Memory): boolean {
  const [a, b] = [contentWords(one.text), contentWords(other.text)];
  return (a.isSubsetOf(b) || b.isSubsetOf(a)) && 3 * Math.min(a.size, b.size) >= 2 * Math.max(a.size, b.size);
}

const tieOf = (one: string, other: string): string => (one < other ? `${one} ${other}` : `${other} ${one}`);

/** `same`: the same matter in other words, which is decided along. */
function waitingMemory(engine: Engine, { store, row }: WaitingRow, others: readonly WaitingRow[]) {
  const full = fullMemoryAt(store, row)!;
  const { evidence, relations: _, metrics: __, anchors: ___, ...memory } = full;
  return {
    memory,
    why: whyAsked(engine, store, full),
    evidence: evidence.findLast(({ quote }) => quote !== null) ?? evidence.at(-1) ?? null,
    conflicts: conflictsOf(full).flatMap((id) =>
      storedMemories(storesOf(engine), id)
        .slice(0, 1)
        .map((each) => ({ id, text: each.memory.text })),
    ),
    same: others.map(({ memory: { id, text } }) => ({ id, text })),
  };
}

/** A memory with an open request for deletion, or a dispute, may be told until the person answers. */
const whyAsked = (engine: Engine, store: Store, full: FullMemory): string =>
  (full.needsReview ? untold(engine, store, full) : sentBecause(store, full)) ??
  'its author requested a review';
