import { hash } from 'node:crypto';
import { isStopText } from '@sqrl/base/model/guards.ts';
import { isWriterFolder, isWriterPrompt } from '@sqrl/base/model/own-session.ts';
import type {
  Log,
  LogPiece,
  PieceResult,
  RawEvent,
  RawTouch,
  SessionFacts,
} from '@sqrl/base/model/reader.ts';
import type { RepositoryPath } from '@sqrl/base/paths.ts';
import type { NewEvent } from '../store/events/events.ts';
import type { LogFacts } from '../store/events/sessions.ts';
import { excerptOf } from './excerpt.ts';
import { safeName, safePath, short } from './names.ts';
import { filesChangedByCommand, folderOf, MAX_COMMAND_CHARS } from './shell-files.ts';

/** Where the events of a folder go. */
export interface Destination {
  /** The project's id; null for the user's own store. */
  project: string | null;
  /** Where a file lies that is named in that folder. */
  place(path: string): RepositoryPath;
}

/** What a log says of the repository that a session works in. */
export type ToldRepository = Pick<SessionFacts, 'root' | 'repository' | 'branch'>;

/** The project of a folder that stands in a log; where the session began and what the log says tell it for folders that are gone. */
export type ProjectOf = (cwd: string | null, first: string | null, told?: ToldRepository) => Destination;

export interface ProjectEvents {
  project: string | null;
  sessions: Map<string, LogFacts>;
  events: NewEvent[];
}

/** Makes of what one log told what may be kept: whose it is, where it belongs, shortened, without its secrets. */
export interface Intake {
  /** Takes what a reader found in a piece; a document holds many records. */
  take(found: readonly PieceResult[], piece: LogPiece): void;
  /** How much waits to be drained, events and facts. */
  readonly waiting: number;
  /** Everything since the last time, by project. */
  drain(): ProjectEvents[];
  state(): unknown;
}

interface IntakeFacts extends LogFacts {
  /** Projects that have events of it; '' is the user's own store. */
  in: string[];
  /** Whether it is a question of the memory's own, which is never learned from; not known before its first prompt. */
  own?: boolean;
}

/** A database speaks of all its client's sessions; those without news for long are known only to the store. */
const MAX_SESSIONS = 500;

/** Begins with a log, or goes on from the state that an earlier intake left. */
export function openIntake(log: Log, projectOf: ProjectOf, state?: unknown): Intake {
  const sessions = new Map<string, IntakeFacts>((state as [string, IntakeFacts][] | undefined) ?? []);
  let ready = new Map<string, ProjectEvents>();
  let named: { raw: string; name: string } | undefined;
  let last:
    | { cwd: string | null; session: IntakeFacts; branch: string | undefined; to: Destination }
    | undefined;

  /** Mostly the same as of the event before, as is its destination. */
  function sessionOf(raw: string): string {
    if (named?.raw !== raw) named = { raw, name: safeName(raw) };
    return named.name;
  }

  function destinationOf(cwd: string | null, session: IntakeFacts, on: string | null): Destination {
    // Some clients name the branch of a session, others that of each step.
    const branch = session.branch ?? on ?? undefined;
    if (last?.cwd !== cwd || last.session !== session || last.branch !== branch) {
      const { root, repository } = session;
      const told: ToldRepository = {
        ...(root !== undefined && { root }),
        ...(repository !== undefined && { repository }),
        ...(branch !== undefined && { branch }),
      };
      last = { cwd, session, branch, to: projectOf(cwd, session.cwd ?? null, told) };
    }
    return last.to;
  }

  function meet(facts: SessionFacts, at: number | undefined): IntakeFacts {
    const told = cleanFacts(facts);
    const { id } = told;
    const before = sessions.get(id);
    const known: IntakeFacts = {
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
    if (sessions.size > MAX_SESSIONS) sessions.delete(sessions.keys().next().value!);
    for (const project of known.in) readyFor(project).sessions.set(id, known);
    return known;
  }

  function readyFor(project: string): ProjectEvents {
    let there = ready.get(project);
    if (!there) {
      there = { project: project || null, sessions: new Map(), events: [] };
      ready.set(project, there);
    }
    return there;
  }

  function takeEvent(raw: RawEvent, at: EventPlace): void {
    const session = sessionOf(raw.session);
    const known = sessions.get(session) ?? meet({ id: raw.session }, raw.at);
    if (isOwn(known, raw)) return;
    const cwd = raw.cwd?.slice(0, MAX_PATH_CHARS) ?? known.cwd ?? log.cwd ?? null;
    const to = destinationOf(cwd, known, raw.branch);
    const project = to.project ?? '';
    if (!known.in.includes(project)) known.in.push(project);
    const there = readyFor(project);
    there.sessions.set(session, known);
    there.events.push(finished(raw, { ...at, client: log.client, session, place: to.place }));
  }

  let waiting = 0;
  return {
    take(found, { offset, bytes: { length: bytes } }) {
      let part = 0;
      for (const { events, session } of found) {
        if (session) meet(session, session.beganAt ?? events[0]?.at);
        for (const raw of events) takeEvent(raw, { offset, bytes, part: part++ });
        waiting += events.length + (session ? 1 : 0);
      }
    },
    get waiting() {
      return waiting;
    },
    drain() {
      const all = [...ready.values()];
      ready = new Map();
      waiting = 0;
      return all;
    },
    state: () => [...sessions].map(([id, known]) => [id, { ...known, in: [...known.in] }]),
  };
}

const MAX_PATH_CHARS = 4096;

/** The folder tells it at once; else the first prompt does. */
function isOwn(known: IntakeFacts, { cwd, kind, agent, text }: RawEvent): boolean {
  if (known.own !== undefined) return known.own;
  const folder = known.cwd ?? cwd;
  if (folder && isWriterFolder(folder)) known.own = true;
  else if (kind === 'prompt' && agent === null) known.own = isWriterPrompt(text);
  return known.own ?? false;
}

type EventPlace = Pick<NewEvent, 'offset' | 'bytes' | 'part'>;

interface EventBelongings extends EventPlace {
  client: Log['client'];
  session: string;
  place: Destination['place'];
}

function finished(raw: RawEvent, { client, session, place, offset, bytes, part }: EventBelongings): NewEvent {
  const { tokens, kind } = raw;
  const command = short(raw.command, MAX_COMMAND_CHARS);
  const { text, length, hash } = excerptOf(raw);
  // It was not made: it neither failed nor touched anything.
  const isStopped = kind === 'result' && isStopText(raw.text);
  const files = isStopped ? NONE : filesOf(raw, command);
  // Every name is spelled out: a spread sets its fields one by one, which for this many takes longer than the rest.
  return {
    id: eventId(client, raw.key),
    session,
    agent: raw.agent === null ? null : safeName(raw.agent),
    at: raw.at,
    kind,
    tool: short(raw.tool) as NewEvent['tool'],
    toolName: short(raw.toolName),
    call: raw.call === null ? null : safeName(raw.call),
    command,
    folder: kind === 'result' && raw.tool === 'run' ? folderOf(command, place) : null,
    files: files.map(({ path, way, lines }) => {
      // Also as it was written: once the path is tidied, https://user:pass@host has lost a slash and is not recognized.
      const placed = place(safePath(path));
      return { path: safePath(placed.path), outside: placed.outside, way, lines };
    }),
    outcome: isStopped ? null : raw.outcome,
    exitCode: whole(raw.exitCode),
    text,
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
    offset,
    bytes,
    part,
  };
}

/** The id of a step: the same whichever log it is read from, and however often. */
export const eventId = (client: Log['client'], key: string): string =>
  hash('sha256', `${client}\0${key}`).slice(0, 32);

/** A call's files are those of its result. */
function filesOf(raw: RawEvent, command: string | null): RawTouch[] {
  if (raw.kind === 'call') return NONE;
  // Off the words without their secrets: a result may be read long after its call, of which no more is kept by then.
  return command !== null && isTold(raw) ? filesChangedByCommand(command) : raw.files;
}

const NONE: RawTouch[] = [];

/** Of a command no client names files: where it ended well, its own words have to do. */
const isTold = ({ kind, tool, toolName, files, outcome, exitCode }: RawEvent): boolean =>
  kind === 'result' &&
  tool === 'run' &&
  outcome === 'ok' &&
  exitCode === 0 &&
  files.length === 0 &&
  !/powershell/i.test(toolName ?? '');

const cleanFacts = (facts: SessionFacts): SessionFacts => ({
  ...facts,
  id: safeName(facts.id),
  ...(facts.forkedFrom !== undefined && { forkedFrom: safeName(facts.forkedFrom) }),
  ...(facts.version !== undefined && { version: short(facts.version) }),
  ...(facts.model !== undefined && { model: short(facts.model) }),
  ...(facts.title !== undefined && { title: short(facts.title) }),
  ...(facts.branch !== undefined && { branch: short(facts.branch) }),
  ...(facts.cwd !== undefined && { cwd: short(facts.cwd, 1000) }),
  ...(facts.root !== undefined && { root: short(facts.root, 1000) }),
  ...(facts.repository !== undefined && { repository: short(facts.repository) }),
});

const whole = (value: number | null): number | null =>
  value === null || !Number.isFinite(value)
    ? null
    : Math.round(Math.min(Math.max(value, -(2 ** 52)), 2 ** 52));
