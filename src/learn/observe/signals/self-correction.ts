import { putInto } from '../bounded.ts';
import { type Mark, markOf, seenAt } from '../mark.ts';
import type { ObservedStep, Signal } from '../signal.ts';
import { type Correction, correctionsIn } from './corrections.ts';

interface SelfCorrectionState {
  found: Map<string, Correction & { mark: Mark }>;
  /** Files and words of commands that tools had to do with: what an agent only read of may be anybody's word. */
  met: Map<string, true>;
}

/** An agent that found out that something is not what it took it for, or that a way leads nowhere, and said so. */
export const selfCorrection: Signal<SelfCorrectionState> = {
  name: 'self_correction',
  worth: { diagnostic: 0.95, acrossSessions: 0.85, falseAlarms: 0.25 },
  minSessions: 1,
  begin: () => ({ found: new Map(), met: new Map() }),
  see(state, step) {
    for (const name of namesMet(step)) putInto(state.met, name, true, 500);
    if (!speaks(step)) return;
    for (const correction of correctionsIn(step.text)) {
      // What it says last on a matter holds.
      putInto(state.found, correction.matter, { ...correction, mark: markOf(step) }, 30);
    }
  },
  finish: ({ found, met }) =>
    [...found].map(([matter, { mark, text, names, strength, isDeadEnd, quote }]) =>
      seenAt([mark], {
        matter,
        proof: isDeadEnd ? 'dead_end' : 'self_correction',
        strength,
        quote,
        facts: { text, names, isDeadEnd, isMet: names.some((name) => met.has(bare(name))) },
      }),
    ),
  propose(seen) {
    const { facts } = seen.at(-1)!;
    const names = facts.names as string[];
    return {
      // About something that no tool ever touched it has only the agent's word, and that may be a page's.
      needsReview: !seen.some(({ facts: one }) => one.isMet === true),
      type: facts.isDeadEnd === true ? 'dead_end' : 'gotcha',
      text: String(facts.text),
      files: names.filter((name) => /^[\w@.-]+(?:\/[\w@.-]+)*\.\w{1,5}$/.test(name) && name.includes('/')),
      symbols: names.filter((name) => /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)?(?:\(\))?$/.test(name)),
    };
  },
};

/** What a finished step had to do with, by path, file name and words of its command. */
function namesMet({ kind, files, command }: ObservedStep): string[] {
  if (kind !== 'result') return [];
  const paths = files.flatMap(({ path }) => [path, path.slice(path.lastIndexOf('/') + 1)]);
  return [...paths, ...(command ?? '').slice(0, 400).split(/[\s'"`=(){}|&;<>]+/)]
    .map(bare)
    .filter((name) => name.length > 2);
}

const bare = (name: string): string => name.toLowerCase().replace(/\(\)$/, '');

const speaks = ({ kind, text }: ObservedStep): boolean =>
  (kind === 'reply' || kind === 'reasoning') && text !== '';
