import { shellSteps } from '../../../base/shell/steps.ts';
import type { KeptSighting } from '../../../model/sighting.ts';
import { addOnce } from '../bounded.ts';
import { type Mark, markOf, seenAt } from '../mark.ts';
import type { Signal } from '../signal.ts';
import { sessionsIn, stringsUnder } from '../signals/shares.ts';
import { evidenceFrom, listedInCode } from '../wording.ts';
import { isCheck, kindOfCommand } from './command-kind.ts';

interface ToolSequenceState {
  /** Checks that went well and files beside the code that were changed, in order, since the last time. */
  ran: string[];
  files: string[];
  /** What each kind of task was ended by, with what came before it. */
  ended: Map<string, { mark: Mark; ran: string[]; files: string[] }>;
}

/** The steps that end a kind of task here: what is run and brought up to date before a commit, a release, a pull request. */
export const toolSequence: Signal<ToolSequenceState> = {
  name: 'tool_sequence',
  worth: { diagnostic: 0.7, acrossSessions: 0.8, falseAlarms: 0.3 },
  minSessions: 3,
  begin: () => ({ ran: [], files: [], ended: new Map() }),
  see(state, step) {
    if (step.kind !== 'result' || step.outcome !== 'ok') return;
    for (const { path, way, outside } of step.files)
      if (!outside && (way === 'edit' || way === 'write') && BESIDE.test(path))
        addOnce(state.files, path, MAX_ITEMS);
    if (step.tool !== 'run' || step.command === null) return;
    for (const each of shellSteps(step.command)) {
      const kind = kindOfCommand(each);
      if (isCheck(kind) && kind !== 'command.single_test' && !/['"…$]/.test(each)) {
        // The last time counts: a check is run again after what it found was mended.
        state.ran = state.ran.filter((ran) => ran !== each);
        addOnce(state.ran, each, MAX_ITEMS);
      }
      const task = TASKS.find(([, pattern]) => pattern.test(each))?.[0];
      if (task === undefined) continue;
      state.ended.set(task, { mark: markOf(step), ran: [...state.ran], files: [...state.files] });
    }
  },
  finish: ({ ended }) =>
    [...ended].map(([task, { mark, ran, files }]) =>
      seenAt([mark], { matter: task, proof: 'same_steps', strength: 0.7, facts: { ran, files } }),
    ),
  propose(seen) {
    const recent = seen.slice(-MAX_RECENT_SESSIONS);
    const sessions = sessionsIn(recent);
    const files = often(recent, 'files');
    const { ran, proofs } = together(recent, often(recent, 'ran'));
    if (ran.length + files.length < 2 || sessionsIn(proofs) < MIN_SESSIONS) return null;
    const checks = ran.map(({ name }) => name);
    const said = [
      checks.length > 0 ? `run ${listedInCode(checks)}` : '',
      files.length > 0 ? `update ${listedInCode(files.map(({ name }) => name))}` : '',
    ].filter(Boolean);
    return {
      type: 'workflow_recipe',
      text: `Before ${SAID[seen[0]!.matter]}, agents here ${said.join(' and ')} (in ${sessionsIn(proofs)} of ${sessions} sessions).`,
      files: files.map(({ name }) => name),
      tags: ['workflow'],
      record: {
        kind: 'recipe',
        task: SAID[seen[0]!.matter]!,
        steps: [
          ...checks.map((command) => ({ text: `run ${command}` })),
          ...files.map(({ name }) => ({ text: `update ${name}`, file: name })),
        ],
        lastSuccessAt: proofs.at(-1)!.at,
        successes: sessionsIn(proofs),
      },
      evidence: evidenceFrom(proofs),
    };
  },
};

const MAX_ITEMS = 8;
const MAX_RECENT_SESSIONS = 30;
const MIN_SESSIONS = 3;
const MIN_FREQUENT_RATIO = 0.6;
const TOGETHER = 0.5;

/** Files that are kept in step with the code. */
const BESIDE =
  /(?:^|\/)(?:change ?log|changes|history|news|readme|version)[^/]*$|^(?:package|pyproject|cargo|composer|setup)\.\w+$/i;

const TASKS: readonly (readonly [string, RegExp])[] = [
  [
    'release',
    /^(?:npm|pnpm|yarn|bun|cargo) publish\b|^(?:npm|yarn|pnpm) version\b|\bgit tag (?!-l|--list|-d)\S|^gh release create\b|^goreleaser\b|^twine upload\b/,
  ],
  ['pull request', /^(?:\w+ )?gh pr create\b|^glab mr create\b/],
  ['commit', /^(?:\w+ )?git (?:-C \S+ )?commit\b/],
];

const SAID: Record<string, string> = {
  release: 'a release',
  'pull request': 'a pull request',
  commit: 'a commit',
};

/** The steps that most sessions took all of: the rarest is left out until it is so. */
function together(
  seen: readonly KeptSighting[],
  ran: readonly CommandFrequency[],
): { ran: readonly CommandFrequency[]; proofs: KeptSighting[] } {
  const proofs = seen.filter(({ facts }) =>
    ran.every(({ name }) => stringsUnder(facts, 'ran').includes(name)),
  );
  if (ran.length < 2 || proofs.length >= seen.length * TOGETHER) return { ran, proofs };
  const rarest = ran.reduce((a, b) => (b.times < a.times ? b : a));
  return together(
    seen,
    ran.filter((each) => each !== rarest),
  );
}

interface CommandFrequency {
  name: string;
  times: number;
  /** Where among the others it mostly stands. */
  at: number;
}

/** What stood among the facts of most sessions, in the order it mostly came in. */
function often(seen: readonly KeptSighting[], field: string): CommandFrequency[] {
  const places = new Map<string, number[]>();
  for (const { facts } of seen)
    for (const [i, name] of stringsUnder(facts, field).entries())
      places.set(name, [...(places.get(name) ?? []), i]);
  return [...places]
    .filter(([, all]) => all.length >= seen.length * MIN_FREQUENT_RATIO)
    .map(([name, all]) => ({ name, times: all.length, at: all.reduce((sum, i) => sum + i, 0) / all.length }))
    .sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1));
}
