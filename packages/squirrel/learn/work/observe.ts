import type { TouchWay } from '@sqrl/base/model/event.ts';
import { asProgramTask } from '@sqrl/base/model/own-session.ts';
import type { Log, RawEvent } from '@sqrl/base/model/reader.ts';
import { isAbsolutePath, wholePath } from '@sqrl/base/paths.ts';
import { readPauses } from '@sqrl/base/pauses.ts';
import { eventId, openIntake } from '../../ingest/intake.ts';
import { forgottenKey } from '../../ingest/work/log-stores.ts';
import { writeEvents } from '../../ingest/work/write-events.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { sessionRow } from '../../store/events/agents-turn.ts';
import { forgottenUntil } from '../../store/events/readings.ts';
import { isUnsettled, unsettledSessions } from '../../store/events/sessions.ts';
import { clearUnsettled, markUnsettled } from '../../store/projects.ts';
import { inProject } from '../../workspace/in-project.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { projectFilesOf, RULES, settleStoredSession } from '../verbs/settle.ts';

/** Keeps steps as those of a log: redacted, shortened, with their files named from the project's root, each once. */
export function observe(
  engine: Engine,
  { session, run, cwd = engine.project?.root, model, steps, settle }: Parsed<'observe'>,
): { added: number; settled: boolean } {
  const log: Log = { client: 'sdk', path: `sdk:${session}`, form: 'database', ...(cwd && { cwd }) };
  const events = steps.map((step) => rawEvent(step, keyOf({ session, run, place: step.place }), session));
  const added = keepSteps(engine, { log, events, offset: steps[0]?.place ?? 0, model });
  const row = settle ? settledRow(engine, session) : undefined;
  return { added, settled: row !== undefined };
}

/** Keeps steps that a program told of one session, and says how many were new. */
export function keepSteps(
  engine: Engine,
  {
    log,
    events,
    offset,
    model,
  }: { log: Log; events: readonly RawEvent[]; offset: number; model?: string | undefined },
): number {
  const { store } = engine.own;
  const user = engine.user.store;
  const { cwd } = log;
  const project = engine.project?.id ?? null;
  const place = (path: string) => {
    const placed = inProject(engine.project, wholePath(path, cwd ?? null));
    return { path: placed, outside: isAbsolutePath(placed) };
  };
  const projectOf = () => ({ project, place });
  const intake = openIntake(log, projectOf);
  const first = events[0];
  if (first) {
    const facts = { id: first.session, beganAt: first.at, ...(cwd && { cwd }), ...(model && { model }) };
    const taken = { type: log.client, version: null, fate: 'read' as const };
    intake.take([{ ...taken, events: [...events], session: facts }], { bytes: new Uint8Array(), offset });
  }
  const added = writeEvents([{ log, ready: intake.drain() }], {
    storeOf: () => store,
    forgottenUntil: (id) => forgottenUntil(user).get(forgottenKey(id)) ?? 0,
    pauses: () => readPauses(engine.home.root),
    projectOf,
    // A process that is killed before it settles leaves a trace for the next that reads logs.
    changed: () => project !== null && markUnsettled(user, project),
  });
  return added.get(log.path) ?? 0;
}

/** The row of a session, after what follows from its steps is derived; undefined where no step of it is there. */
export function settledRow(
  engine: Engine,
  session: string,
  client: 'sdk' | 'remote' = 'sdk',
): number | undefined {
  const { store } = engine.own;
  const row = sessionRow(store, client, session);
  if (row === undefined || store.readOnly || !isUnsettled(store, row)) return row;
  settleStoredSession(store, row, { files: projectFilesOf(store, engine.project?.root) });
  // Other sessions may still wait, whose mark it is too.
  if (engine.project && unsettledSessions(store, RULES).length === 0)
    clearUnsettled(engine.user.store, engine.project.id);
  return row;
}

export interface NamedStep {
  session: string;
  run: string;
  place: number;
}

const keyOf = ({ session, run, place }: NamedStep): string => `${session}\n${run}\n${place}`;

export const eventOf = (step: NamedStep): string => eventId('sdk', keyOf(step));

/** A step of an agent's loop, or of a client on another machine. */
type SentStep = Omit<Parsed<'observe'>['steps'][number], 'place'>;

export function rawEvent(step: SentStep, key: string, session: string): RawEvent {
  const { agent, at, by, files, text, kind, tool, toolName, call, command } = step;
  const { outcome, exitCode, tokens, durationMs } = step;
  const way = WAYS[tool ?? ''] ?? 'mention';
  return {
    ...{ key, session, agent, at, kind, tool, toolName, call, command },
    ...{ outcome, exitCode, tokens, durationMs },
    text: kind === 'prompt' && by === 'program' ? asProgramTask(text) : text,
    files: files.map((path) => ({ path, way, lines: null })),
    model: null,
    cwd: null,
    branch: null,
  };
}

/** What is done with the files that a call of a tool names. */
const WAYS: Record<string, TouchWay> = {
  read: 'read',
  edit: 'edit',
  write: 'write',
  search: 'search',
  list: 'list',
};
