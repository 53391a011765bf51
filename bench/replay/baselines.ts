import { contentWords } from '@sqrl/base/text/content-words.ts';
import type { PastChange } from '@sqrl/squirrel/recall/files/paths.ts';

/** A session as one text and one set of files: what the plain ways know of the past. */
interface Session {
  said: string;
  changed: Set<string>;
}

/** Ways to guess that anybody would try first: each gives all files it knows, best first. */
export const BASELINES: Record<string, (prompt: string, work: readonly PastChange[]) => string[]> = {
  recency: (_, work) => recent(sessionsOf(work)),
  frequency: (_, work) => frequent(sessionsOf(work)),
  'past-session BM25': (prompt, work) => bm25(prompt, sessionsOf(work)),
  'fusion of the three': (prompt, work) => {
    const sessions = sessionsOf(work);
    return fused([recent(sessions), frequent(sessions), bm25(prompt, sessions)]);
  },
};

/** Newest first, as the work is. */
function sessionsOf(work: readonly PastChange[]): Session[] {
  const sessions = new Map<string, Session>();
  for (const { session, isCommit, said, changed } of work) {
    if (isCommit) continue;
    const known = sessions.get(session) ?? { said: '', changed: new Set<string>() };
    sessions.set(session, { said: `${said}\n${known.said}`, changed: known.changed.union(new Set(changed)) });
  }
  return [...sessions.values()];
}

const recent = (sessions: readonly Session[]): string[] => [
  ...new Set(sessions.flatMap(({ changed }) => [...changed])),
];

function frequent(sessions: readonly Session[]): string[] {
  const times = new Map<string, number>();
  for (const { changed } of sessions) for (const path of changed) times.set(path, (times.get(path) ?? 0) + 1);
  return ranked(times);
}

/** Files of the sessions whose words are most like the prompt's, each with the sum of their scores. */
function bm25(prompt: string, sessions: readonly Session[]): string[] {
  const texts = sessions.map(({ said, changed }) => ({ changed, words: contentWords(said) }));
  const mean = texts.reduce((sum, { words }) => sum + words.size, 0) / Math.max(1, texts.length);
  const rarity = [...contentWords(prompt)].map((word) => {
    const count = texts.filter(({ words }) => words.has(word)).length;
    return { word, rare: count === 0 ? 0 : Math.log(1 + (texts.length - count + 0.5) / (count + 0.5)) };
  });
  const best = texts
    .map(({ changed, words }) => ({
      changed,
      score: rarity.reduce(
        (sum, { word, rare }) =>
          words.has(word) ? sum + (rare * 2.2) / (1 + 1.2 * (0.25 + (0.75 * words.size) / mean)) : sum,
        0,
      ),
    }))
    .sort((a, b) => b.score - a.score)
    .slice(0, LIKE);
  const scores = new Map<string, number>();
  for (const { changed, score } of best)
    for (const path of changed) scores.set(path, (scores.get(path) ?? 0) + score);
  return ranked(scores);
}

/** So many sessions that are most alike have a say. */
const LIKE = 5;

function fused(lists: readonly string[][]): string[] {
  const scores = new Map<string, number>();
  for (const list of lists)
    for (const [i, path] of list.entries()) scores.set(path, (scores.get(path) ?? 0) + 1 / (60 + i));
  return ranked(scores);
}

const ranked = (scores: Map<string, number>): string[] =>
  [...scores].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([path]) => path);
