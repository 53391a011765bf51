import { branchCheckedOut } from '../../base/git/head.ts';
import { type Message, verbatim } from '../../base/messages.ts';
import { nextStepIn } from '../../base/text/next-step.ts';
import { QUIET } from '../../ingest/episodes/cut.ts';
import type { Episode } from '../../model/episode.ts';
import { printed, printedCode, printedName } from '../../model/printed.ts';
import { redactSync } from '../../redact/redact.ts';
import { episodesWhere, type KeptEpisode } from '../../store/episodes/episodes.ts';
import {
  branchOfEpisode,
  type FailedCommand,
  lastFailure,
  lastReplies,
} from '../../store/events/last-work.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { cited } from '../cite.ts';
import { askableWhere } from './asked-for.ts';
import { stillSaid } from './still-said.ts';

/** Where the work of a project stands. */
export interface ProjectWhereabouts {
  /** What is checked out now. */
  branch: string | null;
  /** What the last work was done on. */
  workedOn: string | null;
  /** What was done last, the latest first. */
  last: Episode[];
  /** What was broken off, waits or failed, the latest first. */
  unfinished: Episode[];
  /** What is remembered of unfinished work. */
  notes: { memory: string; text: string }[];
  /** Files that the last session changed. */
  changed: string[];
  failure: FailedCommand | null;
  /** The next step, as it was said. */
  next: { text: string; episode: string } | null;
  /** All of it as Markdown; empty where nothing is known. */
  text: string;
}

/** Where was I? The last work in this project, what of it is unfinished, what failed, and what was to come next. */
export function whereWasI(engine: Engine, { limit = 5 }: { limit?: number } = {}): ProjectWhereabouts {
  const { store } = engine.own;
  const now = { now: engine.now(), quiet: QUIET };
  const last = episodesWhere(store, { byAgents: true }, { ...now, limit }).map((each) =>
    clean(stillSaid(engine, each)),
  );
  const unfinished = episodesWhere(
    store,
    { byAgents: true, statuses: ['active', 'paused', 'failed'], since: now.now - RECENT_MS },
    { ...now, limit: 3 * limit },
  )
    .filter((episode) => episode.status !== 'failed' || episode.filesChanged.length > 0)
    .slice(0, limit)
    .map((each) => clean(stillSaid(engine, each)));
  const notes = askableWhere(engine, [engine.own], { types: ['work_state'] }, { latest: 4 * limit })
    .sort((a, b) => b.memory.updatedAt - a.memory.updatedAt || (a.memory.id < b.memory.id ? -1 : 1))
    .slice(0, limit)
    .map(({ memory }) => ({ memory: memory.id, text: cited(memory) }));
  const latest = last[0];
  const found = lastFailure(store);
  const where = {
    branch: engine.project ? branchCheckedOut(engine.project.root) : null,
    workedOn: latest ? branchOfEpisode(store, latest.id) : null,
    last,
    unfinished,
    notes,
    changed: [
      ...new Set(last.filter((one) => one.session === latest?.session).flatMap((one) => one.filesChanged)),
    ],
    failure: found ? cleanFailure(found) : null,
    next: nextOf(engine, [...unfinished.slice(0, 1), ...last.slice(0, 1)]),
  };
  return { ...where, text: inMarkdown(where) };
}

/** What was broken off longer ago is not taken up again. */
const RECENT_MS = 14 * 86_400_000;
/** The last words may only say goodbye. */
const REPLIES = 3;

/** The next step, as it was said at the end of the work that is to be taken up; what is done has no next step. */
function nextOf(engine: Engine, episodes: readonly Episode[]): ProjectWhereabouts['next'] {
  for (const { id, tainted } of episodes) {
    if (tainted) continue;
    for (const reply of lastReplies(engine.own.store, id, REPLIES)) {
      const text = nextStepIn(redactSync(reply).text);
      if (text !== undefined) return { text, episode: id };
    }
  }
  return null;
}

/** Texts are redacted as they are read; what newer rules know of as well is left out here. */
const clean = ({ row: _, ...episode }: KeptEpisode): Episode => ({
  ...episode,
  task: redactSync(episode.task).text,
  summary: redactSync(episode.summary).text,
  outcome: cleanMessage(episode.outcome),
});

const cleanMessage = (said: Message): Message => {
  const { text } = redactSync(said.text);
  return text === said.text ? said : verbatim(text);
};

const cleanFailure = (failure: FailedCommand): FailedCommand => ({
  ...failure,
  command: redactSync(failure.command).text,
  line: failure.line === null ? null : redactSync(failure.line).text,
  resolvedBy: failure.resolvedBy === null ? null : redactSync(failure.resolvedBy).text,
});

function inMarkdown(where: Omit<ProjectWhereabouts, 'text'>): string {
  const { last, unfinished, notes, failure, next, changed, branch, workedOn } = where;
  const sections: [heading: string, lines: string[]][] = [
    ['Unfinished', [...unfinished.map(lineOf), ...notes.map(({ text }) => text)]],
    ['Stated next step', next ? [printed(next.text, 400)] : []],
    ['Failing', failure && !failure.resolved ? [failedLine(failure)] : []],
    ['Changed in the last session', changed.slice(0, MAX_FILES).map((file) => printedCode(file))],
    [
      'On branch',
      branch && workedOn && workedOn !== branch
        ? [`${printedName(workedOn)} (now on ${printedName(branch)})`]
        : [],
    ],
    ['Recent work', last.filter(({ id }) => !unfinished.some((one) => one.id === id)).map(lineOf)],
  ];
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([heading, lines]) => [`## ${heading}`, ...lines.map((line) => `- ${line}`)].join('\n'))
    .join('\n\n');
}

const MAX_FILES = 12;

/** How it ended may be told in foreign words. */
const lineOf = ({ endedAt, task, status, outcome, tainted }: Episode): string =>
  `${new Date(endedAt).toISOString().slice(0, 10)} “${printed(task, 160)}” (${status}) ${tainted ? '' : printed(outcome.text, 160)}`.trim();

const failedLine = ({ command, line }: FailedCommand): string =>
  `${printedCode(command, 160)}${line === null ? '' : `: ${printed(line, 200)}`}`;
