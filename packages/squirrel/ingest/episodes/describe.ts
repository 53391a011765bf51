import { createHash } from 'node:crypto';
import { type Episode, FRUSTRATION } from '@sqrl/base/model/episode.ts';
import { withoutTaskTag } from '@sqrl/base/model/own-session.ts';
import { planTitle } from '@sqrl/base/text/own-words.ts';
import type { EpisodeRun } from './cut.ts';
import { clipLine, endingOf } from './ending.ts';
import { type EpisodeFacts, episodeFacts } from './facts.ts';
import { isFollowUp } from './new-task.ts';
import { phaseOf } from './phase.ts';

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

/**
 * How much an episode matters, 0 to 1: a tenth for having happened, then shares that grow with what it changed
 * (a quarter, full at 8 files), what it cost (a fifth, full at 10 errors, a retry counting twice), how it annoyed
 * (0.15), and a tenth each for tests, for a commit, and for the person's attention (full at 5 prompts).
 */
function episodeImportance({ filesChanged, stats, commits, prompts }: EpisodeFacts): number {
  const upTo = (value: number, full: number) => Math.min(value / full, 1);
  const importance =
    0.1 +
    0.25 * upTo(filesChanged.length, 8) +
    0.2 * upTo(stats.errors + 2 * stats.retryLoops, 10) +
    0.15 * upTo(FRUSTRATION.indexOf(stats.frustration), 3) +
    0.1 * (stats.tests === 'not_run' ? 0 : 1) +
    0.1 * (commits > 0 ? 1 : 0) +
    0.1 * upTo(prompts.length, 5);
  return Math.round(importance * 1000) / 1000;
}

/** The task in the person's own words; where they only said "go on", what they went on with. */
function taskOf(facts: EpisodeFacts, before: string | null): string {
  const { said, prompts } = facts;
  if (facts.apart)
    return clipLine(facts.subject ?? facts.ending.last?.text.replaceAll('\n', '; ') ?? '', MAX_TASK_CHARS);
  const plan = prompts.map(planTitle).find((title) => title !== undefined);
  if (plan !== undefined) return clipLine(plan.replace(/^Implement the plan: /, ''), MAX_TASK_CHARS);
  const own = said.find((words) => !isFollowUp(words)) ?? longest(said);
  const words = sentence(own);
  if (own !== '' && (before === null || !isFollowUp(own))) return words;
  if (before === null) return clipLine(withoutTaskTag(prompts[0] ?? ''), MAX_TASK_CHARS);
  return words === '' ? before : clipLine(`${words} · ${before.replace(/^.{0,60} · /, '')}`, MAX_TASK_CHARS);
}

const MAX_TASK_CHARS = 200;

const longest = (texts: readonly string[]): string =>
  texts.reduce((best, text) => (text.length > best.length ? text : best), '');

/** As many whole sentences as fit. */
function sentence(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= MAX_TASK_CHARS) return line;
  const whole = /^.{40,199}?[.!?](?=\s)/.exec(line)?.[0];
  return whole ?? clipLine(line, MAX_TASK_CHARS);
}
