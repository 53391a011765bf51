import type { Notice } from '../../base/messages.ts';
import { TRUST_LEVELS, type TrustLevel } from '../../model/delivery.ts';
import { writeIncidental } from '../../store/failures.ts';
import { projectState, setProjectState } from '../../store/marks.ts';
import { trustCounts, wrongInOneSession } from '../../store/stats/trust-counts.ts';
import type { Engine } from '../../workspace/workspace.ts';

/** How far this project's memory is trusted; moves up where that was earned, never where a person has chosen. */
export function projectTrust(engine: Engine) {
  const { store } = engine.own;
  const kept = keptIn(engine);
  const counts = trustCounts(store);
  const earned = kept.by === 'person' ? kept.level : earnedLevel(kept.level, counts);
  const isNew = earned !== kept.level;
  const now: TrustSetting = isNew ? { level: earned, by: 'rules', since: engine.now() } : kept;
  if (isNew) writeIncidental(store, () => setProjectState(store, 'trust', JSON.stringify(now)));
  const wrong = wrongInOneSession(store, now.since);
  const offered = offeredLevel(now.level, wrong);
  return {
    ...now,
    // From this confidence on something is said unasked.
    confidence: TRUST_LEVELS[now.level],
    counts,
    // Null where no level can be earned.
    next: now.by === 'person' ? null : wantedFor(now.level, counts),
    notices: offered
      ? [
          {
            message: `${wrong} memories shown in one session were wrong.`,
            hint: `\`sqrl config trust ${offered}\` shows only memories with a higher confidence; \`sqrl config trust ${now.level}\` keeps the current level.`,
          },
        ]
      : [],
  };
}

/** The offer to step back to a lower level, once for each session that was worse than those before. */
export function newTrustOffer(engine: Engine): Notice | undefined {
  const { store } = engine.own;
  const { notices, since } = projectTrust(engine);
  const [offer] = notices;
  const made = JSON.stringify([since, offer?.message]);
  if (!offer || projectState(store, 'trust offered') === made) return undefined;
  writeIncidental(store, () => setProjectState(store, 'trust offered', made));
  return offer;
}

/** The level alone, as it was last found: what every step of a session asks for. */
export const trustLevel = (engine: Engine): TrustLevel => keptIn(engine).level;

/** Has a person choose the level; `null` gives it back to the rules, from the bottom. */
export function setTrust(engine: Engine, level: TrustLevel | null) {
  const chosen: TrustSetting = { level: level ?? START, by: level ? 'person' : 'rules', since: engine.now() };
  setProjectState(engine.own.store, 'trust', JSON.stringify(chosen));
  let found = projectTrust(engine);
  // Given back, it may have earned more than one step already.
  while (level === null) {
    const next = projectTrust(engine);
    if (next.level === found.level) break;
    found = next;
  }
  return found;
}

interface TrustSetting {
  level: TrustLevel;
  /** `rules`: it was earned; `person`: somebody chose it, and nothing raises it. */
  by: 'rules' | 'person';
  since: number;
}

const START: TrustLevel = 'cautious';

function keptIn({ own }: Engine): TrustSetting {
  const text = projectState(own.store, 'trust');
  return text === undefined ? { level: START, by: 'rules', since: 0 } : (JSON.parse(text) as TrustSetting);
}

/** What a level depends on, counted in one project. */
export type TrustCounts = ReturnType<typeof trustCounts>;

/** What the next level asks for, and whether that is met. */
const NEEDS: Partial<
  Record<TrustLevel, { next: 'standard' | 'confident'; needs: (counts: TrustCounts) => [boolean, string][] }>
> = {
  // Without reviews there are no rejections.
  cautious: {
    next: 'standard',
    needs: ({ sessions, confirmed, flagged }) => [
      [sessions >= 3, `3 sessions (${sessions} so far)`],
      [
        confirmed >= (confirmed + flagged) / 2,
        `at least half of the judged memories must be confirmed (${confirmed} of ${confirmed + flagged})`,
      ],
    ],
  },
  standard: {
    next: 'confident',
    needs: ({ sessions, told, delivered, flaggedDelivered }) => [
      [sessions >= 16, `16 sessions (${sessions} so far)`],
      [told >= 10, `10 sessions with memories (${told} so far)`],
      [
        told < 10 || flaggedDelivered < delivered / 20,
        `fewer than 1 in 20 of the memories shown may be wrong (${flaggedDelivered} of ${delivered})`,
      ],
    ],
  },
};

/** The level that counts have earned, one step up at a time; autonomy cannot be earned. */
export function earnedLevel(level: TrustLevel, counts: TrustCounts): TrustLevel {
  const step = NEEDS[level];
  return step?.needs(counts).every(([isMet]) => isMet) ? step.next : level;
}

/** What the next level still asks for, in words; null where there is none to be earned. */
export function wantedFor(level: TrustLevel, counts: TrustCounts): string | null {
  const step = NEEDS[level];
  if (!step) return null;
  const open = step.needs(counts).flatMap(([isMet, need]) => (isMet ? [] : need));
  return `${step.next}: ${open.join('; ')}`;
}

/** Wrong statements of one session that are a reason to be more careful. */
const MAX_WRONG_IN_SESSION = 2;

/** The level to offer after a session in which much was wrong; undefined where there is no reason, or nothing lower. */
export function offeredLevel(level: TrustLevel, wrongInOne: number): TrustLevel | undefined {
  const levels = Object.keys(TRUST_LEVELS) as TrustLevel[];
  return wrongInOne > MAX_WRONG_IN_SESSION ? levels[levels.indexOf(level) - 1] : undefined;
}
