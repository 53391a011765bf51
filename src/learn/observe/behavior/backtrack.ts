import { shellSteps } from '../../../base/shell/steps.ts';
import { putInto } from '../bounded.ts';
import { type Mark, markOf, seenAt } from '../mark.ts';
import type { ObservedStep, Signal } from '../signal.ts';
import { sessionsIn } from '../signals/shares.ts';
import { clipOneLine, evidenceFrom } from '../wording.ts';

interface BacktrackState {
  changed: Map<string, Mark>;
  /** Files whose changes were taken back, with the step that did it. */
  reverted: Map<string, { mark: Mark; changed: Mark }>;
}

/** Changes that were taken back: what was tried in a file and given up, with what had gone wrong before. */
export const backtrack: Signal<BacktrackState> = {
  name: 'backtrack',
  worth: { diagnostic: 0.7, acrossSessions: 0.6, falseAlarms: 0.25 },
  minSessions: 2,
  begin: () => ({ changed: new Map(), reverted: new Map() }),
  see({ changed, reverted }, step) {
    if (step.kind !== 'result' || step.outcome !== 'ok') return;
    for (const { path, way, outside } of step.files)
      if (!outside && (way === 'edit' || way === 'write')) putInto(changed, path, markOf(step), MAX_FILES);
    for (const path of takenBack(step, changed)) {
      putInto(reverted, path, { mark: markOf(step), changed: changed.get(path)! }, MAX_FILES);
      changed.delete(path);
    }
  },
  finish: ({ reverted }, { failures }) =>
    [...reverted].map(([path, { mark, changed }]) => {
      const why = failures.findLast(({ at }) => at >= changed.at && at <= mark.at);
      return seenAt([changed, mark], {
        matter: path,
        proof: 'reverted_edit',
        strength: why ? 0.7 : 0.4,
        quote: why?.line.slice(0, 200) ?? null,
        facts: { why: why?.line.slice(0, 160) ?? null },
      });
    }),
  propose(seen) {
    // Without what went wrong it is only somebody's change of mind.
    const known = seen.filter(({ facts }) => typeof facts.why === 'string');
    if (sessionsIn(known) < MIN_SESSIONS) return null;
    const { matter, facts } = known.at(-1)!;
    return {
      type: 'gotcha',
      text: `Changes to \`${matter}\` were reverted in ${sessionsIn(seen)} sessions, most recently after “${clipOneLine(facts.why as string, 120)}”.`,
      files: [matter],
      trigger: { tool: 'change', command: null, match: 'same', file: matter, given: null, expects: null },
      evidence: evidenceFrom(known),
    };
  },
};

const MAX_FILES = 100;
const MIN_SESSIONS = 2;

/** The changed files that a command put back to what they were. */
function takenBack({ tool, command }: ObservedStep, changed: ReadonlyMap<string, Mark>): string[] {
  if (tool !== 'run' || command === null || changed.size === 0) return [];
  return shellSteps(command).flatMap((step) => {
    const words = /\bgit (?:-C \S+ )?(checkout|restore|reset --hard)\b(.*)$/.exec(step);
    if (!words) return [];
    const [, verb, rest = ''] = words;
    if (verb === 'reset --hard') return [...changed.keys()];
    if (/ --staged\b(?!.*--worktree)/.test(rest)) return [];
    const named = rest.split(' ').filter((word) => word !== '' && !word.startsWith('-'));
    if (named.includes('.')) return [...changed.keys()];
    return [...changed.keys()].filter((path) =>
      named.some(
        (name) =>
          path === name || name.endsWith(`/${path}`) || path.endsWith(`/${name.replace(/^\.\//, '')}`),
      ),
    );
  });
}
