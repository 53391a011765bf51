import { oneLine } from '../base/plain.ts';
import type { Episode } from '../model/episode.ts';
import { shortId } from './session-view.ts';
import { countNoun } from './size.ts';
import type { Style, TerminalOutput } from './terminal.ts';
import { localTime, relativeTime } from './time.ts';
import { columns, cutToWidth } from './width.ts';

const MARKS: Record<Episode['status'], [sign: string, style: Style]> = {
  completed: ['✓', 'green'],
  failed: ['✗', 'red'],
  paused: ['‖', 'yellow'],
  active: ['●', 'cyan'],
};

/** Prints episodes: what was wanted first, then quietly how it went. For other programs one to a line, with tabs. */
export function showEpisodes(sheet: TerminalOutput, episodes: readonly Episode[], now: number): void {
  if (!sheet.isTerminal) {
    for (const { id, startedAt, status, phase, task } of episodes)
      sheet.line([id, localTime(startedAt), status, phase, oneLine(task)].join('\t'));
    return;
  }
  let session = '';
  for (const episode of episodes) {
    if (episode.session !== session) {
      if (session !== '') sheet.line();
      session = episode.session;
      sheet.line(
        `${sheet.paint('bold', relativeTime(episode.startedAt, now))} ${sheet.paint('dim', `· ${localTime(episode.startedAt)} · session ${shortId(session)}`)}`,
      );
    }
    showEpisode(sheet, episode);
  }
}

function showEpisode(sheet: TerminalOutput, episode: Episode): void {
  const [sign, style] = MARKS[episode.status];
  const room = sheet.width - INDENT.length;
  const task = episode.task === '' ? 'No prompt' : oneLine(episode.task);
  sheet.line(`${sheet.paint(style, sign)} ${cutToWidth(task, room)}`);
  const outcome = oneLine(episode.outcome.text);
  sheet.line(`${INDENT}${sheet.paint(style, cutToWidth(outcome, room))}`);
  const files = filesOf(episode.filesChanged, room);
  if (files !== '') sheet.line(INDENT + files);
  sheet.line(sheet.paint('dim', INDENT + cutToWidth(factsOf(episode).join(' · '), room)));
}

const INDENT = '  ';

function factsOf({ phase, stats, startedAt, endedAt, eventCount, tainted, id }: Episode): string[] {
  return [
    phase,
    ...(endedAt - startedAt >= MINUTE_MS ? [lasting(endedAt - startedAt)] : []),
    countNoun(eventCount, 'step'),
    ...(stats.errors > 0 ? [countNoun(stats.errors, 'error')] : []),
    ...(stats.retryLoops > 0 ? [countNoun(stats.retryLoops, 'retry', 'retries')] : []),
    ...(stats.tests === 'not_run' ? [] : [`tests ${stats.tests}`]),
    ...(stats.frustration === 'none' ? [] : [`${stats.frustration} frustration`]),
    ...(tainted ? ['with external text'] : []),
    id,
  ];
}

/** As many names as fit, shortest paths to them first to go: the last part of a path says most. */
function filesOf(files: readonly string[], room: number): string {
  const names = files.map((file) => oneLine(file.slice(file.lastIndexOf('/') + 1)));
  for (let shown = names.length; shown > 0; shown--) {
    const more = names.length - shown;
    const line = names.slice(0, shown).join(', ') + (more > 0 ? ` and ${more} more` : '');
    if (columns(line) <= room) return line;
  }
  return names.length > 0 ? cutToWidth(countNoun(names.length, 'file'), room) : '';
}

const MINUTE_MS = 60_000;

function lasting(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
