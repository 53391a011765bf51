import { remembered } from '../../base/memo.ts';
import { contentWords } from '../../base/text/content-words.ts';
import { ownWords } from '../../base/text/own-words.ts';
import type { Cut } from '../../model/episode.ts';
import { commitsIn } from './commit.ts';
import { isFollowUp } from './follow-up.ts';
import { type Judged, judgePrompt, worst } from './frustration.ts';
import { mayStartNewTask, type Running, startsNewTask } from './new-task.ts';
import { isPrompt, type Step } from './step.ts';
import { follow, isResolved, noStruggle, type Struggle } from './struggle.ts';

/** Consecutive steps of a session, and why they begin where they do. */
export interface Run<S extends Step = Step> {
  begunBy: Cut;
  steps: S[];
}

export interface CutOptions {
  /** Times at which the person asked for a cut, ascending. */
  flushes?: readonly number[];
  /** Why the first run begins; the session's beginning unless the steps are the tail of one. */
  begunBy?: Cut;
  /** Of prompts that were left in doubt, by their ids: whether they begin a new task. */
  decided?: ReadonlyMap<string, boolean>;
  /** Told of prompts that may begin a new task though the rules say that they do not. */
  doubt?: (prompt: Step, running: Running) => void;
}

/** Nobody leaves a task for longer and comes back to the same one. */
export const QUIET = 20 * 60 * 1000;
/** Fewer steps are no episode of their own. */
export const FEWEST = 3;

/**
 * Cuts a session's steps, in order, into runs about one task each. A run is cut by nothing but its own steps, so that
 * cutting may begin again at the beginning of any run and gives the same ones from there on. Only whether the first
 * run is too small to stay alone is left to whoever knows what lies before it.
 */
export function cut<S extends Step>(steps: readonly S[], options: CutOptions = {}): Run<S>[] {
  const flushes = options.flushes ?? [];
  const runs: Run<S>[] = [];
  let run: Run<S> = { begunBy: options.begunBy ?? 'session', steps: [] };
  let task = newTask();
  let flush = 0;
  for (const step of steps) {
    while (flush < flushes.length && flushes[flush]! < task.lastAt) flush++;
    const flushed = flush < flushes.length && flushes[flush]! < step.at;
    const reason = run.steps.length === 0 ? undefined : flushed ? 'flush' : reasonToCut(task, step, options);
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
function unanswered<S extends Step>(steps: readonly S[]): S[] {
  let from = steps.length;
  while (from > 0 && steps.length - from < MOST_ASKED && isPrompt(steps[from - 1]!)) from--;
  return steps.slice(from);
}

/** More would be enough for a run of their own, which may be cut by itself. */
const MOST_ASKED = FEWEST - 1;

/** Whether a run still begins as its reason says: before a compaction only prompts may have gone over to it. */
export function beginsRightly({ begunBy, steps }: Run): boolean {
  const first = steps.findIndex((step) => !isPrompt(step));
  return begunBy !== 'compaction' || (first <= MOST_ASKED && steps[first]?.kind === 'compaction');
}

/** Puts a run behind the others; one that is too small joins the last of them. */
function keep<S extends Step>(runs: Run<S>[], run: Run<S>): void {
  const before = runs.at(-1);
  if (run.steps.length < FEWEST && before) for (const step of run.steps) before.steps.push(step);
  else runs.push(run);
}

/** Whether a small run goes on instead of ending: the cut ahead of it is weaker than the one behind it. */
const mergesAhead = (run: Run, size: number, reason: Cut): boolean =>
  size < FEWEST && STRENGTH[reason] < STRENGTH[run.begunBy];

const STRENGTH: Record<Cut, number> = {
  session: 6,
  flush: 5,
  silence: 4,
  compaction: 3,
  'new task': 2,
  'resolved struggle': 1,
};

/** The same files are worked on in one task after the other. */
const wordsOfPath: (path: string) => ReadonlySet<string> = remembered(contentWords, 2000);

/** What the running task is known by. */
interface Task extends Running {
  words: Set<string>;
  files: Set<string>;
  prompts: Judged[];
  struggle: Struggle;
  waiting: Set<string>;
  /** There is more than prompts. */
  answered: boolean;
  lastReply: string;
  lastAt: number;
}

const newTask = (): Task => ({
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

function reasonToCut(task: Task, step: Step, { decided, doubt }: CutOptions): Cut | undefined {
  // Whoever waits for a tool, or for the person to allow it, is not silent.
  if (step.at - task.lastAt > QUIET && !(step.call !== null && task.waiting.has(step.call))) return 'silence';
  if (step.kind === 'compaction' && step.agent === null && task.answered) return 'compaction';
  if (!isPrompt(step) || task.prompts.length === 0) return undefined;
  if (decided?.get(step.id) ?? startsNewTask(step.text, runningIn(task))) return 'new task';
  if (doubt && !decided?.has(step.id) && mayStartNewTask(step.text, runningIn(task)))
    doubt(step, runningIn(task));
  if (isResolved(task.struggle) && !isFollowUp(ownWords(step.text))) {
    const { level } = judgePrompt(step.text, task.prompts);
    if (level === 'none') return 'resolved struggle';
  }
  return undefined;
}

/** Its words are gathered only where they decide. */
const runningIn = ({ words, files, committed, lastReply }: Task): Running => ({
  files,
  committed,
  get words() {
    return contentWords(lastReply).union(words);
  },
});

function take(task: Task, step: Step): void {
  task.lastAt = Math.max(task.lastAt, step.at);
  follow(task.struggle, step);
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
