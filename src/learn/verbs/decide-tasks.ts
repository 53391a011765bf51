import { z } from 'zod';
import { typedWords } from '../../base/text/own-words.ts';
import { cutEpisodes } from '../../ingest/episodes/cut.ts';
import type { RunningTask } from '../../ingest/episodes/new-task.ts';
import type { EpisodeEvent } from '../../ingest/episodes/step.ts';
import { isPassing, type Llm } from '../../llm/llm.ts';
import { aboutPrompt, newTask } from '../../llm/prompts/new-task.ts';
import { askedAbout, putAsked } from '../../store/drafts/model-questions.ts';
import { flushesSince, stepsSince } from '../../store/episodes/episodes-events.ts';
import { putTaskDecision, taskDecisions } from '../../store/episodes/task-decisions.ts';
import { type KeptSession, sessionsWhere } from '../../store/events/sessions.ts';
import type { Store } from '../../store/store.ts';
import { llmOf } from '../../workspace/llm.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { projectFilesOf, settleStoredSession } from './settle.ts';

const RECENT_MS = 7 * 24 * 60 * 60 * 1000;
const MAX_PER_RUN = 10;

/**
 * Asks the language model, where that is wished for, about prompts of which the rules cannot tell whether they begin a
 * new task. What it says is kept and is from then on part of what a session is cut by.
 */
export async function decideTasks(
  engine: Engine,
  { store = engine.own.store, signal }: { store?: Store; signal?: AbortSignal | undefined } = {},
): Promise<{ asked: number; cut: number }> {
  const done = { asked: 0, cut: 0 };
  const llm = engine.settings.llm.new_tasks && !store.readOnly ? llmOf(engine) : undefined;
  if (!llm) return done;
  for (const session of sessionsWhere(store, { since: engine.now() - RECENT_MS }))
    for (const doubt of doubtsIn(store, session)) {
      if (signal?.aborted || done.asked >= MAX_PER_RUN) return done;
      if (askedAbout(store, newTask.name, doubt.prompt.id)) continue;
      const starts = await ask(llm, doubt, signal);
      if (starts === 'later') return done;
      done.asked++;
      store.transaction(() => {
        note({ engine, store, llm }, doubt, starts);
        if (starts === undefined) return;
        putTaskDecision(store, { session: session.row, event: doubt.prompt.id, starts });
        if (starts)
          settleStoredSession(store, session.row, { files: projectFilesOf(store, engine.project?.root) });
      });
      if (!starts) continue;
      done.cut++;
      // What lies behind it is now another task, and may leave other doubts.
      break;
    }
  return done;
}

interface DoubtfulPrompt {
  prompt: EpisodeEvent;
  before: string;
  files: string;
}

/** Prompts of a session that may begin a new task, with what they would be cut from. */
function doubtsIn(store: Store, { row }: KeptSession): DoubtfulPrompt[] {
  const steps = stepsSince(store, row, Number.MIN_SAFE_INTEGER);
  const found: DoubtfulPrompt[] = [];
  const doubt = (prompt: EpisodeEvent, { files }: RunningTask) => {
    const place = steps.findIndex(({ id }) => id === prompt.id);
    const before = steps
      .slice(0, place)
      .filter(({ kind, agent }) => kind === 'prompt' && agent === null)
      .slice(-3)
      .map(({ text }) => typedWords(text).slice(0, 400));
    found.push({ prompt, before: before.join('\n---\n'), files: [...files].slice(0, 10).join('\n') });
  };
  cutEpisodes(steps, {
    flushes: flushesSince(store, Number.MIN_SAFE_INTEGER),
    decided: taskDecisions(store),
    doubt,
  });
  return found;
}

/** What the model says; undefined where its answer cannot be used. */
async function ask(
  llm: Llm,
  { prompt, before, files }: DoubtfulPrompt,
  signal: AbortSignal | undefined,
): Promise<boolean | 'later' | undefined> {
  const answer = await llm.ask({
    purpose: newTask.name,
    system: newTask.system,
    prompt: aboutPrompt({ before, files, next: typedWords(prompt.text).slice(0, 600) }),
    maxTokens: newTask.maxTokens,
    schema: z.object({ new_task: z.boolean() }),
    ...(signal && { signal }),
  });
  if (answer.did === 'answered') return answer.value.new_task;
  return isPassing(answer) ? 'later' : undefined;
}

function note(
  { engine, store, llm }: { engine: Engine; store: Store; llm: Llm },
  { prompt }: DoubtfulPrompt,
  starts: boolean | undefined,
): void {
  putAsked(store, {
    prompt: newTask.name,
    version: newTask.version,
    about: prompt.id,
    mark: prompt.id,
    model: llm.name,
    at: engine.now(),
    tries: 1,
    failed: starts === undefined ? 'no usable answer' : null,
    kept: [],
    refused: [],
  });
}
