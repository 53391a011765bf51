import { remembered } from '@sqrl/base/memo.ts';
import type { EpisodeCut } from '@sqrl/base/model/episode.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import { ownWords } from '@sqrl/base/text/own-words.ts';
import { judgePrompt, type PromptMood, worst } from './frustration.ts';
import { isFollowUp, type RunningTask, startsNewTask } from './new-task.ts';
import {
  commitsIn,
  type EpisodeEvent,
  followStruggle,
  isPrompt,
  isResolved,
  noStruggle,
  type Struggle,
} from './step.ts';

export interface EpisodeRun<S extends EpisodeEvent = EpisodeEvent> {
  begunBy: EpisodeCut;
  steps: S[];
}

export interface CutOptions {
  /** Times at which the person asked for a cut, ascending. */
  flushes?: readonly number[];
  /** Why the first run begins; the session's beginning unless the steps are the tail of one. */
  begunBy?: EpisodeCut;
}

/** After a longer pause it is another task. */
export const QUIET = 20 * 60 * 1000;
/** Fewer steps are no episode of their own. */
export const MIN_STEPS = 3;

/**
 * Cuts a session's steps, in order, into runs about one task each. A run is cut by nothing but its own steps, so that
 * cutting may begin again at the beginning of any run and gives the same ones from there on. Only whether the first
 * run is too small to stay alone is left to the caller, which knows what lies before it.
 */
export function cutEpisodes<S extends EpisodeEvent>(
  steps: readonly S[],
  options: CutOptions = {},
): EpisodeRun<S>[] {
  const flushes = options.flushes ?? [];
  const runs: EpisodeRun<S>[] = [];
  let run: EpisodeRun<S> = { begunBy: options.begunBy ?? 'session', steps: [] };
  let task = newTask();
  let flush = 0;
  for (const step of steps) {
    while (flush < flushes.length && flushes[flush]! < task.lastAt) flush++;
    const flushed = flush < flushes.length && flushes[flush]! < step.at;
    const reason = run.steps.length === 0 ? undefined : flushed ? 'flush' : reasonToCut(task, step);
    const asked = reason === 'compaction' ? unanswered(run.steps) : [];
    if (reason !== undefined && !mergesAhead(run, run.steps.length - asked.length, reason)) {
      run.steps.length -= asked.length;
      keep(runs, run);
      run = { begunBy: reason, steps: asked };
      task = newTask();
      for (const prompt of asked) take(task, prompt);
    }
    run.steps.push(step);
    take(task, step);
  }
  if (run.steps.length > 0) keep(runs, run);
  return runs;
}

/** The prompts at a run's end that nothing has followed: a client compacts before it answers. */
function unanswered<S extends EpisodeEvent>(steps: readonly S[]): S[] {
  let from = steps.length;
  while (from > 0 && steps.length - from < MAX_ASKED && isPrompt(steps[from - 1]!)) from--;
  return steps.slice(from);
}

/** More would be enough for a run of their own, which may be cut by itself. */
const MAX_ASKED = MIN_STEPS - 1;

/** Whether a run still begins as its reason says: before a compaction only prompts may have gone over to it. */
export function beginsRightly({ begunBy, steps }: EpisodeRun): boolean {
  const first = steps.findIndex((step) => !isPrompt(step));
  return begunBy !== 'compaction' || (first <= MAX_ASKED && steps[first]?.kind === 'compaction');
}

/** Puts a run behind the others; one that is too small joins the last of them. */
function keep<S extends EpisodeEvent>(runs: EpisodeRun<S>[], run: EpisodeRun<S>): void {
  const before = runs.at(-1);
  if (run.steps.length < MIN_STEPS && before) for (const step of run.steps) before.steps.push(step);
  else runs.push(run);
}

/** Whether a small run goes on instead of ending: the cut ahead of it is weaker than the one behind it. */
const mergesAhead = (run: EpisodeRun, size: number, reason: EpisodeCut): boolean =>
  size < MIN_STEPS && STRENGTH[reason] < STRENGTH[run.begunBy];

const STRENGTH: Record<EpisodeCut, number> = {
  session: 6,
  flush: 5,
  silence: 4,
  compaction: 3,
  'new task': 2,
  'resolved struggle': 1,
};

/** The same files are worked on in one task after the other. */
const wordsOfPath: (path: string) => ReadonlySet<string> = remembered(contentWords, 2000);

interface CurrentTask extends RunningTask {
  words: Set<string>;
  files: Set<string>;
  prompts: PromptMood[];
  struggle: Struggle;
  waiting: Set<string>;
  /** There is more than prompts. */
  answered: boolean;
  lastReply: string;
  lastAt: number;
}

const newTask = (): CurrentTask => ({
  words: new Set(),
  files: new Set(),
  committed: false,
  prompts: [],
  struggle: noStruggle(),
  waiting: new Set(),
  answered: false,
  lastReply: '',
  lastAt: 0,
});

function reasonToCut(task: CurrentTask, step: EpisodeEvent): EpisodeCut | undefined {
  // An agent that waits for a tool, or for the person to allow it, is not silent.
  if (step.at - task.lastAt > QUIET && !(step.call !== null && task.waiting.has(step.call))) return 'silence';
  if (step.kind === 'compaction' && step.agent === null && task.answered) return 'compaction';
  if (!isPrompt(step) || task.prompts.length === 0) return undefined;
  if (startsNewTask(step.text, runningIn(task))) return 'new task';
  if (isResolved(task.struggle) && !isFollowUp(ownWords(step.text))) {
    const { level } = judgePrompt(step.text, task.prompts);
    if (level === 'none') return 'resolved struggle';
  }
  return undefined;
}

/** Its words are gathered only where they decide. */
const runningIn = ({ words, files, committed, lastReply }: CurrentTask): RunningTask => ({
  files,
  committed,
  get words() {
    return contentWords(lastReply).union(words);
  },
});

function take(task: CurrentTask, step: EpisodeEvent): void {
  task.lastAt = Math.max(task.lastAt, step.at);
  followStruggle(task.struggle, step);
  if (!isPrompt(step)) task.answered = true;
  if (step.kind === 'call' && step.call !== null) task.waiting.add(step.call);
  if (step.kind === 'result' && step.call !== null) task.waiting.delete(step.call);
  if (step.kind === 'reply' && step.agent === null) task.lastReply = step.text;
  for (const { path } of step.files)
    if (!task.files.has(path)) {
      task.files.add(path);
      for (const word of wordsOfPath(path)) task.words.add(word);
    }
  if (commitsIn(step)) task.committed = true;
  else if (step.kind === 'result' && (step.tool === 'edit' || step.tool === 'write')) task.committed = false;
  if (isPrompt(step)) {
    const judged = judgePrompt(step.text, task.prompts);
    task.prompts.push(judged);
    task.struggle.frustration = worst(task.prompts);
    for (const word of contentWords(step.text)) task.words.add(word);
  }
}
