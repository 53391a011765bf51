import { putInto } from '../bounded.ts';
import { type Mark, markOf, seenAt } from '../mark.ts';
import type { ObservedStep, Signal } from '../signal.ts';
import { changedBy, displayPath, isNoise } from './files.ts';
import { sessionsIn } from './shares.ts';

interface ParallelConflictState {
  /** When this agent changed a file first and last. */
  changed: Map<string, { from: Mark; to: Mark }>;
  /** Changes refused because the file was no more as it had been read. */
  refused: Map<string, Mark>;
  /** Files in which git could not bring two changes together. */
  merged: Map<string, Mark>;
}

/** Files that several agents, or several branches, change at once. */
export const parallelConflict: Signal<ParallelConflictState> = {
  name: 'parallel_conflict',
  worth: { diagnostic: 0.9, acrossSessions: 0.7, falseAlarms: 0.2 },
  minSessions: 1,
  begin: () => ({ changed: new Map(), refused: new Map(), merged: new Map() }),
  see(state, step) {
    if (step.kind !== 'result') return;
    for (const path of changedBy(step)) {
      const from = state.changed.get(path)?.from ?? markOf(step);
      putInto(state.changed, path, { from, to: markOf(step) }, MAX_FILES);
    }
    for (const path of refusedBy(step)) putInto(state.refused, path, markOf(step), MAX_FILES);
    for (const path of conflictsIn(step)) putInto(state.merged, path, markOf(step), MAX_FILES);
  },
  finish: ({ merged }) =>
    [...merged].map(([matter, mark]) =>
      seenAt([mark], { matter, proof: 'merge_conflict', strength: 0.6, facts: { how: 'branches' } }),
    ),
  // Two agents one after the other is how it should be; what makes it a conflict is a refusal.
  across: (states) =>
    [...new Set(states.flatMap(({ refused }) => [...refused.keys()]))].flatMap((path) => {
      const agents = states.filter(({ changed }) => changed.has(path));
      const refused = states.flatMap((state) => state.refused.get(path) ?? []);
      const spans = agents.map(({ changed }) => changed.get(path)!);
      const isAtOnce = spans.some((a, i) =>
        spans.some((b, j) => j > i && a.from.at <= b.to.at && b.from.at <= a.to.at),
      );
      // A formatter has changes refused as well.
      if (agents.length < 2 || !isAtOnce) return [];
      const marks = [...spans.map(({ to }) => to), ...refused].sort(
        (a, b) => a.at - b.at || (a.id < b.id ? -1 : 1),
      );
      const seen = seenAt(marks as [Mark, ...Mark[]], {
        matter: path,
        proof: 'parallel_conflict',
        strength: 0.9,
        facts: { how: 'agents', agents: agents.length },
      });
      return [{ ...seen, agents: agents.length }];
    }),
  propose(seen) {
    const path = seen[0]!.matter;
    const agents = seen.filter(({ facts }) => facts.how === 'agents');
    const branches = sessionsIn(seen.filter(({ facts }) => facts.how === 'branches'));
    const about = {
      type: 'gotcha' as const,
      files: [path],
      trigger: {
        tool: 'change' as const,
        command: null,
        match: 'same' as const,
        file: path,
        given: null,
        expects: null,
      },
    };
    if (agents.length > 0)
      return {
        ...about,
        text: `Parallel agents conflict in ${displayPath(path)}: let one of them make all changes to it.`,
      };
    // Once is chance.
    if (branches < 2) return null;
    return {
      ...about,
      text: `${displayPath(path)} causes merge conflicts (in ${branches} sessions): keep changes to it small, and merge before changing it.`,
    };
  },
};

const MAX_FILES = 60;

const refusedBy = ({ tool, outcome, text, files }: ObservedStep): string[] =>
  outcome === 'failed' &&
  (tool === 'edit' || tool === 'write') &&
  /modified since (?:it was )?(?:last )?read|changed (?:on disk )?since|has been (?:unexpectedly )?modified/i.test(
    text.slice(0, 400),
  )
    ? files.filter(({ outside }) => !outside).map(({ path }) => path)
    : [];

function conflictsIn({ tool, text, command }: ObservedStep): string[] {
  if (tool !== 'run' || command === null || !text.includes('CONFLICT (')) return [];
  if (!/\bgit\b.*\b(?:merge|rebase|pull|cherry-pick|stash|revert|am)\b/.test(command)) return [];
  return [...text.matchAll(/^CONFLICT \([\w/ ]+\): Merge conflict in (\S+)$/gm)]
    .map(([, path]) => path!)
    .filter((path) => !isNoise(path))
    .slice(0, 20);
}
