import { createHash } from 'node:crypto';
import type { Episode } from '@sqrl/base/model/episode.ts';
import type { EpisodeRun } from './cut.ts';
import { endingOf } from './ending.ts';
import { type EpisodeFacts, episodeFacts } from './facts.ts';
import { episodeImportance } from './importance.ts';
import { phaseOf } from './phase.ts';
import { taskOf } from './task.ts';

/** Makes an episode of a run: what was wanted, what was done, how it ended. `before` is the task of the one before it. */
export function describe(run: EpisodeRun, session: string, before: string | null): Episode {
  const { steps, begunBy } = run;
  const facts = episodeFacts(steps);
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
    summary: summaryOf(task, facts, outcome),
    phase: phaseOf(facts),
    importance: episodeImportance(facts),
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

function summaryOf(task: string, { filesChanged, stats }: EpisodeFacts, outcome: string): string {
  const wanted = task === '' ? '' : /[.!?…]$/.test(task) ? task : `${task}.`;
  const changed = filesChanged.length > 0 ? `Changed ${listed(filesChanged)}.` : '';
  const trouble = [
    ...(stats.errors > 0 ? [stats.errors === 1 ? 'an error' : `${stats.errors} errors`] : []),
    ...(stats.retryLoops > 0 ? [stats.retryLoops === 1 ? 'a retry' : `${stats.retryLoops} retries`] : []),
  ].join(' and ');
  return [wanted, changed, trouble && `Met ${trouble}.`, outcome].filter((part) => part !== '').join(' ');
}

function listed(files: readonly string[]): string {
  const shown = files.slice(0, files.length > MAX_NAMED ? MAX_NAMED - 1 : MAX_NAMED);
  const more = files.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

const MAX_NAMED = 4;
