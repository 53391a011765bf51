import { printedCode } from '@sqrl/base/model/printed.ts';
import { typedWords } from '@sqrl/base/text/own-words.ts';
import { changesOf } from '../../store/events/file-sessions.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { isDirectQuestion } from '../answering.ts';
import { pathMentions } from '../files/named.ts';
import { pathsOf } from '../files/paths.ts';
import { whatWasSaid } from '../passages/said.ts';
import type { TimeRange } from '../time-range.ts';
import { FEW_TALKS, isOfTalk, type TalkHit } from './find-talks.ts';
import { type ScoredPast, scorePast } from './score.ts';
import { isSameMatter, type SettledTalk, settledTalks, withLater } from './settled-talks.ts';
import { talkText } from './talk-text.ts';

const MAX_TOLD = 3;
const MAX_OTHERS = 3;
/** Beside the best talk only those are told, or named, that come near it. */
const TOLD_SHARE = 0.75;
const NAMED_SHARE = 0.6;
/** What is wanted is said in the first words. */
const MAX_QUESTION_CHARS = 1500;

export async function talksFor(engine: Engine, task: string) {
  const question = typedWords(task).trim().slice(0, MAX_QUESTION_CHARS);
  return talksIn(engine, { question, scored: await scorePast(engine, { question }) });
}

export async function pastAbout(
  engine: Engine,
  { question, limit, time }: { question: string; limit: number; time?: TimeRange | undefined },
) {
  const scored = await scorePast(engine, { question, time });
  const { told, others } = await talksIn(engine, { question, time, scored });
  const said = await whatWasSaid(engine, { question, limit, time, scored });
  // A direct question has its answer in some message; settled words are told with it, not in its place.
  const isAnswer = ({ hit }: SettledTalk) =>
    said[0] ? isOfTalk(hit, said[0].passage) : !isDirectQuestion(question);
  const { answer = [], other = [] } = Object.groupBy(told, (talk) => (isAnswer(talk) ? 'answer' : 'other'));
  return { told: answer, others: [...other, ...others].slice(0, MAX_OTHERS), said };
}

/** Talks for a caller that asks: those whose settled words are told, and others that may be opened, best first. */
async function talksIn(
  engine: Engine,
  asked: { question: string; time?: TimeRange | undefined; scored: ScoredPast },
) {
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

/** How much is said unasked of a talk that a prompt may be about. */
export type TalkGrade = 'tell' | 'point' | 'silent';

/**
 * Chosen on 58 written talks, alone and among up to 212 of real sessions, without leaving any out: `bench decisions` and
 * `bench moments` show what comes of it. The more talks there are, the further apart are their scores.
 */
const TELL = { ahead: 2, cosine: 0.42 };
/** Nothing tells which real prompts a past talk helps. With this bar three of ten that need none get headlines. */
const POINT = { score: 7.5, perTalks: 2 };
/** To an agent that asks, the settled words of talks with this score are told. */
const ASKED = 6;

/** Among few talks the cosine decides alone. */
const OF_FEW = { tell: 0.55, ahead: 0.15, point: 0.5, asked: 0.35 };

/** What to do with the best of some talks: tell what was settled, name up to three, or say nothing. */
export function gradeOf(talks: readonly SettledTalk[]): TalkGrade {
  const [best, ...others] = talks;
  if (best === undefined) return 'silent';
  if (isSettled(best) && isBeyondDoubt(best.hit, nextMatter(best, others)?.hit)) return 'tell';
  const { score, cosine, among } = best.hit;
  const isNear = score >= Math.min(POINT.score, POINT.perTalks * Math.log(among));
  return (among < FEW_TALKS ? cosine >= OF_FEW.point : isNear) ? 'point' : 'silent';
}

/** Whether some words of a talk surely hold what was settled: else it is named, and not told. */
const isSettled = ({ words, later }: SettledTalk): boolean =>
  words.some(({ settledness }) => settledness >= SURE) || (later !== undefined && isSettled(later));

/**
 * Of the talks that an agent asking about a later task is told, all of the written ones reach it, and 18 of 45 of real
 * sessions, whose prompts are mostly steps of the work ("let's move on to 1.4").
 */
const SURE = 0.65;

/** The best talk on another matter: one may go on with the best, or be what it took up. */
function nextMatter(best: SettledTalk, others: readonly SettledTalk[]): SettledTalk | undefined {
  const apart = others.filter(
    ({ hit }) => hit.sessionRow !== best.hit.sessionRow && hit.sessionRow !== best.later?.hit.sessionRow,
  );
  return best.later === undefined && apart[0] && isSameMatter(best, apart[0]) ? apart[1] : apart[0];
}

function isBeyondDoubt({ score, cosine, among }: TalkHit, next: TalkHit | undefined): boolean {
  if (among < FEW_TALKS) return cosine >= OF_FEW.tell && cosine - (next?.cosine ?? 0) >= OF_FEW.ahead;
  return cosine >= TELL.cosine && score - (next?.score ?? 0) >= TELL.ahead * Math.log(among);
}

/** Whether a talk would be told if it had no rival; else there is no need to look for one that took up its matter. */
export const mayBeTold = (hit: TalkHit): boolean => isBeyondDoubt(hit, undefined);

/** Whether a talk is near enough to a task for its settled words to be told to an agent that asks. */
export const isOnTask = ({ score, cosine, among }: TalkHit): boolean =>
  score >= ASKED || (among < FEW_TALKS && cosine >= OF_FEW.asked);

/**
 * Of the talks that a prompt may be about, the one that settled something and changed a file that the prompt names, or what a named
 * test is of, with the one that took it up later. Undefined where talks on several matters did: then the file says little.
 */
export async function talkOnNamedFile(
  engine: Engine,
  prompt: string,
  { found, before }: { found: readonly SettledTalk[]; before?: number | undefined },
): Promise<SettledTalk | undefined> {
  const named = namedIn(prompt);
  const [first, ...others] = found.filter(({ changed }) => meantBy(named, changed).length > 0);
  if (first === undefined || !isSettled(first) || !isOnTask(first.hit)) return undefined;
  const rivals = others.filter(({ hit }) => hit.sessionRow !== first.hit.sessionRow);
  if (rivals.length !== 1)
    return rivals.every((rival) => isSameMatter(first, rival))
      ? withLater(engine, first, { before, found })
      : undefined;
  const [older, newer] = [first, rivals[0]!].sort((a, b) => a.hit.at - b.hit.at) as [
    SettledTalk,
    SettledTalk,
  ];
  if (isSameMatter(older, newer)) return { ...older, later: newer };
  const told = await withLater(engine, older, { before, found });
  return told.later?.hit.sessionRow === newer.hit.sessionRow ? told : undefined;
}

/** The whole text of a talk, with what else there is to know of a file that the prompt names: nothing, where that is sure. */
export const talkTextFor = (prompt: string, talk: SettledTalk): string =>
  [talkText(talk), completeNote(prompt, talk) ?? []].flat().join('\n');

/** Says that there is no more to look up where no other session changed a file that the prompt names. */
export function completeNote(prompt: string, talk: SettledTalk): string | undefined {
  const told = [talk, talk.later ?? []].flat();
  const isTold = ({ session, at }: { session: number; at: number }) =>
    told.some(({ hit, messages }) => hit.sessionRow === session && at >= messages[0]!.at && at <= hit.at);
  const path = meantBy(namedIn(prompt), talk.changed).find((each) =>
    changesOf(talk.hit.indexedStore.store, each).every(isTold),
  );
  return (
    path && `  - Complete: all that was settled where ${printedCode(path)} was changed; no need to look it up`
  );
}

const namedIn = (prompt: string): string[] =>
  pathMentions(prompt).flatMap(({ path, stress }) => (stress < NAMED ? [] : [path]));

/** A path that is named as an example or as unchanged has less (`pathMentions`). */
const NAMED = 1;

/** The files that are meant by names, or that a named test is of. */
const meantBy = (names: readonly string[], files: readonly string[]): string[] =>
  files.length === 0
    ? []
    : names.flatMap((name) => {
        const meant = pathsOf(files).ending(name);
        return meant.length > 0 ? meant : pathsOf([...files, name]).kin(name);
      });
