import type { Draft, Memory } from '@sqrl/base/model/memory.ts';
import { dot } from '@sqrl/base/sqlite/vectors/vector-code.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import { NO_TALLY, tallies } from '../../store/delivery/outcomes-tally.ts';
import { type ProjectTime, projectTime } from '../../store/events/project-time.ts';
import { addRelations, fullMemoryAt } from '../../store/memory/belongings.ts';
import { livingMemories, setLife } from '../../store/memory/steps.ts';
import { vectorAt } from '../../store/vectors/stored-index.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { noteStep } from '../gate/history.ts';
import type { LifecycleReport } from '../verbs/live.ts';
import { rememberAll } from '../verbs/remember.ts';
import { currentConfidence } from './confidence.ts';

const MAX_COMPARED = 500;
const MAX_PROOFS = 20;

/**
 * Puts old, rarely used memories of one matter together into one that has their words, files and proofs; they are archived
 * and say which took their place. No model is needed for it. Done twice it changes nothing.
 */
export async function compactOld(engine: Engine): Promise<LifecycleReport['steps']> {
  const { store, index } = engine.own;
  const now = engine.now();
  const time = projectTime(store, now);
  const counts = tallies(store);
  const candidates = livingMemories(store)
    .map((living) => ({ ...living, uses: (counts.get(living.memory.id) ?? NO_TALLY).uses }))
    .filter((each) => !each.isDisputed && isCompactable(each, time))
    .slice(0, MAX_COMPARED)
    .flatMap((each) => {
      const vector = vectorAt(store, each.row);
      return vector?.model === engine.meaning.model ? [{ ...each, vector: vector.value }] : [];
    });
  const steps: LifecycleReport['steps'] = [];
  for (const { members, text } of clustersOf(candidates)) {
    const [{ memory: first }] = members as [(typeof members)[number]];
    const full = members.map(({ row }) => fullMemoryAt(store, row)!);
    // No surer than its surest member is by now: putting old memories together makes them no younger.
    const confidence = Math.max(
      ...members.map(({ memory, lastUsedAt }) => currentConfidence(memory, { lastUsedAt, time })),
    );
    const { type, scope, scopeOf, polarity, source } = first;
    const union = (of: 'files' | 'symbols' | 'tags') => [...new Set(full.flatMap((each) => each[of]))];
    const draft: Draft = {
      ...{ text, type, scope, scopeOf, polarity, source, status: 'provisional', confidence, key: null },
      ...{ files: union('files'), symbols: union('symbols'), tags: union('tags') },
      evidence: full.flatMap(({ evidence }) => evidence).slice(0, MAX_PROOFS),
      relations: full.map(({ id }) => ({ kind: 'derived_from', to: id, confidence: 1 })),
    };
    const [kept] = await rememberAll(engine, [draft], 'import');
    if (kept?.did !== 'added') continue;
    store.transaction(() => {
      for (const { row, memory } of members) {
        setLife(store, row, { ...memory, status: 'deprecated', updatedAt: now });
        const why = `put together with similar old memories in ${kept.memory.id}`;
        noteStep(store, memory, { at: now, did: 'superseded', why });
        steps.push({ memory: memory.id, did: 'superseded', why });
      }
      addRelations(
        store,
        kept.row,
        members.map(({ memory }) => ({ kind: 'supersedes', to: memory.id, confidence: 1 })),
      );
    });
    index.drop();
  }
  return steps;
}

interface CompactCandidate {
  memory: Memory;
  vector: Float32Array;
  uses: number;
  lastUsedAt: number | null;
  seenAt: number | null;
}

/** Used more often, a memory has its place. */
const MAX_USES = 1;
/** How near all memories of a cluster are to each other: they speak of one matter, and none repeats another. */
const MIN_COSINE = 0.7;
const MIN_MEMBERS = 3;
const MAX_CHARS = 600;

/**
 * Whether a memory may be compacted: nobody stated, confirmed or pinned it, it was hardly used, and a half-life of work has
 * passed without it. What is found by a key or a trigger is not found by its words, and stays.
 */
function isCompactable(
  { memory, uses, lastUsedAt, seenAt }: Omit<CompactCandidate, 'vector'>,
  time: ProjectTime,
): boolean {
  const { status, halfLifeDays, createdAt } = memory;
  if (status === 'deprecated' || halfLifeDays === null || uses > MAX_USES) return false;
  if (memory.key !== null || memory.trigger || memory.record || memory.tier === 'emergency') return false;
  if (memory.pinned || memory.verified || memory.needsReview || memory.tainted) return false;
  if (!INFERRED.test(memory.source) || memory.owner !== 'user' || memory.branch !== null) return false;
  return time.daysSince(Math.max(lastUsedAt ?? 0, seenAt ?? 0, createdAt)) > halfLifeDays;
}

const INFERRED = /^(?:observer_inferred|commit_auto|qa_auto|mcp_auto)$/;

/**
 * Finds memories of one type and scope that are all near each other and fit into one, the oldest first, and what they say
 * as one. A function of the set: the order in which memories are given does not matter.
 */
function clustersOf<T extends CompactCandidate>(candidates: readonly T[]): { members: T[]; text: string }[] {
  const open: { members: T[]; text: string }[] = [];
  const ordered = candidates.toSorted(
    (a, b) => a.memory.createdAt - b.memory.createdAt || (a.memory.id < b.memory.id ? -1 : 1),
  );
  for (const one of ordered) {
    const cluster = open.find(({ members }) => members.every((other) => isNear(one, other)));
    const members = [...(cluster?.members ?? []), one];
    const text = textOf(members.map(({ memory }) => memory.text));
    if (cluster && text.length <= MAX_CHARS) Object.assign(cluster, { members, text });
    else open.push({ members: [one], text: one.memory.text });
  }
  return open.filter(({ members }) => members.length >= MIN_MEMBERS);
}

const isNear = (
  { memory: a, vector: one }: CompactCandidate,
  { memory: b, vector: other }: CompactCandidate,
): boolean =>
  a.type === b.type &&
  a.scope === b.scope &&
  a.scopeOf === b.scopeOf &&
  a.polarity === b.polarity &&
  one.length === other.length &&
  dot(one, other) >= MIN_COSINE;

function textOf(texts: readonly string[]): string {
  const sentences = texts.flatMap((text) => text.split(/(?<=[.!?])\s+/)).map((each) => ended(each.trim()));
  return [...new Map(sentences.map((each) => [hashOf(each), each])).values()].join(' ');
}

const ended = (sentence: string): string => (/[.!?:;]$/.test(sentence) ? sentence : `${sentence}.`);
