import type { Phase } from './episode.ts';
import type { MemoryType, Source } from './memory.ts';

export type PhaseWeights = Record<Phase, Partial<Record<MemoryType, number>>>;

/** How much a type of memory matters in a phase of work; one where nothing is said. */
export const PHASE_WEIGHTS: PhaseWeights = {
  define: {
    workflow_recipe: 1.4,
    dead_end: 1.2,
    requirement: 1.2,
    decision: 1.1,
    task_calibration: 1.1,
    gotcha: 0.8,
    error_pattern: 0.8,
  },
  implement: {
    gotcha: 1.4,
    error_pattern: 1.3,
    causal_dependency: 1.2,
    dead_end: 1.2,
    pattern: 1.1,
    prefetch_pattern: 1.1,
  },
  validate: { error_pattern: 1.4, e2e_observation: 1.4, requirement: 1.2, work_unit_outcome: 1.1 },
  refine: { error_pattern: 1.3, gotcha: 1.2, dead_end: 1.2, pattern: 1 },
  explore: { module_insight: 1.4, decision: 1.2, pattern: 1.1, causal_dependency: 1 },
  reflect: { work_unit_outcome: 1.4, task_calibration: 1.3, dead_end: 1.1 },
};

export const SOURCE_WEIGHTS: Record<Source, number> = {
  user_taught: 1.4,
  user_said: 1.2,
  agent_explicit: 1.2,
  qa_auto: 1.1,
  file_index: 1.1,
  mcp_auto: 1,
  commit_auto: 1,
  observer_inferred: 0.85,
};

/** How many tokens a phase may be told, and which share of them each type may take; the rest is everybody's. */
export const PACKING: Record<Phase, { budget: number; shares: Partial<Record<MemoryType, number>> }> = {
  define: {
    budget: 2500,
    shares: { workflow_recipe: 0.3, requirement: 0.2, decision: 0.2, dead_end: 0.15, task_calibration: 0.1 },
  },
  implement: {
    budget: 3000,
    shares: { gotcha: 0.3, error_pattern: 0.25, causal_dependency: 0.15, pattern: 0.15, dead_end: 0.1 },
  },
  validate: {
    budget: 2500,
    shares: { error_pattern: 0.3, requirement: 0.25, e2e_observation: 0.25, work_unit_outcome: 0.15 },
  },
  refine: { budget: 2000, shares: { error_pattern: 0.35, gotcha: 0.25, dead_end: 0.2, pattern: 0.15 } },
  explore: {
    budget: 2000,
    shares: { module_insight: 0.4, decision: 0.25, pattern: 0.2, causal_dependency: 0.15 },
  },
  reflect: { budget: 1500, shares: { work_unit_outcome: 0.4, task_calibration: 0.35, dead_end: 0.15 } },
};
