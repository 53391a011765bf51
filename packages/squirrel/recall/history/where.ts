import { branchCheckedOut } from '@sqrl/base/git/head.ts';
import { saidId } from '@sqrl/base/model/citation.ts';
import type { Episode } from '@sqrl/base/model/episode.ts';
import { printed, printedCode, printedName } from '@sqrl/base/model/printed.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { nextStepIn } from '@sqrl/base/text/next-step.ts';
import { withoutReplaced } from '@sqrl/base/text/replaced.ts';
import { QUIET } from '../../ingest/episodes/cut.ts';
import { isCommitted } from '../../ingest/episodes/ending.ts';
import { episodesWhere, type KeptEpisode } from '../../store/episodes/episodes.ts';
import {
  branchOfEpisode,
  type FailedCommand,
  lastFailure,
  lastReplies,
  type TaskList,
  taskListOf,
} from '../../store/events/last-work.ts';
import { lastSaidIn } from '../../store/passages/passages.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { askableWhere } from '../context/context-hits.ts';
import { cited } from '../context/lines.ts';
import { hideWithdrawn, replacedIn } from '../passages/withdrawn.ts';

/** Where was I? The last work in this project, what of it is unfinished, what failed, and what was to come next. */
export function whereWasI(engine: Engine, { limit = 5 }: { limit?: number } = {}) {
  const { opens, ...where } = whereabouts(engine, limit);
  /** All of it as Markdown; empty where nothing is known. */
  return { ...where, text: inMarkdown(where, opens) };
}

function whereabouts(engine: Engine, limit: number) {
  const { store } = engine.own;
  const now = { now: engine.now(), quiet: QUIET };
  const all = episodesWhere(store, { byAgents: true }, { ...now, limit: CONSIDERED_PER_TASK * limit });
  const last = eachOnce(all)
    .slice(0, limit)
    .map((each) => clean(stillSaid(engine, each)));
  const unfinished = eachOnce(all.filter((each) => isOpen(each, all, now.now)))
    .slice(0, limit)
    .map((each) => clean(stillSaid(engine, each)));
  const notes = askableWhere(engine, [engine.own], { types: ['work_state'] }, { latest: 4 * limit })
    .sort((a, b) => b.memory.updatedAt - a.memory.updatedAt || (a.memory.id < b.memory.id ? -1 : 1))
    .slice(0, limit)
    .map(({ memory }) => ({ memory: memory.id, text: cited(memory) }));
  const [latest] = all;
  const failure = lastFailure(store);
  const isPast = all.some(({ status, endedAt }) => status === 'completed' && endedAt > (failure?.at ?? 0));
  const where = {
    branch: engine.project ? branchCheckedOut(engine.project.root) : null,
    workedOn: latest ? branchOfEpisode(store, latest.id) : null,
    last,
    said: latest ? lastWords(engine, latest) : [],
    unfinished,
    notes,
    changed: uncommittedIn(all.filter(({ session }) => session === latest?.session)),
    todo: latest ? openTasks(engine, latest) : null,
    failure: failure && (failure.resolved || !isPast) ? cleanFailure(failure) : null,
    next: nextOf(engine, [...unfinished.slice(0, 1), ...last.slice(0, 1)]),
  };
  const shown = new Set([...last, ...unfinished].map(({ id }) => id));
  const ids = all.flatMap(({ id, row }) => {
    const reply = shown.has(id) ? lastSaidIn(store, row, 'reply') : undefined;
    return reply ? [[id, saidId(reply.event)] as const] : [];
  });
  return { ...where, opens: new Map(ids) };
}

/** Episodes looked at for each task that is shown: one task may take several. */
const CONSIDERED_PER_TASK = 10;

/** Work that was broken off or failed lately, of each branch the latest; what is tainted is not the person's. */
export function unfinishedWork(engine: Engine, isKnown: (episode: Episode) => boolean, at = engine.now()) {
  const { store } = engine.own;
  const now = { now: at, quiet: QUIET };
  const branches = new Set<string | null>();
  const isBroken = { since: at - RECENT_MS, statuses: ['paused' as const, 'failed' as const] };
  return episodesWhere(store, isBroken, { ...now, limit: MAX_BROKEN })
    .filter((episode) => !episode.tainted && !isKnown(episode))
    .flatMap((episode) => {
      const branch = branchOfEpisode(store, episode.id);
      if (branches.has(branch)) return [];
      // Where it changed no file, those that its session changed before and did not commit.
      const { filesChanged, session } = episode;
      const all = filesChanged.length > 0 ? [] : episodesWhere(store, { session }, now);
      const own = all.filter((each) => each.session === session);
      const before = own.slice(own.findIndex((each) => each.id === episode.id) + 1);
      const changed = filesChanged.length > 0 ? filesChanged : uncommittedIn(before);
      if (changed.length === 0) return [];
      branches.add(branch);
      const { id, task, status, outcome, endedAt } = stillSaid(engine, episode);
      const isSecret = redactSync(`${episode.task} ${episode.outcome}`).found.length > 0;
      return isSecret ? [] : [{ episode: id, task, status, outcome, endedAt, changed }];
    })
    .slice(0, MAX_UNFINISHED);
}

const MAX_BROKEN = 10;
const MAX_UNFINISHED = 2;

/** Files that the episodes of a session changed after the last one that committed; the latest episode comes first. */
function uncommittedIn(episodes: readonly Episode[]): string[] {
  const committed = episodes.findIndex(({ outcome }) => isCommitted(outcome));
  const open = committed < 0 ? episodes : episodes.slice(0, committed);
  return [...new Set(open.flatMap(({ filesChanged }) => filesChanged))];
}

/** Each task once, as it was last taken up. */
function eachOnce(episodes: readonly KeptEpisode[]): KeptEpisode[] {
  const first = new Map(episodes.map((each) => [startOf(each), each] as const).reverse());
  return [...first.values()].sort((a, b) => b.startedAt - a.startedAt || b.row - a.row);
}

/** The words by which a task is known again where it goes on: later ones stand before them. */
const startOf = ({ task }: Episode): string => flat(task).slice(0, 60);

/** For comparing: in small letters, each run of blanks and ellipses one blank. */
export const flat = (text: string): string =>
  text
    .replace(/[\s…]+/g, ' ')
    .trim()
    .toLowerCase();

/** Whether a piece of work is still to be done: it was broken off or failed lately, and not completed since. */
function isOpen(episode: KeptEpisode, all: readonly KeptEpisode[], now: number): boolean {
  const { status, filesChanged, endedAt } = episode;
  const isLeft =
    status === 'active' || status === 'paused' || (status === 'failed' && filesChanged.length > 0);
  if (!isLeft || endedAt < now - RECENT_MS) return false;
  const start = startOf(episode);
  return !all.some(
    (later) =>
      later.startedAt > episode.startedAt && later.status === 'completed' && flat(later.task).includes(start),
  );
}

/** The last words of the person and of the agent in an episode, in the order they were said. */
function lastWords(engine: Engine, { row }: KeptEpisode) {
  const found = (['prompt', 'reply'] as const).flatMap(
    (kind) => lastSaidIn(engine.own.store, row, kind) ?? [],
  );
  const mine = found.filter(({ speaker, tainted }) => speaker === 'person' || !tainted);
  return hideWithdrawn(mine, engine)
    .sort((a, b) => a.at - b.at)
    .map(({ event, speaker, text }) => ({ id: saidId(event), speaker, text: endOf(redactSync(text).text) }));
}

function openTasks({ own: { store } }: Engine, { row }: KeptEpisode): TaskList | null {
  const list = taskListOf(store, row);
  if (!list || list.open.length === 0) return null;
  return { ...list, open: list.open.slice(0, MAX_FILES).map((text) => redactSync(text).text) };
}

/** What is asked at the end of a message, else its beginning. */
function endOf(text: string): string {
  const last = text
    .trimEnd()
    .split(/\n\s*\n/)
    .at(-1)!;
  return printed(last.endsWith('?') ? last : text, MAX_SAID_CHARS);
}

const MAX_SAID_CHARS = 400;

/** What was broken off longer ago is not taken up again. */
const RECENT_MS = 14 * 86_400_000;
/** The last words may only say goodbye. */
const REPLIES = 3;

/** The next step, as it was said at the end of the work that is to be taken up; what is done has no next step. */
function nextOf(engine: Engine, episodes: readonly Episode[]): { text: string; episode: string } | null {
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

const cleanMessage = (said: string): string => {
  const { text } = redactSync(said);
  return text === said ? said : text;
};

const cleanFailure = (failure: FailedCommand): FailedCommand => ({
  ...failure,
  command: redactSync(failure.command).text,
  line: failure.line === null ? null : redactSync(failure.line).text,
  resolvedBy: failure.resolvedBy === null ? null : redactSync(failure.resolvedBy).text,
});

function inMarkdown(
  where: Omit<ReturnType<typeof whereabouts>, 'opens'>,
  opens: ReadonlyMap<string, string>,
): string {
  const { last, said, unfinished, notes, todo, failure, next, changed, branch, workedOn } = where;
  const [latest] = last;
  const line = (task: Episode) => `${lineOf(task)}${opens.has(task.id) ? ` [${opens.get(task.id)}]` : ''}`;
  const others = (tasks: readonly Episode[]) => tasks.filter(({ id }) => id !== latest?.id).map(line);
  const sections: [heading: string, lines: string[]][] = [
    [
      'Last task',
      [
        ...(latest ? [line(latest)] : []),
        ...said.map(
          ({ id, speaker, text }) =>
            `${speaker === 'person' ? 'The user' : 'The agent'} said last: “${printed(text, MAX_SAID_CHARS)}” [${id}]`,
        ),
      ],
    ],
    ['Stated next step', next ? [printed(next.text, 400)] : []],
    [
      `Open on its task list (${todo?.done} of ${todo?.of} done)`,
      (todo?.open ?? []).map((text) => printed(text, 160)),
    ],
    ['Failing', failure && !failure.resolved ? [failedLine(failure)] : []],
    ['Changed, not committed in that session', changed.slice(0, MAX_FILES).map((file) => printedCode(file))],
    [
      'On branch',
      branch && workedOn && workedOn !== branch
        ? [`${printedName(workedOn)} (now on ${printedName(branch)})`]
        : [],
    ],
    ['Unfinished', [...others(unfinished), ...notes.map(({ text }) => text)]],
    ['Recent work', others(last.filter(({ id }) => !unfinished.some((one) => one.id === id)))],
  ];
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([heading, lines]) => [`## ${heading}`, ...lines.map((line) => `- ${line}`)].join('\n'))
    .join('\n\n');
}

const MAX_FILES = 12;

/** How it ended may be told in foreign words. */
const lineOf = ({ endedAt, task, status, outcome, tainted }: Episode): string =>
  `${new Date(endedAt).toISOString().slice(0, 10)} “${printed(task, 160)}” (${status}) ${tainted ? '' : printed(outcome, 160)}`.trim();

const failedLine = ({ command, line }: FailedCommand): string =>
  `${printedCode(command, 160)}${line === null ? '' : `: ${printed(line, 200)}`}`;

/** An episode as it may be quoted today: what was wished in it and replaced since is not said again. */
export function stillSaid<T extends { id: string; task: string; outcome: string }>(
  engine: Engine,
  episode: T,
): T {
  const quotes = replacedIn(engine, episode.id);
  if (quotes.length === 0) return episode;
  const { task, outcome } = episode;
  const ended = withoutReplaced(outcome, quotes);
  return {
    ...episode,
    task: withoutReplaced(task, quotes),
    outcome: ended === outcome ? outcome : ended,
  };
}
