import { countsOf, type LiftCase, type LiftCounts, liftOfKind, liftsOf } from '../learn/lifecycle/lift.ts';
import { liftRows } from '../store/delivery/lifts.ts';
import type { Engine } from '../workspace/workspace.ts';
import { shortTexts } from './short-texts.ts';

/** What memories and kinds of memories came to where they were told and where they were withheld at random. */
export function proofOfMemories(engine: Engine) {
  const rows = liftRows(engine.own.store);
  const cases: LiftCase[] = rows.map((row) => ({
    memory: row.memory,
    kind: row.kind,
    counts: countsOf(row),
  }));
  const lifts = liftsOf(cases);
  const texts = shortTexts(engine, new Set(cases.map(({ memory }) => memory)));
  const memories = cases
    .filter(({ counts }) => isComparable(counts))
    .map(({ memory, kind }) => {
      const { told, withheld, difference, helps, share } = lifts.get(memory)!;
      return { memory, text: texts.get(memory) ?? '', kind, told, withheld, difference, helps, share };
    })
    .sort((a, b) => a.difference.value - b.difference.value);
  const kinds = [...new Set(cases.map(({ kind }) => kind))].sort().map((kind) => {
    const { told, withheld, difference, helps } = liftOfKind(cases, kind);
    return { kind, told, withheld, difference, helps };
  });
  return { memories, kinds };
}

/** Sessions that each side needs before a memory is listed. */
const MIN_SESSIONS = 3;

const isComparable = ({ told, withheld }: LiftCounts): boolean =>
  Math.min(told.sessions, withheld.sessions) >= MIN_SESSIONS;
