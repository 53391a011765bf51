import type { Input } from '@sqrl/squirrel/protocol/verbs.ts';

/** The steps of an agent that can be tried. */
export const STEPS = ['prompt', 'command', 'failed', 'edit', 'start'] as const;
export type SimulatedStep = (typeof STEPS)[number];

/** The moment of a session that a step stands for. */
export function momentOf(step: SimulatedStep, text: string): Input<'deliver'>['moment'] {
  if (step === 'start') return { point: 'session start' };
  if (step === 'prompt') return { point: 'prompt', text };
  if (step === 'command') return { point: 'before', tool: 'run', command: text };
  if (step === 'failed') return { point: 'after', tool: 'run', command: text, outcome: 'failed' };
  return { point: 'before', tool: 'edit', files: text.split('\n').map((file) => file.trim()) };
}
