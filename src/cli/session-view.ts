import { oneLine, visible } from '../base/plain.ts';
import type { Event, EventKind, Session } from '../model/event.ts';
import type { Output } from '../protocol/verbs.ts';
import { countNoun } from './size.ts';
import type { Style, TerminalOutput } from './terminal.ts';
import { duration, localTime, relativeTime } from './time.ts';
import { cutToWidth, pad, wrap } from './width.ts';

type ListedSession = Output<'sessions'>['sessions'][number];

/** Prints sessions, two lines each: what it was, then quietly when, where and how much. */
export function showSessions(sheet: TerminalOutput, sessions: readonly ListedSession[], now: number): void {
  const short = prefixLength(sessions.map(({ id }) => oneLine(id)));
  for (const session of sessions) {
    const facts = [
      relativeTime(session.endedAt, now),
      session.client,
      countNoun(session.prompts, 'prompt'),
      countNoun(session.calls, 'tool call'),
      ...(session.failed > 0 ? [`${session.failed} failed`] : []),
      ...(session.branch ? [session.branch] : []),
      ...(session.tainted > 0 ? ['external text'] : []),
    ].map(oneLine);
    if (!sheet.isTerminal) {
      sheet.line([oneLine(session.id), ...facts, oneLine(session.title ?? session.opening ?? '')].join('\t'));
      continue;
    }
    const id = cutToWidth(shortId(session.id, short), short);
    const title = oneLine(session.title ?? session.opening ?? 'no title');
    sheet.line(`${sheet.paint('bold', pad(id, short))}  ${cutToWidth(title, sheet.width - short - 2)}`);
    sheet.line(sheet.paint('dim', cutToWidth(`${' '.repeat(short + 2)}${facts.join(' · ')}`, sheet.width)));
  }
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

/** The first characters of an id, safe to print. */
export const shortId = (id: string, length = SHORT_ID_CHARS): string => oneLine(id).slice(0, length);

/** How much of each id must be seen to tell them apart: some clients' ids begin with the time. */
function prefixLength(ids: readonly string[]): number {
  const all = new Set(ids).size;
  let length = SHORT_ID_CHARS;
  while (length < MAX_ID_CHARS && new Set(ids.map((id) => id.slice(0, length))).size < all) length++;
  return length;
}

const SHORT_ID_CHARS = 8;
const MAX_ID_CHARS = 18;
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
