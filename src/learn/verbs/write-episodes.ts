import { hash } from 'node:crypto';
import { message, type Notice, type OnProgress } from '../../base/messages.ts';
import { QUIET } from '../../ingest/episodes/cut.ts';
import type { Llm } from '../../llm/llm.ts';
import { memoryWriter } from '../../llm/prompts/memory-writer.ts';
import type { Memory } from '../../model/memory.ts';
import {
  askedAbout,
  type ModelQuestion,
  putAsked,
  sessionOfEpisode,
} from '../../store/drafts/model-questions.ts';
import { removeWrittenOfNone, replaceWritten } from '../../store/drafts/sightings.ts';
import { episodesWhere, type KeptEpisode } from '../../store/episodes/episodes.ts';
import { observedAfter } from '../../store/events/observed-steps.ts';
import { hiddenRows } from '../../store/memory/filters.ts';
import { memoryAt } from '../../store/memory/memories.ts';
import { rowsByWords } from '../../store/memory/words.ts';
import type { Store } from '../../store/store.ts';
import { llmOf } from '../../workspace/llm.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { askWriter } from '../gate/memory-writer/ask-writer.ts';
import type { EpisodeStep } from '../gate/memory-writer/compress.ts';
import { worthAsking } from '../gate/memory-writer/worth-asking.ts';

export interface WriteOptions {
  /** The store whose episodes are meant; the project's at hand otherwise. */
  store?: Store;
  /** How many episodes may be asked about at once. */
  most?: number;
  signal?: AbortSignal | undefined;
  onProgress?: OnProgress | undefined;
}

/** What asking about episodes came to. */
export interface WrittenEpisodes {
  asked: number;
  /** Sightings that were made of the answers. */
  kept: number;
  /** Operations that were refused, and answers that could not be used. */
  refused: number;
  notices: Notice[];
}

/** What is older is left to the rules: whoever reads in years of history does not mean to pay for them. */
const RECENT_MS = 30 * 24 * 60 * 60 * 1000;
const MAX_PER_RUN = 20;
/** A model that does not answer is not asked for ever. */
const MAX_TRIES = 3;

/**
 * Asks the language model about the episodes that are over and worth it, each once while it does not change, and keeps
 * what it proposes as sightings for the gate to judge. Does nothing at all while no model is allowed.
 */
export async function writeEpisodes(engine: Engine, options: WriteOptions = {}): Promise<WrittenEpisodes> {
  const { store = engine.own.store, most = MAX_PER_RUN, signal, onProgress } = options;
  const total: WrittenEpisodes = { asked: 0, kept: 0, refused: 0, notices: [] };
  if (store.readOnly) return total;
  store.transaction(() => removeWrittenOfNone(store));
  const llm = llmOf(engine);
  if (!llm) return total;
  const episodes = openEpisodes(engine, store);
  for (const [i, { episode, before }] of episodes.entries()) {
    if (signal?.aborted || total.asked >= most) break;
    onProgress?.(i, episodes.length, message('work.episodes'));
    const failure = await writeOne({ engine, store, llm, signal }, episode, before, total);
    if (failure === undefined) continue;
    total.notices.push({
      message: failure,
      hint: 'See `sqrl status spending`. What was not asked is asked another time.',
    });
    break;
  }
  return total;
}

interface EpisodeWriterRun {
  engine: Engine;
  store: Store;
  llm: Llm;
  signal: AbortSignal | undefined;
}

/** Asks about one episode and writes down what came of it; says why where nothing more can be asked for now. */
async function writeOne(
  { engine, store, llm, signal }: EpisodeWriterRun,
  episode: KeptEpisode,
  before: ModelQuestion | undefined,
  total: WrittenEpisodes,
): Promise<string | undefined> {
  const { session, kind } = sessionOfEpisode(store, episode.row);
  const steps = stepsOf(store, session, episode);
  const worth = worthAsking(episode, steps);
  const asked: ModelQuestion = {
    prompt: memoryWriter.name,
    version: memoryWriter.version,
    about: episode.id,
    mark: markOf(episode),
    model: llm.name,
    at: engine.now(),
    tries: 0,
    failed: null,
    kept: [],
    refused: [],
  };
  if (!worth.ask) {
    keep({ ...asked, model: null, failed: worth.because });
    return undefined;
  }
  const written = await askWriter(llm, { episode, steps, memories: near(engine, episode), signal });
  if (written.did === 'failed') {
    // Where the cap or the person stopped it nothing was tried.
    if (written.because === 'cap' || written.because === 'stopped' || written.because === 'key')
      return written.message;
    const tries = (before?.mark === asked.mark ? before.tries : 0) + 1;
    total.asked++;
    if (!written.passing) total.refused++;
    keep({ ...asked, tries: written.passing ? tries : MAX_TRIES, failed: written.message });
    return written.passing ? written.message : undefined;
  }
  total.asked++;
  total.kept += written.sightings.length;
  total.refused += written.refused.length;
  const { sightings, refused, summary } = written;
  keep({ ...asked, tries: MAX_TRIES, kept: sightings, refused, summary });
  return undefined;

  function keep(result: ModelQuestion): void {
    store.transaction(() => {
      putAsked(store, result);
      const place = {
        session,
        kind: kind ?? (episode.filesChanged.length > 0 ? 'build' : 'insights'),
        episode: episode.id,
      } as const;
      replaceWritten(store, place, result.kept);
    });
  }
}

/** Episodes that are over, not long ago, and not asked about as they are now; the latest first. */
function openEpisodes(
  engine: Engine,
  store: Store,
): { episode: KeptEpisode; before: ModelQuestion | undefined }[] {
  const now = engine.now();
  return episodesWhere(
    store,
    { since: now - RECENT_MS, statuses: ['completed', 'failed', 'paused'] },
    { now, quiet: QUIET },
  )
    .map((episode) => ({ episode, before: askedAbout(store, memoryWriter.name, episode.id) }))
    .filter(({ episode, before }) => {
      if (before?.mark !== markOf(episode)) return true;
      return before.tries > 0 && before.tries < MAX_TRIES;
    });
}

/** What an episode is known by until something in it changes. */
const markOf = ({ startedAt, endedAt, eventCount, tainted }: KeptEpisode): string =>
  hash('sha256', JSON.stringify([startedAt, endedAt, eventCount, tainted])).slice(0, 16);

/** The steps of an episode that a model may read: what has words from outside might be put into other words. */
function stepsOf(store: Store, session: number, episode: KeptEpisode): EpisodeStep[] {
  const steps: EpisodeStep[] = [];
  const from = { at: episode.startedAt - 1, offset: Number.MAX_SAFE_INTEGER, part: 0 };
  for (const step of observedAfter(store, session, from)) {
    if (step.at > episode.endedAt) break;
    if (step.episode === episode.id && !step.tainted) steps.push(step);
  }
  return steps;
}

const MAX_MEMORIES = 6;
/** More than that, since some of them may no longer hold. */
const MAX_CANDIDATES = 30;

/** A few memories that may be about the same; looking for them is no use of them. */
function near(engine: Engine, { task, filesChanged }: KeptEpisode): Memory[] {
  const text = `${task} ${filesChanged.slice(0, 5).join(' ')}`.slice(0, 600);
  const stores = engine.indexedStores.map(({ store }) => store);
  return stores
    .flatMap((store) => {
      const hidden = hiddenRows(store, engine.now());
      return rowsByWords(store, text, { limit: MAX_CANDIDATES, among: stores })
        .filter(({ row }) => !hidden.has(row))
        .map((found) => ({ store, ...found }));
    })
    .sort((one, other) => other.score - one.score)
    .slice(0, MAX_MEMORIES)
    .flatMap(({ store, row }) => memoryAt(store, row) ?? [])
    .filter(({ needsReview, tainted }) => !needsReview && !tainted);
}
