import type { Notice } from '@sqrl/base/messages.ts';
import type { Episode } from '@sqrl/base/model/episode.ts';
import { saidId } from '@sqrl/base/model/said.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { isAllReplaced } from '@sqrl/base/text/replaced.ts';
import { QUIET } from '../../ingest/episodes/cut.ts';
import { episodesById } from '../../store/episodes/episodes.ts';
import { type PastWork, pastWork } from '../../store/episodes/past-work.ts';
import { fullMemoryAt } from '../../store/memory/belongings.ts';
import { lastSaidIn } from '../../store/passages/passages.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { type SimilarWork, similar } from '../similar.ts';
import { tasksByMeaning } from '../task-meaning.ts';
import { relevant } from './context-hits.ts';
import { stillSaid } from './still-said.ts';

/** A past task that is like another, and what became of it. */
export interface SimilarTask {
  /** In the person's own words, or a memory's. */
  task: string;
  status: Episode['status'];
  outcome: string;
  endedAt: number;
  filesChanged: string[];
  /** Null where only a memory tells of it. */
  episode: string | null;
  session: string | null;
  memory: string | null;
  /** The message that tells what came of it; null where only a memory does. */
  said: string | null;
  score: number;
  why: string[];
}

/** Past tasks like this one, most alike first, each with its outcome. */
export async function similarTasks(
  engine: Engine,
  { task, limit = 5, since = 0 }: { task: string; limit?: number; since?: number | undefined },
): Promise<{ tasks: SimilarTask[]; notices: Notice[] }> {
  const { text } = redactSync(task.toWellFormed().replaceAll('\0', ' '));
  if (text.trim() === '') return { tasks: [], notices: [] };
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
  const told = new Set(episodes.map(({ episode }) => episode));
  const remembered = hits.flatMap(({ indexedStore, row, memory, score, why }): SimilarTask[] => {
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

type PastTask = PastWork & { text: string; files: string[]; at: number };

/** Each task once: who tried again asked again. A tainted one is not the person's. */
function tasksOf(engine: Engine, asked: string, alike: readonly SimilarWork<PastTask>[]): SimilarTask[] {
  const episodes = new Map(
    episodesById(
      engine.own.store,
      alike.map(({ past }) => past.id),
    ).map((episode) => [episode.id, episode]),
  );
  const said = new Set<string>();
  return alike.flatMap(({ past, score, why }): SimilarTask[] => {
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

const flat = (text: string): string =>
  text
    .replace(/[\s…]+/g, ' ')
    .trim()
    .toLowerCase();
