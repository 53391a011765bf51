import { randomUUID } from 'node:crypto';
import type { Input, Output } from '@sqrl/squirrel/protocol/verbs.ts';
import type { Asker } from './ask.ts';
import type { SdkWorld } from './memory.ts';
import { native } from './methodologies.ts';
import { ends } from './tool-use.ts';
import type { PointLimits, SessionOptions, ToolTable, WorkUnit } from './types.ts';

type LoopStep = Input<'observe'>['steps'][number];
type KeptNote = Input<'promote'>['notes'][number];
type KeptLoop = NonNullable<Output<'scratchpad'>['kept']>;

/** What all sessions of a memory share. */
export interface SdkShared {
  world: SdkWorld;
  asker: Asker;
  tools: ToolTable;
  limits: PointLimits;
  /** Lets work go on behind the agent; closing waits for it. */
  behind(work: Promise<unknown>): void;
}

/** One session with all its agents: the steps that wait to be sent, and the scratchpads. */
export interface Loop {
  readonly id: string;
  /** What the agent that began it is for. */
  readonly about: { task: string; role: string; unit: WorkUnit; module?: string; plannedSteps?: number };
  /** Names this stretch of the session: one that goes on later counts its steps anew. */
  readonly run: string;
  steps: number;
  agents: number;
  notes: KeptNote[];
  subtasks: { id: string; validated: boolean }[];
  /** Files that were changed, for the module of the work. */
  readonly changed: Map<string, number>;
  /** Adds a step, and returns its place. */
  observe(step: Omit<LoopStep, 'place' | 'at'>): number;
  /** Memories that were learned from it before it ended. */
  learnedEarly(): Promise<readonly string[]>;
  /** Sends what waits; with `settle` it is also learned from. False where memory did not take it. */
  flush(settle?: boolean): Promise<boolean>;
}

/** Steps are sent when so many wait; a checkpoint and the end send the rest. */
const BATCH_STEPS = 20;
/** So many failures, and then a success, are learned from at once. */
const EARLY_FAILURES = 2;
/** What one request holds; the daemon refuses what is several times as long. */
const MAX_STEP_CHARS = 2_000_000;
const MAX_REQUEST_STEPS = 500;
/** Where memory is gone for long, the oldest steps are lost. */
const MAX_WAITING_STEPS = 5000;

/** Begins a session, or goes on with one from its checkpoint. */
export function openLoop(
  { world, asker, behind }: SdkShared,
  options: SessionOptions,
  kept?: KeptLoop,
): Loop {
  const { task, role = 'coder', methodology = native } = options;
  let next = 0;
  let waiting: LoopStep[] = [];
  let sending: Promise<unknown> = Promise.resolve();
  let failures = 0;
  let early: Promise<readonly string[]> = Promise.resolve([]);

  async function send(settle: boolean): Promise<boolean> {
    const { model } = options;
    do {
      const steps = firstOf(waiting);
      waiting = waiting.slice(steps.length);
      if (steps.length === 0 && !settle) return true;
      const sent = await asker.ask('observe', {
        ...{ session: loop.id, run: loop.run, cwd: world.cwd, steps, settle: settle && waiting.length === 0 },
        ...(model !== undefined && { model }),
      });
      if (!sent) {
        // Sent again it is kept once, since every step has its place.
        waiting = [...steps, ...waiting].slice(-MAX_WAITING_STEPS);
        return false;
      }
    } while (waiting.length > 0);
    return true;
  }

  const learnEarly = async (before: Promise<readonly string[]>): Promise<readonly string[]> => {
    const known = await before;
    const told = (await loop.flush(true).catch(() => false)) ? await asker.start('learn', {}) : undefined;
    return [...known, ...(told?.learned ?? [])];
  };

  /** Whether something went well after several failures: what that teaches may help in this very session. */
  function hasTaught({ kind, outcome }: Pick<LoopStep, 'kind' | 'outcome'>): boolean {
    if (kind !== 'result') return false;
    if (outcome === 'failed') failures++;
    if (outcome !== 'ok' || failures < EARLY_FAILURES) return false;
    failures = 0;
    return true;
  }

  const loop: Loop = {
    id: options.id ?? randomUUID(),
    about: {
      ...{ task, role, unit: methodology.resolveWorkUnit(options.workUnit ?? {}) },
      ...(options.module !== undefined && { module: options.module }),
      ...(options.plannedSteps !== undefined && { plannedSteps: options.plannedSteps }),
    },
    run: randomUUID(),
    steps: kept?.steps ?? 0,
    agents: kept?.state?.agents ?? 0,
    notes: [...(kept?.state?.notes ?? [])],
    subtasks: [...(kept?.state?.subtasks ?? [])],
    changed: new Map(),
    observe(step) {
      const place = next++;
      if (world.isPaused()) return place;
      waiting.push({ ...step, text: ends(step.text ?? '', MAX_STEP_CHARS), place, at: world.now() });
      if (step.kind === 'result' && (step.tool === 'edit' || step.tool === 'write') && step.outcome === 'ok')
        for (const file of step.files ?? []) {
          const path = file.startsWith(`${world.cwd}/`) ? file.slice(world.cwd.length + 1) : file;
          loop.changed.set(path, (loop.changed.get(path) ?? 0) + 1);
        }
      if (hasTaught(step)) {
        early = learnEarly(early);
        behind(early);
      } else if (waiting.length >= BATCH_STEPS) behind(loop.flush());
      return place;
    },
    learnedEarly: () => early,
    flush(settle = false) {
      // One after the other, so that what is sent last is settled last.
      const sent = sending.then(() => send(settle));
      sending = sent.catch(() => {});
      return sent;
    },
  };
  return loop;
}

/** As many steps as one request may hold. */
function firstOf(waiting: readonly LoopStep[]): LoopStep[] {
  const taken: LoopStep[] = [];
  let chars = 0;
  for (const step of waiting.slice(0, MAX_REQUEST_STEPS)) {
    chars += step.text?.length ?? 0;
    if (taken.length > 0 && chars > MAX_STEP_CHARS) break;
    taken.push(step);
  }
  return taken;
}

/** What is kept of a session besides its steps. */
export function workOf({ about: { unit, module, plannedSteps }, changed, steps }: Loop) {
  return {
    methodology: unit.methodology,
    module: module ?? mostChanged(changed),
    unit: [...unit.hierarchy],
    plannedSteps: plannedSteps ?? null,
    steps,
  };
}

/** The folder in which most was changed, no deeper than two levels; null where nothing was. */
function mostChanged(changed: ReadonlyMap<string, number>): string | null {
  const folders = new Map<string, number>();
  for (const [file, times] of changed) {
    const folder = file.replaceAll('\\', '/').split('/').slice(0, -1).slice(0, 2).join('/') || '.';
    folders.set(folder, (folders.get(folder) ?? 0) + times);
  }
  return [...folders].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0] ?? null;
}
