import { Problem } from '@sqrl/base/problem.ts';
import { eventPlace, stepsAround } from '../store/events/event-places.ts';
import { readingOf } from '../store/events/readings.ts';
import type { Engine } from '../workspace/workspace.ts';
import { hider } from './hide.ts';
import { type LogLine, linesAround } from './log-lines.ts';

/**
 * The lines of a log around an event, and what was kept of the steps around it. A request names an event, never a
 * file; the file must be one that was read as a log, and all text is redacted again.
 */
export function logAround(engine: Engine, { event: id, around }: { event: string; around: number }) {
  const found = engine.indexedStores.flatMap(({ store }) => {
    const place = eventPlace(store, id);
    return place ? [{ store, place }] : [];
  })[0];
  if (!found)
    throw new Problem(
      `No event has the id ${id}.`,
      'It may belong to another project, or its session was erased.',
      'not_found',
    );
  const { store, place } = found;
  const { hide, hideLine, hidden } = hider();
  const trouble = unfit(engine, place.log);
  const shown = trouble === null ? linesAround(place, around) : { lines: null, because: trouble };
  return {
    client: place.client,
    session: place.session,
    log: place.log,
    lines: shown.lines?.map((line) => shortened({ ...line, text: hideLine(line.text) })) ?? null,
    because: shown.because,
    steps: stepsAround(store, place, around).map(({ row, ...step }) => ({
      ...step,
      text: hide(step.text),
      command: step.command === null ? null : hide(step.command),
      here: row === place.row,
    })),
    redacted: hidden(),
  };
}

/** So much of a line is shown. */
const MAX_LINE_CHARS = 4000;

/** Only after it was redacted: half of a secret would not be recognized. */
const shortened = (line: LogLine): LogLine => ({
  ...line,
  text: line.text.slice(0, MAX_LINE_CHARS),
  cut: line.cut || line.text.length > MAX_LINE_CHARS,
});

/** Why a file is not to be opened. A store that came from elsewhere may name any; only what this home read as lines is fit. */
function unfit(engine: Engine, log: string): string | null {
  const reading = readingOf(engine.user.store, log);
  if (!reading) return 'This log was not read on this machine.';
  if (reading.form === 'lines') return null;
  return reading.form === 'database'
    ? 'It was read from a database, which has no lines to show.'
    : 'It was read from a packed or single document, which has no lines to show.';
}
