import type { Notice } from '@sqrl/base/messages.ts';
import { saidId } from '@sqrl/base/model/citation.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { cosineWith } from '@sqrl/base/sqlite/vectors/vector-code.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import { typedWords } from '@sqrl/base/text/own-words.ts';
import { isAllReplaced } from '@sqrl/base/text/replaced.ts';
import { QUIET } from '../../ingest/episodes/cut.ts';
import { episodesById } from '../../store/episodes/episodes.ts';
import { pastWork } from '../../store/events/last-work.ts';
import { fullMemoryAt } from '../../store/memory/belongings.ts';
import { lastSaidIn } from '../../store/passages/passages.ts';
import { firstPassages } from '../../store/passages/talks.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { isMeasured, relevant } from '../context/context-hits.ts';
import { flat, stillSaid } from './where.ts';

export async function similarTasks(
  engine: Engine,
  { task, limit = 5, since = 0 }: { task: string; limit?: number; since?: number | undefined },
) {
  const { text } = redactSync(task.toWellFormed().replaceAll('\0', ' '));
  if (text.trim() === '') return { tasks: [], notices: [] as Notice[] };
  const past = pastWork(engine.own.store, { before: engine.now(), most: MAX_WORK_ITEMS })
    .filter(({ isCommit, endedAt }) => !isCommit && endedAt >= since)
    .map((work) => ({ ...work, text: work.said, files: work.changed, at: work.endedAt }));
  const alike = similar(text, past, await tasksByMeaning(engine, text));
  const episodes = tasksOf(engine, text, alike.slice(0, 3 * limit)).slice(0, limit);
  const { hits, notices } = await relevant(engine, {
    text,
    files: [],
    types: ['work_unit_outcome'],
    limit: 3 * limit,
  });
  const told = new Set<string | null>(episodes.map(({ episode }) => episode));
  const remembered = hits.flatMap(({ indexedStore, row, memory, score, why }) => {
    const { evidence } = fullMemoryAt(indexedStore.store, row)!;
    // The episode itself tells more.
    if (memory.updatedAt < since || evidence.some(({ episode }) => told.has(episode))) return [];
    const { text: said, files, id, updatedAt } = memory;
    const known = { task: said, status: 'completed' as const, outcome: '', endedAt: updatedAt };
    const nothing = { episode: null, session: null, said: null };
    return [{ ...known, ...nothing, filesChanged: files, memory: id, score: score * REMEMBERED, why }];
  });
  const tasks = [...episodes, ...remembered]
    .sort((a, b) => b.score - a.score || b.endedAt - a.endedAt || (a.task < b.task ? -1 : 1))
    .slice(0, limit);
  return { tasks, notices };
}

const MAX_WORK_ITEMS = 3000;
/** What only a memory tells of is told in few words, which are quickly alike. */
const REMEMBERED = 0.5;

/** Each task once: who tried again asked again. A tainted one is not the person's. */
function tasksOf(engine: Engine, asked: string, alike: readonly SimilarWork<{ id: string }>[]) {
  const episodes = new Map(
    episodesById(
      engine.own.store,
      alike.map(({ past }) => past.id),
    ).map((episode) => [episode.id, episode]),
  );
  const said = new Set<string>();
  return alike.flatMap(({ past, score, why }) => {
    const found = episodes.get(past.id);
    const episode = found && stillSaid(engine, found);
    if (!episode || isAllReplaced(episode.task) || episode.tainted || said.has(episode.task)) return [];
    const { task, status, outcome, endedAt, filesChanged, id, session } = episode;
    // What just runs in these very words is the task itself.
    if (endedAt >= engine.now() - QUIET && flat(asked).includes(flat(task))) return [];
    if (redactSync(`${task}\n${outcome}`).found.length > 0) return [];
    said.add(task);
    const reply = lastSaidIn(engine.own.store, episode.row, 'reply');
    return [
      {
        task,
        status,
        outcome,
        endedAt,
        filesChanged,
        episode: id,
        session,
        memory: null,
        said: reply ? saidId(reply.event) : null,
        score,
        why,
      },
    ];
  });
}

interface ComparedWork {
  id: string;
  text: string;
  files: readonly string[];
  at: number;
}

interface SimilarWork<P> {
  past: P;
  /** 0 to 1. */
  score: number;
  why: string[];
}

/**
 * The past work that is like a task, most alike first; none where nothing is. `cosines` tells how near some of it is by
 * meaning, where an embedder whose scale is known says so.
 */
export function similar<P extends ComparedWork>(
  task: string,
  past: readonly P[],
  cosines: ReadonlyMap<string, number> = new Map(),
): SimilarWork<P>[] {
  const wanted = contentWords(typedWords(task));
  const said = past.map((each) => ({
    each,
    words: contentWords(
      `${each.text.slice(0, MAX_COMPARED_CHARS)}\n${each.files.slice(0, MAX_FILES).join('\n')}`,
    ),
  }));
  const holding = new Map([...wanted].map((word) => [word, 0]));
  for (const { words } of said)
    for (const word of wanted) if (words.has(word)) holding.set(word, holding.get(word)! + 1);
  const rarity = (word: string): number => {
    const n = holding.get(word)!;
    return Math.log(1 + (said.length - n + 0.5) / (n + 0.5));
  };
  const whole = [...wanted].reduce((sum, word) => sum + rarity(word), 0);
  return said
    .flatMap(({ each, words }) => {
      const shared = [...wanted].filter((word) => words.has(word));
      const covered = whole === 0 ? 0 : shared.reduce((sum, word) => sum + rarity(word), 0) / whole;
      const cosine = cosines.get(each.id);
      if (!isAlike(shared.length, covered, cosine)) return [];
      const score = cosine === undefined ? covered : (covered + Math.max(0, cosine)) / 2;
      const why = [
        ...(shared.length > 0 ? [`words in common: ${shared.slice(0, MAX_SHOWN).join(', ')}`] : []),
        ...(cosine === undefined ? [] : [`meaning ${cosine.toFixed(2)}`]),
      ];
      return [{ past: each, score, why }];
    })
    .sort((a, b) => b.score - a.score || b.past.at - a.past.at || (a.past.id < b.past.id ? -1 : 1));
}

/** What is wanted is said in the first words; a plan that follows shares words with everything. */
const MAX_COMPARED_CHARS = 1000;
const MAX_FILES = 20;
const MAX_SHOWN = 5;

/** A long task shares some words with everything, and two tasks of one project are a little alike in any case. */
const isAlike = (shared: number, covered: number, cosine: number | undefined): boolean =>
  cosine === undefined
    ? shared >= 2 && covered >= 0.3
    : cosine >= 0.5 ||
      (cosine >= 0.3 && shared >= 2 && covered >= 0.2) ||
      (cosine >= 0.22 && shared >= 3 && covered >= 0.5);

/** What is wanted is said in the first words. */
const MAX_TASK_CHARS = 600;

/**
 * How near past tasks are to a task in meaning, by the episode's id: by the nearest of the prompts they began with. Those
 * whose prompts have no vector yet are left out, so that no caller waits for one.
 */
export async function tasksByMeaning(engine: Engine, task: string): Promise<Map<string, number>> {
  const near = new Map<string, number>();
  const compared = task.slice(0, MAX_TASK_CHARS).toWellFormed();
  const question = isMeasured(engine) ? await engine.meaning.ofQuestion(compared) : undefined;
  if (!question) return near;
  const { store, passages } = engine.own;
  const asked = [...firstPassages(store)].flatMap(([episode, rows]) => rows.map((row) => ({ episode, row })));
  const vectors = passages.codedAt(asked.map(({ row }) => row));
  for (const [i, { episode }] of asked.entries()) {
    const coded = vectors[i];
    if (coded) near.set(episode, Math.max(near.get(episode) ?? -1, cosineWith(coded, question)));
  }
  return near;
}
