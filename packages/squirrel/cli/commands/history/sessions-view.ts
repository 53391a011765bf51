import type { Episode } from '@sqrl/base/model/episode.ts';
import type { Event, EventKind, Session } from '@sqrl/base/model/event.ts';
import { oneLine, visible } from '@sqrl/base/plain.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import type { Style, TerminalOutput } from '@sqrl/base/terminal/terminal.ts';
import { duration, localTime, relativeTime } from '@sqrl/base/terminal/time.ts';
import { cutToWidth, pad, wrap } from '@sqrl/base/terminal/width.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { prefixLength, shortId, showItems } from '../../view.ts';
import { STATUS_STYLES } from './history-view.ts';

type ListedSession = Output<'sessions'>['sessions'][number];

/** Prints sessions, two lines each: what it was, then quietly when, where and how much. */
export function showSessions(sheet: TerminalOutput, sessions: readonly ListedSession[], now: number): void {
  const short = prefixLength(sessions.map(({ id }) => oneLine(id)));
  const items = sessions.map((session) => ({
    mark: shortId(session.id, short),
    style: 'bold' as const,
    head: session.title ?? session.opening ?? 'no title',
    facts: [
      relativeTime(session.endedAt, now),
      session.client,
      countNoun(session.prompts, 'prompt'),
      countNoun(session.calls, 'tool call'),
      session.failed > 0 && `${session.failed} failed`,
      session.branch,
      session.tainted > 0 && 'external text',
    ],
  }));
  if (sheet.isTerminal) showItems(sheet, items);
  else
    for (const [i, { head, facts }] of items.entries())
      sheet.line([sessions[i]!.id, ...facts.filter(Boolean).map(String), head].map(oneLine).join('\t'));
}

/** Prints the steps of a session in order, each with its time, kind and what it says. */
export function showEvents(sheet: TerminalOutput, session: Session, events: readonly Event[]): void {
  if (!sheet.isTerminal) {
    for (const event of events)
      sheet.line(
        [new Date(event.at).toISOString(), event.kind, labelOf(event), oneLine(event.text)].join('\t'),
      );
    return;
  }
  sheet.line(
    `${sheet.paint('bold', cutToWidth(oneLine(session.id), sheet.width))} ${sheet.paint('dim', `· ${session.client}`)}`,
  );
  let day = '';
  for (const event of events) {
    const [date, time] = localTime(event.at).split(' ') as [string, string];
    if (date !== day) sheet.line(`\n${sheet.paint('dim', date)}`);
    day = date;
    showEvent(sheet, event, time);
  }
}

function showEvent(sheet: TerminalOutput, event: Event, time: string): void {
  const indent = event.agent === null ? '' : '  ';
  const label = labelOf(event);
  const marks = [
    ...(event.outcome && event.outcome !== 'ok' ? [event.outcome] : []),
    ...(event.exitCode ? [`exit ${event.exitCode}`] : []),
    ...(event.durationMs !== null && event.durationMs >= 1000 ? [duration(event.durationMs)] : []),
    ...(event.tainted ? ['external'] : []),
  ];
  const start = `${indent}${sheet.paint('dim', time)} ${sheet.paint(styleOf(event), pad(label, KIND_COLUMNS))}`;
  const room = sheet.width - indent.length - time.length - Math.max(label.length, KIND_COLUMNS) - 3;
  const mark = marks.length > 0 ? ` ${sheet.paint(COLOUR_OF_MARK(event), `[${marks.join(', ')}]`)}` : '';
  const taken = marks.length > 0 ? marks.join(', ').length + 3 : 0;
  if (event.kind !== 'prompt') {
    sheet.line(`${start} ${cutToWidth(oneLine(wordsOf(event)), Math.max(room - taken, 10))}${mark}`);
    return;
  }
  const lines = wrap(visible(event.text.trim()), Math.max(room, 20));
  lines.slice(0, MAX_PROMPT_LINES).forEach((line, i) => {
    sheet.line(
      i === 0 ? `${start} ${line}` : `${' '.repeat(indent.length + time.length + KIND_COLUMNS + 2)}${line}`,
    );
  });
}

/** Of a call what it runs or looks for says more than how its client writes it down. */
const wordsOf = ({ kind, command, text }: Event): string =>
  kind === 'call' && command !== null ? command : text;

const KIND_COLUMNS = 9;
const MAX_PROMPT_LINES = 6;

const labelOf = ({ kind, tool }: Event): string =>
  oneLine(tool !== null && kind !== 'check' ? `${tool}${kind === 'call' ? '' : ' →'}` : kind);

const STYLES: Partial<Record<EventKind, Style>> = {
  prompt: 'bold',
  reply: 'cyan',
  reasoning: 'dim',
  compaction: 'magenta',
  commit: 'green',
  notice: 'yellow',
};

const styleOf = ({ kind, outcome }: Event): Style =>
  outcome === 'failed' ? 'red' : (STYLES[kind] ?? (kind === 'call' ? 'blue' : 'gray'));

const COLOUR_OF_MARK = ({ outcome }: Event): Style => (outcome === 'failed' ? 'red' : 'yellow');

/** Prints episodes by session: what was wanted first, then how it went. For other programs one to a line, with tabs. */
export function showEpisodes(sheet: TerminalOutput, episodes: readonly Episode[], now: number): void {
  if (!sheet.isTerminal) {
    for (const { id, startedAt, status, phase, task } of episodes)
      sheet.line([id, localTime(startedAt), status, phase, oneLine(task)].join('\t'));
    return;
  }
  for (const [session, members] of Map.groupBy(episodes, ({ session }) => session)) {
    const when = members[0]!.startedAt;
    const where = `· ${localTime(when)} · session ${shortId(session)}`;
    sheet.line(`\n${sheet.paint('bold', relativeTime(when, now))} ${sheet.paint('dim', where)}`);
    showItems(
      sheet,
      members.map((episode) => ({
        ...{ mark: SIGNS[episode.status], style: STATUS_STYLES[episode.status]! },
        head: episode.task === '' ? 'No prompt' : episode.task,
        facts: factsOf(episode),
        below: [
          oneLine(episode.outcome),
          ...(episode.filesChanged.length > 0 ? [filesOf(episode.filesChanged)] : []),
        ],
      })),
    );
  }
}

const SIGNS: Record<Episode['status'], string> = { completed: '✓', failed: '✗', paused: '‖', active: '●' };

const factsOf = ({ phase, stats, startedAt, endedAt, eventCount, tainted, id }: Episode) => [
  phase,
  endedAt - startedAt >= MINUTE_MS && `${Math.round((endedAt - startedAt) / MINUTE_MS)} min`,
  countNoun(eventCount, 'step'),
  stats.errors > 0 && countNoun(stats.errors, 'error'),
  stats.retryLoops > 0 && countNoun(stats.retryLoops, 'retry', 'retries'),
  stats.tests !== 'not_run' && `tests ${stats.tests}`,
  stats.frustration !== 'none' && `${stats.frustration} frustration`,
  tainted && 'with external text',
  id,
];

const MINUTE_MS = 60_000;
const MAX_FILES = 6;

/** The names of the first files: the last part of a path says most. */
function filesOf(files: readonly string[]): string {
  const names = files.slice(0, MAX_FILES).map((file) => oneLine(file.slice(file.lastIndexOf('/') + 1)));
  return names.join(', ') + (files.length > MAX_FILES ? ` and ${files.length - MAX_FILES} more` : '');
}
