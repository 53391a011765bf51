import { hash } from 'node:crypto';
import type { Log } from '../model/reader.ts';
import type { LogReading } from '../store/readings.ts';
import { excerptOf } from './excerpt.ts';
import { LONGEST_COMMAND, type ProjectOf, type RoughEvent } from './intake.ts';
import { isUsual, safePath, safeText, short } from './names.ts';
import { filesChangedByCommand } from './shell-files.ts';

/** How far a log was read, where what is to be known to go on still has its secrets. */
export interface RoughReading extends Omit<LogReading, 'state'> {
  /** JSON of a `State`. */
  rough: string;
}

/** What must be known to go on with a log. */
export interface State {
  reader?: unknown;
  intake?: unknown;
  /** Where to go on within a line that has proved too long. */
  seen?: number | undefined;
}

/** Names an event, takes the secrets out of its words, and reads off its command which files it changed. */
export function finishEvent(event: RoughEvent, client: Log['client'], projectOf: ProjectOf): void {
  event.id = eventId(client, event.key);
  if (event.command !== null) event.command = short(event.command, LONGEST_COMMAND);
  // Off the words without their secrets: a result may be read long after its call, of which no more is kept by then.
  if (event.ranIn !== null) {
    const { place } = projectOf(...event.ranIn);
    event.files = filesChangedByCommand(event.command ?? '').map(({ path, way, lines }) => ({
      ...place(path),
      way,
      lines,
    }));
  }
  for (const file of event.files) file.path = safePath(file.path);
  event.text = excerptOf(event);
}

/** The id of a step: the same whichever log it is read from, and however often. */
const eventId = (client: Log['client'], key: string): string =>
  hash('sha256', `${client}\0${key}`).slice(0, 32);

/** Takes the secrets out of what is to be known to go on: calls that wait for their results stand there as they were written. */
export function finishReading({ rough, ...reading }: RoughReading): LogReading {
  const state = JSON.parse(rough) as State;
  return { ...reading, state: JSON.stringify({ ...state, reader: redacted(state.reader) }) };
}

function redacted(value: unknown): unknown {
  if (typeof value === 'string') return value.length < 8 || isUsual(value) ? value : safeText(value);
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redacted(each)]));
}
