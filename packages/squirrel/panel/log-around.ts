import { parsedJson } from '@sqrl/base/json.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { eventPlace, stepsAround } from '../store/events/event-places.ts';
import { readingOf } from '../store/events/readings.ts';
import type { Engine } from '../workspace/workspace.ts';
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

/** Replaces secrets in texts on their way out, and counts them. */
function hider() {
  let found = 0;
  const hide = (text: string): string => {
    const redacted = redactSync(text);
    found += redacted.found.length;
    return redacted.text;
  };
  return {
    hide,
    /** A line of a log. In JSON every text is looked at as it was meant, since escapes hide the ends of secrets. */
    hideLine(line: string): string {
      const value = parsed(line);
      return hide(value === undefined ? line : JSON.stringify(inAll(value, hide)));
    },
    hidden: () => found,
  };
}

function inAll(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === 'string') return hide(value);
  if (Array.isArray(value)) return value.map((each) => inAll(each, hide));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [hide(key), inAll(each, hide)]));
}

/** Only objects and lists: a number may have more digits than JavaScript keeps. */
const parsed = (line: string): unknown => (/^\s*[{[]/.test(line) ? parsedJson(line) : undefined);
