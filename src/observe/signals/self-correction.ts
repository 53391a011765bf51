import type { ObservedStep, Signal } from '../signal.ts';
import { putInto } from './bounded.ts';
import { type Correction, correctionsIn } from './corrections.ts';
import { type Mark, markOf, seenAt } from './mark.ts';

interface State {
  found: Map<string, Correction & { mark: Mark }>;
}

/** An agent that found out that something is not what it took it for, or that a way leads nowhere, and said so. */
export const selfCorrection: Signal<State> = {
  name: 'self_correction',
  worth: { diagnostic: 0.95, acrossSessions: 0.85, falseAlarms: 0.25 },
  minSessions: 1,
  begin: () => ({ found: new Map() }),
  see(state, step) {
    if (!speaks(step)) return;
    for (const correction of correctionsIn(step.text)) {
      // What it says last on a matter holds.
      putInto(state.found, correction.matter, { ...correction, mark: markOf(step) }, 30);
    }
  },
  early: ({ found }) => (found.size > 0 ? 0.9 : 0),
  finish: ({ found }) =>
    [...found].map(([matter, { mark, text, names, strength, isDeadEnd, quote }]) =>
      seenAt([mark], {
        matter,
        proof: isDeadEnd ? 'dead_end' : 'self_correction',
        strength,
        quote,
        facts: { text, names, isDeadEnd },
      }),
    ),
  propose(seen) {
    const { facts } = seen.at(-1)!;
    const names = facts.names as string[];
    return {
      type: facts.isDeadEnd === true ? 'dead_end' : 'gotcha',
      text: String(facts.text),
      files: names.filter((name) => /^[\w@.-]+(?:\/[\w@.-]+)*\.\w{1,5}$/.test(name) && name.includes('/')),
      symbols: names.filter((name) => /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)?(?:\(\))?$/.test(name)),
    };
  },
};

const speaks = ({ kind, text }: ObservedStep): boolean =>
  (kind === 'reply' || kind === 'reasoning') && text !== '';
