import { createHash } from 'node:crypto';
import { isPersonsWord } from '@sqrl/base/model/delivery.ts';
import { kindOf, type Memory, MUTED } from '@sqrl/base/model/memory.ts';
import { type Belief, differenceOf, meanOf, probabilityLess } from '@sqrl/base/statistics/beta.ts';
import { countLifts, type LiftRow, replaceLifts } from '../../store/delivery/receipts.ts';
import { livingMemories, stepCounts } from '../../store/memory/steps.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { change } from '../verbs/change.ts';
import { policyOf } from './policy.ts';

/** Sessions in which a memory was due, and those of them that went badly. */
interface LiftArm {
  sessions: number;
  bad: number;
}

export interface LiftCounts {
  told: LiftArm;
  withheld: LiftArm;
}

export interface Lift extends LiftCounts {
  /** Share of bad sessions where told, less that where withheld: below zero is a help. With its 95 % interval. */
  difference: { value: number; low: number; high: number };
  helps: number;
  share: number;
  muted: boolean;
}

/** No memory is told in every session or in none of them: otherwise nothing would be known of it. */
const LATER = { min: 0.1, max: 0.9 };

/** Until each side has this many sessions neither may starve, so that a harmful memory is found soon. */
const MIN_EACH = 12;
const AT_FIRST = { min: 0.5, max: 0.7 };

/** What other memories of its kind came to counts like this many sessions of a memory's own. */
const PRIOR_SESSIONS = 4;

/** It is muted where bad sessions are probably, by 9 to 1, more frequent with it by this much. */
const HARM = 0.1;
const SURE = 0.9;

export interface LiftCase {
  memory: string;
  kind: string;
  counts: LiftCounts;
}

/** Whether each memory helps: its own counts, shrunk towards those of its kind, and these towards those of all. */
export function liftsOf(cases: readonly LiftCase[]): Map<string, Lift> {
  const all = pooled(cases);
  const byKind = new Map(
    [...Map.groupBy(cases, ({ kind }) => kind)].map(([kind, some]) => [kind, shrunk(pooled(some), all)]),
  );
  return new Map(
    cases.map(({ memory, kind, counts }) => [memory, liftOf(counts, byKind.get(kind)!)] as const),
  );
}

export function liftOfKind(cases: readonly LiftCase[], kind: string): Lift {
  return liftOf(pooled(cases.filter((each) => each.kind === kind)), pooled(cases));
}

function liftOf(counts: LiftCounts, like: LiftCounts): Lift {
  const told = belief(counts.told, like.told);
  const withheld = belief(counts.withheld, like.withheld);
  const helps = probabilityLess(told, withheld);
  const isKnown = Math.min(counts.told.sessions, counts.withheld.sessions) >= MIN_EACH;
  const { min, max } = isKnown ? LATER : AT_FIRST;
  return {
    ...counts,
    difference: differenceOf(told, withheld),
    helps,
    // As likely as not counts for the memory: the gate let it in.
    share: Math.max(min, Math.min(max, 2 * helps)),
    muted: isKnown && probabilityLess(withheld, told, HARM) >= SURE,
  };
}

/** Own counts, and a few sessions more at the share of bad ones that is usual. */
function belief({ sessions, bad }: LiftArm, usual: LiftArm): Belief {
  const share = meanOf({ yes: usual.bad + 0.5, no: usual.sessions - usual.bad + 0.5 });
  return { yes: bad + PRIOR_SESSIONS * share, no: sessions - bad + PRIOR_SESSIONS * (1 - share) };
}

function pooled(cases: readonly { counts: LiftCounts }[]): LiftCounts {
  const sum = (arm: 'told' | 'withheld'): LiftArm => ({
    sessions: cases.reduce((total, { counts }) => total + counts[arm].sessions, 0),
    bad: cases.reduce((total, { counts }) => total + counts[arm].bad, 0),
  });
  return { told: sum('told'), withheld: sum('withheld') };
}

const shrunk = (own: LiftCounts, all: LiftCounts): LiftCounts => {
  const arm = (of: 'told' | 'withheld'): LiftArm => {
    const { yes, no } = belief(own[of], all[of]);
    return { sessions: yes + no, bad: yes };
  };
  return { told: arm('told'), withheld: arm('withheld') };
};

/** Whether a session is told a memory, by a hash of both: the same at every point of it, and in its subagents. */
export function isDrawn(session: string, memory: string, share: number): boolean {
  const [main] = session.split('/');
  return createHash('sha256').update(`${main}:${memory}`).digest().readUInt32BE(0) / 2 ** 32 < share;
}

/**
 * Finds out, where there is a control group, which memories help: how often each is told from now on, and which are muted
 * because sessions went worse with them. A person's own words are never weighed, and what a person unmuted stays so.
 */
export async function weighLifts(engine: Engine): Promise<{ memory: string; did: string; why: string }[]> {
  if (!engine.settings.delivery.holdout || engine.own.store.readOnly) return [];
  const { store } = engine.own;
  const { alpha_errors: errors, beta_retries: retries } = policyOf(engine).regret_weights;
  const rows = new Map(countLifts(store, { errors, retries }).map((row) => [row.memory, row]));
  const memories = new Map<string, Memory>();
  const mutedOnce = new Set<string>();
  for (const { store: each } of engine.indexedStores) {
    const steps = stepCounts(each);
    for (const { memory } of livingMemories(each)) {
      if (!rows.has(memory.id) || memory.status === 'deprecated' || isPersonsWord(memory)) continue;
      memories.set(memory.id, memory);
      // One that was muted once is muted now, or a person has taken that back.
      if (steps.get(memory.id)?.has('muted')) mutedOnce.add(memory.id);
    }
  }
  const cases: LiftCase[] = [...memories.values()].map(({ id, type }) => ({
    memory: id,
    kind: kindOf(type),
    counts: countsOf(rows.get(id)!),
  }));
  const lifts = liftsOf(cases);
  replaceLifts(
    store,
    cases.map(({ memory, kind }) => ({ ...rows.get(memory)!, kind, share: lifts.get(memory)!.share })),
  );
  const steps = [];
  for (const [id, { muted, told, withheld }] of lifts) {
    const memory = memories.get(id)!;
    if (!muted || mutedOnce.has(id) || memory.tags.includes(MUTED)) continue;
    const why = `sessions went badly in ${told.bad} of ${told.sessions} cases with it and in ${withheld.bad} of ${withheld.sessions} without it`;
    await change(engine, id, { tags: [...memory.tags, MUTED] }, { did: 'muted', why, codeIsRead: true });
    steps.push({ memory: id, did: 'muted', why });
  }
  return steps;
}

export const countsOf = ({ told, toldBad, withheld, withheldBad }: LiftRow): LiftCounts => ({
  told: { sessions: told, bad: toldBad },
  withheld: { sessions: withheld, bad: withheldBad },
});
