import type { Signal } from '../signal.ts';
import { addOnce, keptIn } from './bounded.ts';
import { changedBy, displayPath, isConfig, isTest, readBy, stemOf } from './files.ts';
import { type Mark, markOf, seenAt } from './mark.ts';
import { sharesOf, stringsUnder } from './shares.ts';

interface ImportTrail {
  marks: [Mark, ...Mark[]];
  to: string[];
}

interface ImportChaseState {
  /** Files read one after the other since something else was done. */
  chain: string[];
  place: number;
  led: Map<string, ImportTrail>;
}

/** A file that cannot be understood without another: whoever reads it goes on to that one. */
export const importChase: Signal<ImportChaseState> = {
  name: 'import_chase',
  worth: { diagnostic: 0.4, acrossSessions: 0.6, falseAlarms: 0.3 },
  minSessions: 4,
  begin: () => ({ chain: [], place: 0, led: new Map() }),
  see(state, step) {
    if (step.kind === 'prompt' || changedBy(step).length > 0 || step.place - state.place > MAX_STEPS_APART)
      state.chain = [];
    for (const path of readBy(step)) {
      if (isTest(path) || isConfig(path)) continue;
      if (state.chain.at(-1) === path) continue;
      const own = keptIn(state.led, path, (): ImportTrail => ({ marks: [markOf(step)], to: [] }), 40);
      own.marks = [own.marks[0], markOf(step)];
      const from = state.chain.at(-1);
      // Two files are a pair; from the third on somebody follows a trail.
      if (from !== undefined && state.chain.length >= 2 && stemOf(from) !== stemOf(path)) {
        addOnce(state.led.get(from)?.to ?? [], path, 8);
        addOnce(state.led.get(state.chain.at(-2)!)?.to ?? [], from, 8);
      }
      state.chain = [...state.chain, path].slice(-3);
      state.place = step.place;
    }
  },
  finish: ({ led }) =>
    [...led]
      .filter(([, { to }]) => to.length > 0)
      .map(([matter, { marks, to }]) =>
        seenAt(marks, { matter, proof: 'import_chase', strength: 0.4, facts: { to: [...to].sort() } }),
      ),
  propose(seen) {
    const path = seen[0]!.matter;
    const to = sharesOf(seen, (facts) => stringsUnder(facts, 'to')).find(
      ({ name, sessions, of }) => sessions >= 4 && sessions >= of * 0.7 && stemOf(name) !== stemOf(path),
    );
    if (!to) return null;
    return {
      type: 'causal_dependency',
      text: `After ${displayPath(path)}, ${displayPath(to.name)} is usually opened next (in ${to.sessions} of ${to.of} sessions).`,
      files: [path, to.name],
      trigger: { tool: 'read', command: null, match: 'same', file: path, given: null, expects: null },
    };
  },
};

/** Steps within which one reading follows another. */
const MAX_STEPS_APART = 8;
