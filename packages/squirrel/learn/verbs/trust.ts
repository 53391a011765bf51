import type { Notice } from '@sqrl/base/messages.ts';
import { TRUST_LEVELS, type TrustLevel } from '@sqrl/base/model/delivery.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { writeIncidental } from '../../store/failures.ts';
import { projectState, setProjectState } from '../../store/marks.ts';
import { trustCounts, wrongInOneSession } from '../../store/stats/overview.ts';
import type { Engine } from '../../workspace/workspace.ts';

/** How far this project's memory is trusted; moves up by confirmations, never where a person has chosen. */
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

/** With a level: a person's choice; `null` leaves it to the rules again. */
export const trust = (engine: Engine, { level }: Parsed<'trust'>) =>
  level === undefined ? projectTrust(engine) : setTrust(engine, level);

export const trustLevel = (engine: Engine): TrustLevel => keptIn(engine).level;

export function setTrust(engine: Engine, level: TrustLevel | null) {
  const chosen: TrustSetting = { level: level ?? START, by: level ? 'person' : 'rules', since: engine.now() };
  setProjectState(engine.own.store, 'trust', JSON.stringify(chosen));
  return projectTrust(engine);
}

interface TrustSetting {
  level: TrustLevel;
  /** `rules`: it was earned; `person`: somebody chose it, and nothing raises it. */
  by: 'rules' | 'person';
  since: number;
}

const START: TrustLevel = 'standard';

function keptIn({ own }: Engine): TrustSetting {
  const text = projectState(own.store, 'trust');
  return text === undefined ? { level: START, by: 'rules', since: 0 } : (JSON.parse(text) as TrustSetting);
}

export type TrustCounts = ReturnType<typeof trustCounts>;

/**
 * What the level above `standard` asks for, and whether that is met; autonomy cannot be earned, and caution is a person's
 * choice. Only decisions of a person count: silence may mean that nobody looked, and anyone who writes into sessions can
 * have many of them.
 */
const needsOf = ({ confirmed, flagged }: TrustCounts): [isMet: boolean, need: string][] => [
  [confirmed >= 10, `10 memories confirmed by you (${confirmed} so far)`],
  [
    flagged === 0 || flagged < (confirmed + flagged) / 20,
    `fewer than 1 in 20 of those you judged may be wrong (${flagged} of ${confirmed + flagged})`,
  ],
];

export const earnedLevel = (level: TrustLevel, counts: TrustCounts): TrustLevel =>
  level === 'standard' && needsOf(counts).every(([isMet]) => isMet) ? 'confident' : level;

/** What the next level still asks for, in words; null where there is none to be earned. */
export function wantedFor(level: TrustLevel, counts: TrustCounts): string | null {
  const open = needsOf(counts).flatMap(([isMet, need]) => (isMet ? [] : need));
  return level === 'standard' ? `confident: ${open.join('; ')}` : null;
}

const MAX_WRONG_IN_SESSION = 2;

/** The level to offer after a session in which much was wrong; undefined where there is no reason, or nothing lower. */
export function offeredLevel(level: TrustLevel, wrongInOne: number): TrustLevel | undefined {
  const levels = Object.keys(TRUST_LEVELS) as TrustLevel[];
  return wrongInOne > MAX_WRONG_IN_SESSION ? levels[levels.indexOf(level) - 1] : undefined;
}
