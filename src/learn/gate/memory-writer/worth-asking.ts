import { ownWords } from '../../../base/text/own-words.ts';
import type { Episode } from '../../../model/episode.ts';
import type { EpisodeStep } from './compress.ts';

/** Why an episode is worth a call, or why it is not. */
export type EpisodeWorth = { ask: true; because: string } | { ask: false; because: string };

/**
 * Says by rules alone whether a model may find something in an episode: it took much, something was found out the hard
 * way, somebody was annoyed, or the person said something that may hold beyond it.
 */
export function worthAsking(episode: Episode, steps: readonly EpisodeStep[]): EpisodeWorth {
  const { importance, stats, status } = episode;
  const prompts = steps.filter(({ kind, agent }) => kind === 'prompt' && agent === null);
  if (prompts.length === 0) return { ask: false, because: 'no prompts from a person' };
  if (steps.length < MIN_STEPS) return { ask: false, because: 'too few steps' };
  if (stats.frustration === 'moderate' || stats.frustration === 'severe')
    return { ask: true, because: `${stats.frustration} frustration` };
  if (status === 'completed' && (stats.retryLoops > 0 || stats.errors >= MANY_ERRORS))
    return { ask: true, because: 'resolved errors' };
  if (prompts.some(({ text }) => STATEMENT.test(ownWords(text))))
    return { ask: true, because: 'a statement by the person' };
  if (importance >= IMPORTANT) return { ask: true, because: `importance ${importance}` };
  return { ask: false, because: 'nothing notable' };
}

const MIN_STEPS = 4;
const MANY_ERRORS = 4;
const IMPORTANT = 0.5;

/** How people say what holds for longer: rules, reasons, corrections, facts about the project. */
const STATEMENT =
  /\b(?:always|never|from now on|in (?:the )?future|every time|whenever|we (?:use|don'?t|do not|never|always|decided|chose|prefer|agreed)|i (?:prefer|want you to|told you|don'?t like)|instead of|rather than|because|no longer|must (?:not )?|needs? (?:to be )?|make sure|remember|don'?t (?:use|ever|forget)|not like that|that'?s wrong|toujours|jamais|désormais|immer|niemals?|ab jetzt|siempre|nunca|a partir de ahora)\b/i;
