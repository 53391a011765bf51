import { hash } from 'node:crypto';
import type { Notice } from '@sqrl/base/messages.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { QUIET } from '../../ingest/episodes/cut.ts';
import { isPassing, type Llm } from '../../llm/llm.ts';
import { aboutEpisode, memoryWriter } from '../../llm/prompts/memory-writer.ts';
import { asked } from '../../llm/prompts/prompt.ts';
import {
  askedAbout,
  type ModelQuestion,
  putAsked,
  sessionOfEpisode,
} from '../../store/drafts/model-questions.ts';
import { removeWrittenOfNone, replaceSightings } from '../../store/drafts/sightings.ts';
import { episodesWhere, type KeptEpisode } from '../../store/episodes/episodes.ts';
import { observedAfter } from '../../store/events/steps.ts';
import { hiddenRows } from '../../store/memory/filters.ts';
import { memoryAt } from '../../store/memory/memories.ts';
import { rowsByWords } from '../../store/memory/words.ts';
import { llmOf } from '../../workspace/llm.ts';
import { storesOf } from '../../workspace/lookup.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { compress, type EpisodeStep, notWorthAsking } from '../gate/memory-writer/episode-text.ts';
import { answerSchema, judgeAnswer, judgeSummary } from '../gate/memory-writer/judge.ts';

/** Older episodes are left to the rules: reading in years of history must not cost money. */
const RECENT_MS = 30 * 24 * 60 * 60 * 1000;
const MAX_PER_RUN = 20;
/** A model that does not answer is not asked for ever. */
const MAX_TRIES = 3;

/**
 * Asks the language model about the episodes that are over and worth it, each once while it does not change, and keeps
 * what it proposes as sightings for the gate to judge. Does nothing at all while no model is allowed.
 */
export async function writeEpisodes(
  engine: Engine,
  { store = engine.own.store, signal }: { store?: Store; signal?: AbortSignal | undefined } = {},
) {
  // `refused` counts operations that were refused, and answers that could not be used.
  const total = { asked: 0, kept: 0, refused: 0, notices: [] as Notice[] };
  if (store.readOnly) return total;
  store.transaction(() => removeWrittenOfNone(store));
  const llm = llmOf(engine);
  if (!llm) return total;
  for (const { episode, before } of openEpisodes(engine, store)) {
    if (signal?.aborted || total.asked >= MAX_PER_RUN) break;
    const { session, kind } = sessionOfEpisode(store, episode.row);
    const { question, stop } = await askAbout({ engine, store, llm, signal }, session, episode, before);
    if (question) {
      const isUnusable = question.model !== null && question.failed !== null && stop === undefined;
      total.asked += question.model === null ? 0 : 1;
      total.kept += question.kept.length;
      total.refused += question.refused.length + (isUnusable ? 1 : 0);
      store.transaction(() => {
        putAsked(store, question);
        const guessed = episode.filesChanged.length > 0 ? 'build' : 'insights';
        const from = { signal: 'written', session, kind: kind ?? guessed, episode: episode.id } as const;
        replaceSightings(store, from, question.kept);
      });
    }
    if (stop === undefined) continue;
    const hint = 'See `sqrl status spending`. What was not asked is asked another time.';
    total.notices.push({ message: stop, hint });
    break;
  }
  return total;
}

/** The question as it is kept, and why nothing more can be asked for now; no question where nothing was tried. */
async function askAbout(
  {
    engine,
    store,
    llm,
    signal,
  }: {
    engine: Engine;
    store: Store;
    llm: Llm;
    signal: AbortSignal | undefined;
  },
  session: number,
  episode: KeptEpisode,
  before: ModelQuestion | undefined,
): Promise<{ question?: ModelQuestion; stop?: string }> {
  const steps = stepsOf(store, session, episode);
  const { name: prompt, version } = memoryWriter;
  const mark = markOf(episode);
  const question: ModelQuestion = {
    ...{ prompt, version, about: episode.id, mark, model: llm.name, at: engine.now() },
    ...{ tries: 0, failed: null, kept: [], refused: [] },
  };
  const because = notWorthAsking(episode, steps);
  if (because) return { question: { ...question, model: null, failed: because } };
  const compressed = compress(steps);
  const memories = new Map(near(engine, episode).map((memory, i) => [`m${i + 1}`, memory]));
  const { stats, status, phase } = episode;
  const about = aboutEpisode({
    facts: `${status}, ${phase}; ${stats.errors} errors, ${stats.retryLoops} retries, tests ${stats.tests}, frustration ${stats.frustration}`,
    memories: [...memories].map(([name, memory]) => lineOf(name, memory)).join('\n'),
    episode: compressed.text,
  });
  const answer = await llm.ask({ ...asked(memoryWriter, about, signal), schema: answerSchema });
  if (answer.did === 'failed') {
    const { message: failed } = answer;
    if (['cap', 'stopped', 'key'].includes(answer.because)) return { stop: failed };
    if (!isPassing(answer)) return { question: { ...question, tries: MAX_TRIES, failed } };
    const tries = (before?.mark === mark ? before.tries : 0) + 1;
    return { question: { ...question, tries, failed }, stop: failed };
  }
  const { ops, summary } = answer.value;
  const judged = judgeAnswer(ops, { episode, compressed, memories, prompt: version });
  const told = summary == null ? null : judgeSummary(summary, { episode, compressed });
  return { question: { ...question, tries: MAX_TRIES, ...judged, summary: told } };
}

const lineOf = (name: string, { type, key, text, needsReview }: Memory): string =>
  `${name} (${type}${key ? `, ${key}` : ''}${needsReview ? ', unreviewed' : ''}): ${text.replace(/\s+/g, ' ').slice(0, 300)}`;

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

/** A few memories that may be about the same, unreviewed ones too, but no foreign words; looking for them does not count as a use. */
function near(engine: Engine, { task, filesChanged }: KeptEpisode): Memory[] {
  const text = `${task} ${filesChanged.slice(0, 5).join(' ')}`.slice(0, 600);
  const stores = storesOf(engine);
  return stores
    .flatMap((store) => {
      const hidden = hiddenRows(store, engine.now());
      return rowsByWords(store, text, { limit: MAX_CANDIDATES, among: stores })
        .filter(({ row }) => !hidden.has(row))
        .map((found) => ({ store, ...found }));
    })
    .sort((one, other) => other.score - one.score)
    .flatMap(({ store, row }) => memoryAt(store, row) ?? [])
    .filter(({ tainted }) => !tainted)
    .slice(0, MAX_MEMORIES);
}
