import { createHash } from 'node:crypto';
import type { Episode } from '../../model/episode.ts';
import type { Run } from './cut.ts';
import { endingOf } from './ending.ts';
import { type Facts, factsOf } from './facts.ts';
import { importanceOf } from './importance.ts';
import { phaseOf } from './phase.ts';
import { taskOf } from './task.ts';

/** Makes an episode of a run: what was wanted, what was done, how it ended. `before` is the task of the one before it. */
export function describe(run: Run, session: string, before: string | null): Episode {
  const { steps, begunBy } = run;
  const facts = factsOf(steps);
  const task = taskOf(facts, before);
  const { status, outcome } = endingOf(facts);
  return {
    id: idOf(session, steps[0]!.id),
    session,
    startedAt: steps[0]!.at,
    endedAt: steps.reduce((latest, { at }) => Math.max(latest, at), 0),
    eventCount: steps.length,
    begunBy,
    task,
    summary: summaryOf(task, facts, outcome.text),
    phase: phaseOf(facts),
    importance: importanceOf(facts),
    stats: facts.stats,
    status,
    outcome,
    filesChanged: facts.filesChanged,
    filesRead: facts.filesRead,
    tools: facts.tools,
    tainted: facts.tainted,
  };
}

const idOf = (session: string, event: string): string =>
  createHash('sha256').update(`${session}\0${event}`).digest('hex').slice(0, 12);

function summaryOf(task: string, { filesChanged, stats }: Facts, outcome: string): string {
  const wanted = task === '' ? '' : /[.!?…]$/.test(task) ? task : `${task}.`;
  const changed = filesChanged.length > 0 ? `Changed ${listed(filesChanged)}.` : '';
  const trouble = [
    ...(stats.errors > 0 ? [stats.errors === 1 ? 'an error' : `${stats.errors} errors`] : []),
    ...(stats.retryLoops > 0 ? [stats.retryLoops === 1 ? 'a retry' : `${stats.retryLoops} retries`] : []),
  ].join(' and ');
  return [wanted, changed, trouble && `Met ${trouble}.`, outcome].filter((part) => part !== '').join(' ');
}

function listed(files: readonly string[]): string {
  const shown = files.slice(0, files.length > NAMED ? NAMED - 1 : NAMED);
  const more = files.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

const NAMED = 4;
