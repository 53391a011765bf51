import { hash } from 'node:crypto';
import type { StatementReach } from '@sqrl/base/model/judgement.ts';
import type { Reach } from '@sqrl/base/model/memory.ts';
import type { Sighting } from '@sqrl/base/model/sighting.ts';
import type { StepRow } from '../../store/events/steps.ts';
import { wordsOf } from '../claims/words.ts';
import type { AnsweredQuestion } from './answers.ts';
import type { OwnSentence } from './authorship.ts';
import type { SaidFacts } from './said.ts';

/** What a person said at a step of a session, with what it answers. */
export interface PersonsTurn {
  step: StepRow;
  /** The words of the person: a prompt, or what they wrote when they answered or refused. */
  text: string;
  /** Its sentences, each with how probably it is the person's own and not pasted, 0 to 1. */
  sentences: readonly OwnSentence[];
  /** Answers to a tool that asks. */
  answers: readonly AnsweredQuestion[];
  /** The agent's message that it answers. */
  message: { text: string; step: StepRow } | undefined;
}

/** The scope of a statement whose words name none. */
export const IN_PROJECT = { scope: 'project', scopeOf: null } as const;

/** The reach that a statement keeps: one of a branch outlives it as one of a part. */
export const asReach = (read: StatementReach): Reach => (read === 'branch' ? 'part' : read);

export function sightingOf(
  { id, at, episode, tainted, branch }: StepRow,
  facts: SaidFacts,
  quote: string,
): Sighting {
  const probability = Math.round(facts.probability * 100) / 100;
  return {
    signal: 'said',
    // The same words, in whatever case and with whatever signs, are one matter.
    matter: hash('sha256', wordsOf(facts.text), 'hex').slice(0, 16),
    at,
    episode,
    events: [id],
    quote: quote.slice(0, MAX_QUOTE_CHARS),
    proof: facts.kind === 'correction' ? 'user_correction' : 'explicit_statement',
    tainted,
    agents: 1,
    strength: probability,
    // What holds for the project does so on every branch.
    branch: facts.reach === 'task' ? branch : null,
    facts: { ...facts, probability },
  };
}

const MAX_QUOTE_CHARS = 300;
