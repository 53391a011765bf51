import { DAY_MS } from '@sqrl/base/durations.ts';
import { remembered } from '@sqrl/base/memo.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import { taskWords } from './named.ts';
import {
  type FileEvidence,
  freshness,
  isTest,
  MAX_FILES,
  type PastChange,
  scaled,
  strengthen,
} from './paths.ts';

/** The files of past work that is like the task: the more of it changed them, the closer and the later. */
export function past(alike: readonly LikeChange[], now: number): FileEvidence {
  const sums = new Map<string, { score: number; times: number; latest: string }>();
  const add = (path: string, score: number, said: string) => {
    const sum = sums.get(path) ?? { score: 0, times: 0, latest: said };
    sums.set(path, { score: sum.score + score, times: sum.times + 1, latest: sum.latest });
  };
  for (const { work, likeness } of alike) {
    if (work.changed.length > MAX_FILES) continue;
    const weight =
      likeness ** SHARP *
      freshness(work, now, PAST_HALF_LIFE_DAYS) *
      (work.failed ? FAILED : 1) *
      (work.isCommit ? COMMIT : 1);
    const said = work.said.split('\n', 1)[0]!.slice(0, 60);
    for (const path of work.changed) add(path, weight / work.changed.length ** SPREAD, said);
    for (const path of work.read.slice(0, MAX_FILES))
      add(path, (READ_WEIGHT * weight) / Math.max(1, work.read.length) ** SPREAD, said);
  }
  return scaled(
    new Map(
      [...sums].map(([path, { score, times, latest }]) => [
        path,
        { score, why: `in ${times} similar, such as “${latest}”` },
      ]),
    ),
  );
}

/** The share of similar past work in which each file was changed or read, by how much alike it is. */
export function shares(alike: readonly LikeChange[]): Map<string, number> {
  const close = alike.filter(({ likeness, work }) => likeness >= CLOSE && work.changed.length > 0);
  const total = close.reduce((sum, { likeness }) => sum + likeness, 0);
  const found = new Map<string, number>();
  if (close.length < MIN_CHANGES) return found;
  for (const { work, likeness } of close)
    for (const path of new Set([...work.changed, ...work.read]))
      found.set(path, (found.get(path) ?? 0) + likeness / total);
  return found;
}

const SHARP = 2;
const PAST_HALF_LIFE_DAYS = 30;
const FAILED = 0.7;
const COMMIT = 0.8;
const READ_WEIGHT = 0.25;
const SPREAD = 0.4;
const CLOSE = 0.5;
/** A share of fewer tells nothing. */
const MIN_CHANGES = 3;

/** A piece of past work that is like a task, 0 to 1 beside the one that is most. */
export interface LikeChange {
  work: PastChange;
  likeness: number;
}

/** The past work that is most like a task, by its words and, where known, by its meaning. */
export function alike(
  task: string,
  work: readonly PastChange[],
  meaning: ReadonlyMap<string, number> | undefined,
): LikeChange[] {
  const byWords = bm25(taskWords(task), work);
  const best = Math.max(0, ...byWords.values());
  const nearest = Math.max(0, ...(meaning?.values() ?? []));
  return work
    .map((each) => {
      const words = best > 0 ? (byWords.get(each) ?? 0) / best : 0;
      const near = meaning?.get(each.id);
      const likeness =
        near === undefined || nearest <= 0
          ? words
          : (1 - MEANING) * words + (MEANING * Math.max(0, near)) / nearest;
      return { work: each, likeness };
    })
    .filter(({ likeness }) => likeness > 0)
    .sort(
      (a, b) =>
        b.likeness - a.likeness || b.work.endedAt - a.work.endedAt || (a.work.id < b.work.id ? -1 : 1),
    )
    .slice(0, MAX_CHANGES);
}

const MAX_CHANGES = 20;
const MEANING = 0.4;

const K1 = 1.2;
const B = 0.6;

function bm25(question: ReadonlyMap<string, number>, work: readonly PastChange[]): Map<PastChange, number> {
  const texts = work.map((each) => ({ each, words: wordsOf(each) }));
  const mean = texts.reduce((sum, { words }) => sum + words.size, 0) / Math.max(1, texts.length);
  const holding = new Map<string, number>();
  for (const { words } of texts)
    for (const word of words) if (question.has(word)) holding.set(word, (holding.get(word) ?? 0) + 1);
  const scores = new Map<PastChange, number>();
  for (const { each, words } of texts) {
    let score = 0;
    for (const [word, count] of holding)
      if (words.has(word)) {
        const rarity = Math.log(1 + (texts.length - count + 0.5) / (count + 0.5));
        score += (question.get(word)! * rarity * (K1 + 1)) / (1 + K1 * (1 - B + (B * words.size) / mean));
      }
    if (score > 0) scores.set(each, score);
  }
  return scores;
}

/** What was said, and the names of what was changed: who asks later may know the one or the other. */
function wordsOf({ said, changed }: PastChange): ReadonlySet<string> {
  const words = new Set(wordsSaid(said));
  for (const path of changed.slice(0, MAX_NAMES)) for (const word of wordsInPath(path)) words.add(word);
  return words;
}

const MAX_NAMES = 20;

// Every question goes through the same past.
const wordsSaid = remembered(contentWords, 10_000);
const wordsInPath = remembered(contentWords, 20_000);

/** What the sessions before were busy with, where not long has passed: the more the task reads as a continuation. */
export function continuing(task: string, work: readonly PastChange[], now: number): FileEvidence {
  const evidence: FileEvidence = new Map();
  const sessions = new Map<string, number>();
  const short = Math.min(1, SHORT_TASK_CHARS / Math.max(SHORT_TASK_CHARS, task.length));
  const going = GOING_ON.test(task.slice(0, 400)) ? 1 : PLAINLY;
  for (const each of work) {
    if (each.isCommit) continue;
    const place = sessions.get(each.session) ?? sessions.size;
    sessions.set(each.session, place);
    if (place >= BACK) break;
    if (each.changed.length > MAX_FILES) continue;
    const late = 0.5 ** ((now - each.endedAt) / HALF_LIFE_MS);
    for (const path of each.changed)
      strengthen(evidence, path, {
        score: (late * going * (MIN_TASK_WEIGHT + (1 - MIN_TASK_WEIGHT) * short)) / (1 + place),
        why: place === 0 ? 'changed in the previous session' : 'changed a few sessions ago',
      });
  }
  return evidence;
}

/** Sessions back that are looked at. */
const BACK = 3;
const HALF_LIFE_MS = DAY_MS / 6;
const SHORT_TASK_CHARS = 300;
const MIN_TASK_WEIGHT = 0.3;
const PLAINLY = 0.7;

const GOING_ON =
  /\b(?:still|again|continue|go on|carry on|resume|proceed|keep going|next step|as before|same (?:issue|problem|error)|now|instead|encore|toujours|continue[rz]?|weiter|noch immer|wieder|sigue|otra vez|todav[ií]a)\b/i;

/** Past work with the names its files have today: one that is gone is taken for the only one of its name, where there is one. */
export function followed(work: readonly PastChange[], today: ReadonlySet<string>): PastChange[] {
  const byName = Map.groupBy(today, fileNameOf);
  const names = new Map<string, string>();
  const nowCalled = (path: string): string => {
    if (today.has(path)) return path;
    const known = names.get(path);
    if (known !== undefined) return known;
    const alike = (byName.get(fileNameOf(path)) ?? []).filter((each) => isTest(each) === isTest(path));
    const beside = alike.filter((each) => parentOf(each) === parentOf(path));
    const found = (beside.length === 1 ? beside : alike.length === 1 ? alike : [path])[0]!;
    names.set(path, found);
    return found;
  };
  return work.map((each) => {
    if (each.changed.every((path) => today.has(path)) && each.read.every((path) => today.has(path)))
      return each;
    const changed = [...new Set(each.changed.map(nowCalled))];
    const read = [...new Set(each.read.map(nowCalled))];
    return { ...each, changed, read };
  });
}

const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
/** The folder it lies in, without those above. */
const parentOf = (path: string): string => path.split('/').at(-2) ?? '';
