import { typedWords } from '../../base/text/own-words.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { isOnTask } from './grade.ts';
import { type SettledTalk, settledTalks, withLater } from './settled-talks.ts';

/** Talks for an agent that asks: those whose settled words it is told, and others that it may open, best first. */
export interface TalksFor {
  told: SettledTalk[];
  others: SettledTalk[];
}

const MAX_TOLD = 3;
const MAX_OTHERS = 3;
/** Beside the best talk only those are told, or named, that come near it. */
const TOLD_SHARE = 0.75;
const NAMED_SHARE = 0.6;
/** What is wanted is said in the first words. */
const MAX_QUESTION_CHARS = 1500;

/** The talks that a task or a question is about. */
export async function talksFor(engine: Engine, task: string): Promise<TalksFor> {
  const question = typedWords(task).trim().slice(0, MAX_QUESTION_CHARS);
  const talks = await settledTalks(engine, { question, limit: MAX_TOLD + MAX_OTHERS });
  const best = talks[0]?.hit.score ?? 0;
  const on = talks
    .slice(0, MAX_TOLD)
    .filter(({ hit, words }) => isOnTask(hit) && hit.score >= TOLD_SHARE * best && words.length > 0);
  const told = await Promise.all(on.map((talk) => withLater(engine, talk, { found: talks })));
  // A later talk is told with the one whose matter it took up.
  const later = new Set(told.flatMap((talk) => talk.later?.hit.sessionRow ?? []));
  return {
    told: told.filter(({ hit }) => !later.has(hit.sessionRow)),
    others: talks
      .filter((talk) => !on.includes(talk) && !later.has(talk.hit.sessionRow))
      .filter(({ hit }) => on.length === 0 || hit.score >= NAMED_SHARE * best)
      .slice(0, MAX_OTHERS),
  };
}
