import { isStopText } from '@sqrl/base/model/guards.ts';
import type { LogPiece, PieceResult, RawEvent, SessionFacts } from '@sqrl/base/model/reader.ts';
import { roughStart } from '@sqrl/base/redact/shorten.ts';
import { cutOut, type TextCut } from './cutting.ts';

/** An event as its reader told it, with its secrets, and where in the log it stands; of its words only what may be kept. */
export interface RoughEvent extends Omit<RawEvent, 'text'>, TextCut {
  offset: number;
  bytes: number;
  /** Its place among the events of one record. */
  part: number;
}

/** What a stretch of a log told, in its order. */
export interface Portion {
  events: RoughEvent[];
  facts: SessionFactsAt[];
}

/** What a record told of its session. */
interface SessionFactsAt {
  facts: SessionFacts;
  /** When that was, as far as anybody can tell. */
  at: number | undefined;
  /** How many of the portion's events came before. */
  after: number;
}

/** Collects what a reader takes from a log until it is worth handing on. */
export interface Collector {
  /** Takes what a piece holds; a document holds many records. */
  take(taken: readonly PieceResult[], piece: LogPiece): void;
  /** How much waits to be drained, events and facts. */
  readonly waiting: number;
  /** Everything since the last time; undefined where that is nothing. */
  drain(): Portion | undefined;
}

/** Begins with nothing. */
export function collectPortion(): Collector {
  let portion: Portion = { events: [], facts: [] };
  return {
    take(taken, { offset, bytes: { length: bytes } }) {
      let part = 0;
      const { events, facts } = portion;
      for (const { events: raws, session } of taken) {
        if (session) facts.push({ facts: session, at: session.beganAt ?? raws[0]?.at, after: events.length });
        for (const raw of raws) events.push(rough(raw, offset, bytes, part++));
      }
    },
    get waiting() {
      return sizeOf(portion);
    },
    drain() {
      const drained = portion;
      if (sizeOf(drained) === 0) return undefined;
      portion = { events: [], facts: [] };
      return drained;
    },
  };
}

/** How much a portion holds, events and facts. */
export const sizeOf = ({ events, facts }: Portion): number => events.length + facts.length;

function rough(raw: RawEvent, offset: number, bytes: number, part: number): RoughEvent {
  const { rough, end, length, hash } = cutOut(raw);
  // It was not made: it neither failed nor touched anything.
  const isStopped = raw.kind === 'result' && isStopText(raw.text);
  // Every name is spelled out: a spread sets its fields one by one, which for this many takes longer than the rest.
  return {
    key: raw.key,
    session: raw.session,
    agent: raw.agent,
    at: raw.at,
    kind: raw.kind,
    rough,
    end,
    length,
    hash,
    tool: shortened(raw.tool) as RoughEvent['tool'],
    toolName: shortened(raw.toolName),
    call: raw.call,
    command: raw.command === null ? null : roughStart(raw.command, MAX_COMMAND_CHARS),
    files: isStopped ? [] : raw.files,
    outcome: isStopped ? null : raw.outcome,
    exitCode: raw.exitCode,
    tokens: raw.tokens,
    durationMs: raw.durationMs,
    model: shortened(raw.model),
    cwd: shortened(raw.cwd),
    branch: shortened(raw.branch),
    offset,
    bytes,
    part,
  };
}

/** Longer than any real name or path. Ids stay whole: what is kept of a long one tells it from others. */
const shortened = (name: string | null): string | null =>
  name === null ? null : roughStart(name, MAX_PATH_CHARS);

const MAX_PATH_CHARS = 4096;

/** So much of a command is kept. */
export const MAX_COMMAND_CHARS = 2000;
