import { STATED_BAR } from '@sqrl/base/model/delivery.ts';
import type { StatementKind } from '@sqrl/base/model/judgement.ts';
import { DOUBTED_STATEMENT, type MemoryType, type Reach, type Scope } from '@sqrl/base/model/memory.ts';
import type { KeptSighting, Proposal } from '@sqrl/base/model/sighting.ts';
import { claimIn } from '../claims/claim.ts';
import { namedFilesAndSymbols } from '../claims/mentions.ts';
import type { Signal } from '../observe/signal.ts';
import { EXPLICIT_CONFIDENCE, HABIT_SESSIONS, SUGGESTED, statedConfidence } from './probability.ts';

/** What is kept of a sentence in which a person said something that may hold beyond the task. */
export interface SaidFacts {
  text: string;
  kind: StatementKind;
  reach: Reach;
  /** Where it holds by its words. What an agent worded holds in the project at most. */
  scope: Scope;
  scopeOf: string | null;
  /** That it is worth keeping, by the model and what is known besides. */
  probability: number;
  /** The person said that it is meant to stay, or answered a question: that needs no model. */
  isExplicit: boolean;
  /** The agent's words that the person agreed to or answered, where the sentence is not the person's own. */
  agreedTo?: string;
}

/** What a person said. The judgement of a session's prompts finds it, not the steps of the session. */
export const said: Signal<null> = {
  name: 'said',
  worth: { diagnostic: 0.9, acrossSessions: 0.9, falseAlarms: 0.2 },
  minSessions: 1,
  begin: () => null,
  see() {},
  finish: () => [],
  propose(seen) {
    const all = seen.map((one) => ({ ...(one.facts as unknown as SaidFacts), at: one.at }));
    const best = all.reduce((a, b) => (strengthOf(b) >= strengthOf(a) ? b : a));
    // A text of another author that is shown in many sessions is said in none.
    const isDoubted = seen.every(({ proof }) => proof === DOUBTED_STATEMENT);
    const sessions = isDoubted ? 1 : new Set(seen.map(({ session }) => session)).size;
    const { key, subject, value, polarity, because } = claimIn(best.text) ?? {};
    return {
      text: best.text,
      type: typeOf(best),
      scope: best.scope,
      scopeOf: best.scopeOf,
      reach: best.reach,
      source: 'user_said',
      ...namedFilesAndSymbols(best.text),
      key,
      subject,
      value,
      polarity,
      because,
      ...standing(best, sessions, best.kind === 'rule'),
    } satisfies Proposal;
  },
};

const strengthOf = ({ probability, isExplicit }: SaidFacts): number => probability + Number(isExplicit);

/** What a statement comes to that was said in some sessions: how sure it is, and whether that is enough. `isRule`: as in `statedConfidence`. */
export function standing(
  { probability, isExplicit }: Pick<SaidFacts, 'probability' | 'isExplicit'>,
  sessions: number,
  isRule = true,
): Required<Pick<Proposal, 'confidence' | 'needsReview' | 'minSessions'>> {
  const counted = statedConfidence(probability, sessions, isRule);
  const confidence = isExplicit ? Math.max(EXPLICIT_CONFIDENCE, counted) : counted;
  return {
    confidence,
    needsReview: confidence < STATED_BAR,
    minSessions: confidence < SUGGESTED ? HABIT_SESSIONS : 1,
  };
}

function typeOf({ kind, text, agreedTo }: SaidFacts): MemoryType {
  if (kind === 'rule') return 'preference';
  if (agreedTo !== undefined || kind === 'decision') return MUST.test(text) ? 'requirement' : 'decision';
  return kind === 'correction' ? 'gotcha' : 'module_insight';
}

/** What the product must do or keep to. */
const MUST = /\b(?:must|shall|has to|have to|needs? to|doit|muss|müssen|debe)\b/i;

export const saidFacts = ({ facts }: Pick<KeptSighting, 'facts'>): SaidFacts => facts as unknown as SaidFacts;
