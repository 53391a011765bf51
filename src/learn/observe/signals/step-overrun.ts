import type { ObservedStep, Signal } from '../signal.ts';
import { changedBy, displayPath, isConfig, isTest, parentFolder } from './files.ts';
import { type Mark, markOf, seenAt } from './mark.ts';
import { median, sessionsIn } from './shares.ts';

interface StepOverrunState {
  /** Steps of the plan before anything was changed, and at its longest. */
  planned: number;
  grown: number;
  /** When it grew last. */
  mark: Mark | null;
  /** How often files of each folder were changed. */
  folders: Map<string, number>;
}

/** Work that turns out to be more than was planned. */
export const stepOverrun: Signal<StepOverrunState> = {
  name: 'step_overrun',
  worth: { diagnostic: 0.7, acrossSessions: 0.7, falseAlarms: 0.25 },
  minSessions: 3,
  begin: () => ({ planned: 0, grown: 0, mark: null, folders: new Map() }),
  see(state, step) {
    for (const path of changedBy(step))
      if (!isTest(path) && !isConfig(path) && state.folders.size < 50)
        state.folders.set(parentFolder(path), (state.folders.get(parentFolder(path)) ?? 0) + 1);
    const steps = plannedBy(step, state.grown);
    if (steps <= state.grown) return;
    state.grown = steps;
    if (state.folders.size === 0) state.planned = steps;
    else state.mark = markOf(step);
  },
  finish({ planned, grown, mark, folders }) {
    if (!mark || planned < 2 || grown < planned * MORE || grown - planned < 2) return [];
    const [folder] = [...folders].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0] ?? [];
    if (folder === undefined) return [];
    return [
      seenAt([mark], {
        matter: folder,
        proof: 'step_overrun',
        strength: 0.5,
        facts: { planned, grown },
      }),
    ];
  },
  propose(seen) {
    const [planned, grown] = ['planned', 'grown'].map((name) =>
      median(seen.map(({ facts }) => Number(facts[name]))),
    ) as [number, number];
    return {
      type: 'task_calibration',
      text: `Work in ${displayPath(seen[0]!.matter)} takes more steps than planned: plans of ${planned} became ${grown} (${sessionsIn(seen)} sessions). Read more before planning there.`,
      scope: 'path',
      scopeOf: seen[0]!.matter,
      module: seen[0]!.matter,
    };
  },
};

/** A plan that only grew by half is a plan. */
const MORE = 1.5;

/** How many steps the plan has after this step; a client keeps them one by one, or writes the list again. */
function plannedBy({ kind, tool, toolName, text }: ObservedStep, before: number): number {
  if (kind !== 'call' || tool !== 'plan') return 0;
  if (/^(?:TaskCreate|create_?task|add_?task)$/i.test(toolName ?? '')) return before + 1;
  if (!/todo|plan/i.test(toolName ?? '') || /^(?:Exit|Enter)Plan/i.test(toolName ?? '')) return 0;
  return text.split('\n').filter((line) => line.trim() !== '').length - 1;
}
