import { isWriterFolder, isWriterPrompt } from '../model/own-session.ts';
import type { Placed } from '../model/paths.ts';
import type { Log, Piece, RawEvent, SessionFacts, Taken } from '../model/reader.ts';
import type { NewEvent } from '../store/events.ts';
import type { LogFacts } from '../store/sessions.ts';
import { type Cutting, cutOut, roughLine } from './excerpt.ts';
import { nameOf, short } from './names.ts';
import { mayChangeFiles } from './shell-files.ts';

/** Where the events of a folder go. */
export interface Destination {
  /** The project's id; null for the user's own store. */
  project: string | null;
  /** Where a file lies that is named in that folder. */
  place(path: string): Placed;
}

/** A folder that stands in a log, and the one where the session began, for folders that are gone. */
export type Where = [cwd: string | null, first: string | null];

/** The project of a folder that stands in a log. */
export type ProjectOf = (...where: Where) => Destination;

/** An event whose words still have their secrets: to look for them is left to whoever keeps it, for that thread has time. */
export interface RoughEvent extends NewEvent, Cutting {
  /** Its client's own name for it, of which the id is made. */
  key: string;
  /** Where a command ran whose own words tell which files it changed; null where they are not asked. */
  ranIn: Where | null;
}

/** What is ready to be kept in one project. */
export interface Ready {
  project: string | null;
  sessions: Map<string, LogFacts>;
  events: RoughEvent[];
}

/** How many events are ready. */
export const eventsIn = (ready: readonly Ready[]): number =>
  ready.reduce((sum, { events }) => sum + events.length, 0);

/** Turns what a reader took from one log into what may be kept. */
export interface Intake {
  /** Takes what a piece holds; a document holds many records. */
  take(taken: readonly Taken[], piece: Piece): void;
  /** How many events wait to be drained. */
  readonly waiting: number;
  /** Everything since the last time, by project. */
  drain(): Ready[];
  /** What must be kept to go on later: plain JSON. */
  state(): unknown;
}

interface Known extends LogFacts {
  /** Projects that have events of it; '' is the user's own store. */
  in: string[];
  /** Whether it is a question of the memory's own, which is never learnt from; not known before its first prompt. */
  own?: boolean;
}

/** A database speaks of all its client's sessions; of those that nothing was heard of for long only the store knows. */
const MOST_SESSIONS = 500;

/** Begins with a log, or goes on from the state that an earlier intake left. */
export function openIntake(log: Log, projectOf: ProjectOf, state?: unknown): Intake {
  const sessions = new Map<string, Known>((state as [string, Known][] | undefined) ?? []);
  let ready = new Map<string, Ready>();
  let waiting = 0;
  let named: { raw: string; name: string } | undefined;
  let last: { cwd: string | null; first: string | null; to: Destination } | undefined;

  /** Mostly the same as of the event before, as is its destination. */
  function sessionOf(raw: string): string {
    if (named?.raw !== raw) named = { raw, name: nameOf(raw) };
    return named.name;
  }

  function destinationOf(cwd: string | null, first: string | null): Destination {
    if (last?.cwd !== cwd || last.first !== first) last = { cwd, first, to: projectOf(cwd, first) };
    return last.to;
  }

  function meet(facts: SessionFacts, at: number | undefined): Known {
    const told = cleanFacts(facts);
    const { id } = told;
    const before = sessions.get(id);
    const known: Known = {
      ...before,
      ...told,
      beganAt: Math.min(before?.beganAt ?? told.beganAt ?? at ?? 0, told.beganAt ?? Number.POSITIVE_INFINITY),
      in: before?.in ?? [],
      ...((before?.cwd ?? told.cwd) !== undefined && { cwd: (before?.cwd ?? told.cwd)! }),
      ...((before?.forkedFrom ?? told.forkedFrom) !== undefined && {
        forkedFrom: (before?.forkedFrom ?? told.forkedFrom)!,
      }),
    };
    sessions.delete(id);
    sessions.set(id, known);
    if (sessions.size > MOST_SESSIONS) sessions.delete(sessions.keys().next().value!);
    for (const project of known.in) readyFor(project).sessions.set(id, known);
    return known;
  }

  function readyFor(project: string): Ready {
    let there = ready.get(project);
    if (!there) {
      there = { project: project || null, sessions: new Map(), events: [] };
      ready.set(project, there);
    }
    return there;
  }

  function takeEvent(raw: RawEvent, piece: Piece, part: number): void {
    const session = sessionOf(raw.session);
    const known = sessions.get(session) ?? meet({ id: raw.session }, raw.at);
    if (isOwn(known, raw)) return;
    const where: Where = [raw.cwd ?? known.cwd ?? log.cwd ?? null, known.cwd ?? null];
    const to = destinationOf(...where);
    const project = to.project ?? '';
    if (!known.in.includes(project)) known.in.push(project);
    const there = readyFor(project);
    there.sessions.set(session, known);
    there.events.push(taken(raw, { session, piece, part, where, place: to.place }));
    waiting++;
  }

  return {
    take(taken, piece) {
      let part = 0;
      for (const { events, session } of taken) {
        if (session) meet(session, session.beganAt ?? events[0]?.at);
        for (const raw of events) takeEvent(raw, piece, part++);
      }
    },
    get waiting() {
      return waiting;
    },
    drain() {
      const drained = [...ready.values()];
      ready = new Map();
      waiting = 0;
      return drained;
    },
    state: () => [...sessions],
  };
}

/** The folder tells it at once; else the first prompt does. */
function isOwn(known: Known, { cwd, kind, agent, text }: RawEvent): boolean {
  if (known.own !== undefined) return known.own;
  const folder = known.cwd ?? cwd;
  if (folder && isWriterFolder(folder)) known.own = true;
  else if (kind === 'prompt' && agent === null) known.own = isWriterPrompt(text);
  return known.own ?? false;
}

interface From {
  session: string;
  piece: Piece;
  part: number;
  where: Where;
  place: Destination['place'];
}

function taken(raw: RawEvent, { session, piece, part, where, place }: From): RoughEvent {
  const { tokens } = raw;
  const { rough, end, length, hash } = cutOut(raw);
  const command = raw.command === null ? null : roughLine(raw.command, LONGEST_COMMAND);
  // Every name is spelled out: what stands behind a spread is set one by one, which for so many takes longer than the rest.
  return {
    id: '',
    key: raw.key,
    session,
    agent: raw.agent === null ? null : nameOf(raw.agent),
    at: raw.at,
    kind: raw.kind,
    tool: short(raw.tool) as RoughEvent['tool'],
    toolName: short(raw.toolName),
    call: raw.call === null ? null : nameOf(raw.call),
    command,
    // A call's files are those of its result.
    files:
      raw.kind === 'call' ? [] : raw.files.map(({ path, way, lines }) => ({ ...place(path), way, lines })),
    ranIn: command !== null && isToldBy(command, raw) ? where : null,
    outcome: raw.outcome,
    exitCode: whole(raw.exitCode),
    text: '',
    rough,
    end,
    length,
    hash,
    tokens: tokens && {
      input: whole(tokens.input) ?? 0,
      output: whole(tokens.output) ?? 0,
      cached: whole(tokens.cached) ?? 0,
    },
    durationMs: whole(raw.durationMs),
    model: short(raw.model),
    branch: short(raw.branch),
    offset: piece.offset,
    bytes: piece.bytes.length,
    part,
  };
}

/** Of a command no client names files: where it ended well, its own words have to do. */
const isToldBy = (command: string, { kind, tool, toolName, files, outcome, exitCode }: RawEvent): boolean =>
  kind === 'result' &&
  tool === 'run' &&
  outcome === 'ok' &&
  exitCode === 0 &&
  files.length === 0 &&
  mayChangeFiles(command) &&
  !/powershell/i.test(toolName ?? '');

/** So much of a command is kept. */
export const LONGEST_COMMAND = 2000;

const cleanFacts = (facts: SessionFacts): SessionFacts => ({
  ...facts,
  id: nameOf(facts.id),
  ...(facts.forkedFrom !== undefined && { forkedFrom: nameOf(facts.forkedFrom) }),
  ...(facts.version !== undefined && { version: short(facts.version) }),
  ...(facts.model !== undefined && { model: short(facts.model) }),
  ...(facts.title !== undefined && { title: short(facts.title) }),
  ...(facts.branch !== undefined && { branch: short(facts.branch) }),
  ...(facts.cwd !== undefined && { cwd: short(facts.cwd, 1000) }),
});

const whole = (value: number | null): number | null =>
  value === null || !Number.isFinite(value)
    ? null
    : Math.round(Math.min(Math.max(value, -(2 ** 52)), 2 ** 52));
