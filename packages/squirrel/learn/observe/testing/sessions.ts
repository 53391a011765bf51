import type { KeptSighting, Proposal } from '@sqrl/base/model/sighting.ts';
import { placerIn } from '@sqrl/base/paths.ts';
import { coreOf, variablesOf } from '@sqrl/base/shell/command.ts';
import { folderOf } from '../../../ingest/shell-files.ts';
import { beginPad, finish, see } from '../pad.ts';
import type { FailureInSession, ObservedStep, Signal } from '../signal.ts';

/** A step is said by what matters in it; `mended` is what ended its failure, where something did. */
type StepFields = Partial<ObservedStep> & {
  mended?: Partial<NonNullable<FailureInSession['resolution']>> & { how: string };
};

const START = Date.UTC(2026, 0, 1, 9);
let made = 0;

/** The steps of a session, a second apart, all in one episode. */
export const stepsOf = (some: readonly StepFields[], start = START): ObservedStep[] =>
  some.map(({ mended: _, ...given }, place) => ({
    ...{ id: `event${made++}`, agent: null, at: start + place * 1000, kind: 'reply', text: '', length: 0 },
    ...{ tool: null, toolName: null, call: null, command: null, files: [], outcome: null, exitCode: null },
    ...{ tokens: null, durationMs: null, branch: 'main', tainted: false, episode: 'episode', place },
    ...given,
    folder: folderOf(given.command ?? null, (path) => placerIn(['/shop'])(path, '/shop')),
  }));

export function sessionOf(
  some: readonly StepFields[],
  start = START,
): { steps: ObservedStep[]; failures: FailureInSession[] } {
  const steps = stepsOf(some, start);
  const failures = steps.flatMap((step, i) =>
    step.outcome === 'failed' ? [failureOf(step, some[i]!.mended)] : [],
  );
  return { steps, failures };
}

const failureOf = (step: ObservedStep, mended: StepFields['mended']): FailureInSession => ({
  ...{ event: step.id, episode: step.episode, at: step.at, tool: step.tool ?? 'other', line: step.text },
  fingerprint: `fingerprint of ${step.text}`,
  command: step.command === null ? null : coreOf(step.command),
  variables: variablesOf(step.command ?? ''),
  folder: step.folder ?? null,
  files: step.files.map(({ path }) => path),
  tainted: step.tainted,
  resolution: mended ? { command: null, changed: [], ran: [], event: 'later', ...mended } : null,
});

/** What a signal sees in one session. */
export function observed<S>(signal: Signal<S>, some: readonly StepFields[], day = 0): KeptSighting[] {
  const { steps, failures } = sessionOf(some, START + day * 24 * 3600_000);
  const pad = beginPad();
  for (const step of steps) see(pad, step, [signal]);
  return finish(pad, failures, [signal]).sightings.map((seen) => ({
    ...{ ...seen, session: `test:${day}`, sessionKind: 'build' },
  }));
}

/** What a signal has to say after sessions, each a list of steps, a day apart: its proposals by their matter. */
export function learned<S>(
  signal: Signal<S>,
  sessions: readonly (readonly StepFields[])[],
): Map<string, Proposal> {
  const all = sessions.flatMap((steps, day) => observed(signal, steps, day));
  return new Map(
    [...Map.groupBy(all, ({ matter }) => matter)].flatMap(([matter, seen]) => {
      const proposal = signal.propose(seen);
      const isEnough =
        seen.some(({ agents }) => agents >= 2) ||
        new Set(seen.map(({ session }) => session)).size >= (proposal?.minSessions ?? signal.minSessions);
      return proposal !== null && isEnough ? [[matter, proposal] as const] : [];
    }),
  );
}

export const proposedAfter = <S>(
  signal: Signal<S>,
  ...sessions: readonly (readonly StepFields[])[]
): Proposal[] => [...learned(signal, sessions).values()];

export const texts = <S>(signal: Signal<S>, sessions: readonly (readonly StepFields[])[]): string[] =>
  proposedAfter(signal, ...sessions).map(({ text }) => text);

export const times = (count: number, some: readonly StepFields[]): StepFields[][] =>
  Array.from({ length: count }, () => [...some]);

const done = (tool: ObservedStep['tool'], given: StepFields): StepFields => ({
  ...{ kind: 'result', tool, outcome: 'ok', ...given },
});

const onFile = (way: 'read' | 'edit' | 'write', path: string, given: StepFields): StepFields =>
  done(way, { files: [{ path, outside: false, way, lines: null }], ...given });

export const reads = (path: string, given: StepFields = {}) => onFile('read', path, given);
export const changes = (path: string, given: StepFields = {}) => onFile('edit', path, given);
export const runs = (command: string, given: StepFields = {}) => done('run', { command, ...given });
export const searches = (command: string, text: string) => done('search', { command, text });
export const says = (text: string, given: StepFields = {}): StepFields => ({ kind: 'reply', text, ...given });
export const prompts = (text: string): StepFields => ({ kind: 'prompt', text });

/** A command that was run; with a text it failed, saying so. */
export const ran = (command: string, failed?: string, mended?: StepFields['mended']): StepFields =>
  runs(command, {
    ...{ text: failed ?? 'done', exitCode: failed === undefined ? 0 : 1, ...ending(failed) },
    ...(mended && { mended }),
  });

/** A command that seems to have gone well, with what it printed. */
export const printed = (command: string, text: string): StepFields => ({ ...ran(command), text });

/** Something done to a file; with a text it failed, saying so. */
export const did = (way: 'read' | 'edit' | 'write', path: string, failed?: string): StepFields =>
  onFile(way, path, { text: failed ?? '', ...ending(failed) });

const ending = (failed: string | undefined) =>
  ({ outcome: failed === undefined ? 'ok' : 'failed' }) as const satisfies StepFields;
