import { placerIn } from '../../../../base/paths.ts';
import { coreOf, variablesOf } from '../../../../base/shell/command.ts';
import { folderOf } from '../../../../ingest/command-folder.ts';
import type { KeptSighting, Proposal } from '../../../../model/sighting.ts';
import type { FailureInSession, ObservedStep, Signal } from '../../signal.ts';

type SessionStepFields = Partial<ObservedStep> & {
  /** What ended the failure, where something did. */
  mended?: Partial<NonNullable<FailureInSession['resolution']>> & { how: string };
};

/** A command that was run; with a text it failed, saying so. */
export const ran = (
  command: string,
  failed?: string,
  mended?: SessionStepFields['mended'],
): SessionStepFields => ({
  kind: 'result',
  tool: 'run',
  command,
  text: failed ?? 'done',
  outcome: failed === undefined ? 'ok' : 'failed',
  exitCode: failed === undefined ? 0 : 1,
  ...(mended && { mended }),
});

/** A command that seems to have gone well, with what it printed. */
export const printed = (command: string, text: string): SessionStepFields => ({ ...ran(command), text });

/** Something done to a file; with a text it failed, saying so. */
export const did = (way: 'read' | 'edit' | 'write', path: string, failed?: string): SessionStepFields => ({
  kind: 'result',
  tool: way,
  text: failed ?? '',
  outcome: failed === undefined ? 'ok' : 'failed',
  files: [{ path, outside: false, way, lines: null }],
});

export const asked = (text: string): SessionStepFields => ({ kind: 'prompt', text });

let made = 0;

/** What a signal has to say after sessions, each a list of steps, a day apart: its proposals by their matter. */
export function learned<S>(
  signal: Signal<S>,
  sessions: readonly (readonly SessionStepFields[])[],
): Map<string, Proposal> {
  const byMatter = new Map<string, KeptSighting[]>();
  for (const [day, steps] of sessions.entries())
    for (const sighting of observed(signal, steps, day))
      byMatter.set(sighting.matter, [...(byMatter.get(sighting.matter) ?? []), sighting]);
  return new Map(
    [...byMatter].flatMap(([matter, seen]) => {
      const sessionsSeen = new Set(seen.map(({ session }) => session)).size;
      const proposal = signal.propose(seen);
      const isEnough = sessionsSeen >= (proposal?.minSessions ?? signal.minSessions);
      return proposal !== null && isEnough ? [[matter, proposal] as const] : [];
    }),
  );
}

/** The texts of what is learned. */
export const texts = <S>(signal: Signal<S>, sessions: readonly (readonly SessionStepFields[])[]): string[] =>
  [...learned(signal, sessions).values()].map(({ text }) => text);

/** The steps of a session, a minute apart. */
export const stepsOf = (
  steps: readonly SessionStepFields[],
  start = Date.UTC(2026, 0, 1, 9),
): ObservedStep[] => steps.map((step, place) => full(step, start + place * 60_000, place));

/** A session of such steps, with its failures. */
export function sessionOf(
  made: readonly SessionStepFields[],
  start = Date.UTC(2026, 0, 1, 9),
): { steps: ObservedStep[]; failures: FailureInSession[] } {
  const steps = stepsOf(made, start);
  const failures = steps.flatMap((step, i) =>
    step.outcome === 'failed' ? [failureOf(step, made[i]!.mended)] : [],
  );
  return { steps, failures };
}

/** What a signal sees in one session. */
export function observed<S>(signal: Signal<S>, made: readonly SessionStepFields[], day = 0): KeptSighting[] {
  const start = Date.UTC(2026, 0, 1 + day, 9);
  const { steps, failures } = sessionOf(made, start);
  const state = signal.begin();
  for (const step of steps) signal.see(state, step);
  const endedAt = steps.at(-1)?.at ?? start;
  return signal
    .finish(state, { kind: 'build', startedAt: start, endedAt, steps: steps.length, failures })
    .map((seen) => ({
      ...seen,
      signal: signal.name,
      agents: 1,
      session: `test:${day}`,
      sessionKind: 'build',
    }));
}

const full = ({ mended: _, ...step }: SessionStepFields, at: number, place: number): ObservedStep => ({
  id: `event${made++}`,
  agent: null,
  at,
  kind: 'result',
  tool: null,
  toolName: null,
  call: null,
  command: null,
  files: [],
  outcome: null,
  exitCode: null,
  text: '',
  tokens: null,
  durationMs: null,
  branch: 'main',
  tainted: false,
  episode: null,
  place,
  ...step,
  folder: folderOf(step.command ?? null, (path) => placerIn(['/shop'])(path, '/shop')),
});

const failureOf = (step: ObservedStep, mended: SessionStepFields['mended']): FailureInSession => ({
  event: step.id,
  episode: step.episode,
  at: step.at,
  fingerprint: `fingerprint of ${step.text}`,
  tool: step.tool ?? 'other',
  line: step.text,
  command: step.command === null ? null : coreOf(step.command),
  variables: variablesOf(step.command ?? ''),
  folder: step.folder ?? null,
  files: step.files.map(({ path }) => path),
  tainted: step.tainted,
  resolution: mended ? { command: null, changed: [], ran: [], event: 'later', ...mended } : null,
});
