import { typedWords } from '@sqrl/base/text/own-words.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { type SaidAnswer, whatWasSaid } from '../passages/said.ts';
import { isDirectQuestion } from '../question-kind.ts';
import type { TimeRange } from '../time-range.ts';
import { isOfTalk } from './find-talks.ts';
import { isOnTask, isSettled } from './grade.ts';
import { talkOnNamedFile } from './named-file.ts';
import { type ScoredPast, scorePast } from './score.ts';
import { type SettledTalk, settledTalks, withLater } from './settled-talks.ts';

/** Talks for a caller that asks: those whose settled words are told, and others that may be opened, best first. */
export interface TalksFor {
  told: SettledTalk[];
  others: SettledTalk[];
}

/** What past sessions hold about a question: settled words, talks to open, and the messages that answer. */
export interface PastAnswers extends TalksFor {
  said: SaidAnswer[];
}

const MAX_TOLD = 3;
const MAX_OTHERS = 3;
/** Beside the best talk only those are told, or named, that come near it. */
const TOLD_SHARE = 0.75;
const NAMED_SHARE = 0.6;
/** What is wanted is said in the first words. */
const MAX_QUESTION_CHARS = 1500;

export async function talksFor(engine: Engine, task: string): Promise<TalksFor> {
  const question = typedWords(task).trim().slice(0, MAX_QUESTION_CHARS);
  return talksIn(engine, { question, scored: await scorePast(engine, { question }) });
}

/** Everything that was said about a question, scored once. */
export async function pastAbout(
  engine: Engine,
  { question, limit, time }: { question: string; limit: number; time?: TimeRange | undefined },
): Promise<PastAnswers> {
  const scored = await scorePast(engine, { question, time });
  const { told, others } = await talksIn(engine, { question, time, scored });
  const said = await whatWasSaid(engine, { question, limit, time, scored });
  // A direct question has its answer in some message; settled words are told with it, not in its place.
  const isAnswer = ({ hit }: SettledTalk) =>
    said[0] ? isOfTalk(hit, said[0].passage) : !isDirectQuestion(question);
  const { answer = [], other = [] } = Object.groupBy(told, (talk) => (isAnswer(talk) ? 'answer' : 'other'));
  return { told: answer, others: [...other, ...others].slice(0, MAX_OTHERS), said };
}

async function talksIn(
  engine: Engine,
  asked: { question: string; time?: TimeRange | undefined; scored: ScoredPast },
): Promise<TalksFor> {
  const talks = await settledTalks(engine, { ...asked, limit: MAX_TOLD + MAX_OTHERS });
  const best = talks[0]?.hit.score ?? 0;
  const near = talks
    .slice(0, MAX_TOLD)
    .filter((talk) => isOnTask(talk.hit) && talk.hit.score >= TOLD_SHARE * best && isSettled(talk));
  const onFile = await talkOnNamedFile(engine, asked.question, { found: talks });
  // What changed other files alone is not told where one is known that changed the named one.
  const beside = near.filter(({ hit, changed }) => !onFile || (hit !== onFile.hit && changed.length === 0));
  const more = await Promise.all(beside.map((talk) => withLater(engine, talk, { found: talks })));
  const on = [onFile ?? [], more].flat().slice(0, MAX_TOLD);
  // A later talk is told with the one whose matter it took up.
  const later = new Set(on.flatMap((talk) => talk.later?.hit.sessionRow ?? []));
  const least = on.length === 0 ? Number.NEGATIVE_INFINITY : (onFile ? TOLD_SHARE : NAMED_SHARE) * best;
  return {
    told: on.filter(({ hit }) => !later.has(hit.sessionRow)),
    others: talks
      .filter(({ hit }) => !on.some((talk) => talk.hit === hit) && !later.has(hit.sessionRow))
      .filter(({ hit }) => hit.score >= least)
      .slice(0, MAX_OTHERS),
  };
}
