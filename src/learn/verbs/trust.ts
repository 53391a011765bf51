import { type Message, type Notice, notice } from '../../base/messages.ts';
import { TRUST_LEVELS, type TrustLevel } from '../../model/delivery.ts';
import { writeIncidental } from '../../store/incidental.ts';
import { projectState, setProjectState } from '../../store/project-state.ts';
import { trustCounts, wrongInOneSession } from '../../store/stats/trust-counts.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { earnedLevel, offeredLevel, type TrustCounts, wantedFor } from '../lifecycle/trust.ts';

/** How far the memory of a project is trusted, and how it came to that. */
export interface Trust {
  level: TrustLevel;
  /** From which confidence on something is said unasked. */
  confidence: number;
  /** `rules`: it was earned; `person`: somebody chose it, and nothing raises it. */
  by: 'rules' | 'person';
  since: number;
  counts: TrustCounts;
  /** What the next level asks for; null where none can be earned. */
  next: Message | null;
  notices: Notice[];
}

/** How far this project's memory is trusted; moves up where that was earned, never where a person has chosen. */
export function projectTrust(engine: Engine): Trust {
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
    confidence: TRUST_LEVELS[now.level],
    counts,
    next: now.by === 'person' ? null : wantedFor(now.level, counts),
    notices: offered
      ? [notice('notice.wrongInOneSession', { n: wrong, lower: offered, level: now.level })]
      : [],
  };
}

/** The offer to step back to a lower level, once for each session that was worse than those before. */
export function newTrustOffer(engine: Engine): Notice | undefined {
  const { store } = engine.own;
  const { notices, since } = projectTrust(engine);
  const [offer] = notices;
  const made = JSON.stringify([since, offer?.facts?.n]);
  if (!offer || projectState(store, 'trust offered') === made) return undefined;
  writeIncidental(store, () => setProjectState(store, 'trust offered', made));
  return offer;
}

/** The level alone, as it was last found: what every step of a session asks for. */
export const trustLevel = (engine: Engine): TrustLevel => keptIn(engine).level;

/** Has a person choose the level; `null` gives it back to the rules, from the bottom. */
export function setTrust(engine: Engine, level: TrustLevel | null): Trust {
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
  by: 'rules' | 'person';
  since: number;
}

const START: TrustLevel = 'cautious';

function keptIn({ own }: Engine): TrustSetting {
  const text = projectState(own.store, 'trust');
  return text === undefined ? { level: START, by: 'rules', since: 0 } : (JSON.parse(text) as TrustSetting);
}
