import type {
  MethodologyPlugin,
  Phase,
  RelayItem,
  RelayTransition,
  Role,
  WorkState,
  WorkUnitContext,
} from './types.ts';

interface MethodologyParts
  extends Pick<MethodologyPlugin, 'id' | 'customMemoryTypes' | 'onWorkUnitComplete'> {
  /** The phase of each stage, in lower case; any other is `explore`. */
  phases: Readonly<Record<string, Phase>>;
  /** The levels of work, outermost first, with what each is called. */
  levels: Readonly<Record<string, string>>;
  relays: readonly RelayTransition[];
}

/** Makes a methodology of its names; write the interface yourself where that is not enough. */
export function methodologyOf({ id, phases, levels, relays, ...more }: MethodologyParts): MethodologyPlugin {
  // A program in plain JavaScript is not told by its compiler.
  const lacks = Object.entries({ phases, levels, relays }).find(([, part]) => part === undefined)?.[0];
  if (lacks) throw new TypeError(`methodologyOf('${id}') lacks \`${lacks}\`; docs/SDK.md has an example.`);
  return {
    id,
    mapPhase: (stage) => phases[stage.toLowerCase()] ?? 'explore',
    resolveWorkUnit(context: WorkUnitContext) {
      const named = Object.keys(levels).filter((level) => context[level] !== undefined);
      return {
        methodology: id,
        hierarchy: named.map((level) => context[level]!),
        label: named.map((level) => `${levels[level]} ${context[level]}`).join(' / ') || id,
      };
    },
    relayTransitions: relays,
    ...{ formatRelayContext, extractWorkState, formatWorkStateContext },
    ...more,
  };
}

/** Reads the lists under headings or labels that say done, next and open. */
function extractWorkState(output: string): WorkState {
  const state: Record<keyof WorkState, string[]> = { done: [], next: [], open: [] };
  let list: string[] | undefined;
  for (const whole of output.slice(-MAX_OUTPUT_CHARS).split('\n')) {
    const line = whole.slice(0, MAX_LINE_CHARS).trim();
    const [label, ...rest] = line.split(':');
    const head = label!.replace(/[#*>-]/g, '').trim();
    const part = STATE_PARTS.find(([, , heading]) => heading.test(head))?.[0];
    const item = part ? rest.join(':').replace(/^[*\s]+/, '') : ITEM.exec(line)?.[1];
    if (part) list = state[part];
    if (item && list && list.length < MAX_ITEMS) list.push(item);
    else if (line !== '' && !part) list = undefined;
  }
  return state;
}

const MAX_OUTPUT_CHARS = 20_000;
const MAX_LINE_CHARS = 300;
const MAX_ITEMS = 20;
const ITEM = /^(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s*)?(.+)$/;
const STATE_PARTS = [
  ['done', 'Done so far', /^(?:done|completed|finished|what was done)$/i],
  ['next', 'Next', /^(?:next|next steps?|to ?do|remaining|what is left)$/i],
  ['open', 'Open', /^(?:open|open (?:questions|issues|problems)|blocked|blockers?)$/i],
] as const;

const formatWorkStateContext = (state: WorkState): string =>
  STATE_PARTS.filter(([part]) => state[part].length > 0)
    .map(([part, title]) => `${title}:\n${state[part].map((item) => `- ${item}`).join('\n')}`)
    .join('\n');

/** One line for each item, with its type and files. */
function formatRelayContext(items: readonly RelayItem[], to: Role): string {
  if (items.length === 0) return '';
  const lines = items.map(({ type, text, files }) => {
    const about = files.length > 0 ? ` (${files.join(', ')})` : '';
    return `- ${type.replaceAll('_', ' ')}: ${text}${about}`;
  });
  return [`Handed over to the ${to}:`, ...lines].join('\n');
}

/** The phase of each stage, from the stages of each phase. */
const stages = (of: Partial<Record<Phase, string>>): Record<string, Phase> =>
  Object.fromEntries(
    Object.entries(of).flatMap(([phase, names]) => names.split(' ').map((name) => [name, phase as Phase])),
  );

/** What the agents that check work hand to the one that fixes it. */
const FAILURES = ['error_pattern', 'requirement'] as const;

/** Specs and subtasks: plan, code, review, fix. */
export const native: MethodologyPlugin = methodologyOf({
  id: 'native',
  phases: stages({
    ...{ define: 'planner planning spec', implement: 'coder coding', validate: 'qa reviewer qa_review' },
    ...{ refine: 'fixer qa_fix debugging', explore: 'insights', reflect: 'retrospective' },
  }),
  levels: { spec: 'Spec', subtask: 'Subtask' },
  relays: [
    { from: 'planner', to: 'coder' },
    { from: 'coder', to: 'qa' },
    { from: 'coder', to: 'reviewer' },
    { from: 'qa', to: 'fixer', types: FAILURES },
    { from: 'reviewer', to: 'fixer', types: FAILURES },
  ],
});

/** Test-driven: a failing test, code that passes it, refactoring. */
export const tdd: MethodologyPlugin = methodologyOf({
  id: 'tdd',
  phases: { red: 'define', green: 'implement', verify: 'validate', refactor: 'refine' },
  levels: { feature: 'Feature', test: 'Test' },
  relays: [
    { from: 'red', to: 'green', types: ['requirement', 'gotcha', 'error_pattern'] },
    { from: 'green', to: 'refactor' },
  ],
  customMemoryTypes: { failing_test: 'requirement', test_smell: 'gotcha' },
});

/** Epics and stories with an analyst, an architect, a developer and a tester. */
export const bmad: MethodologyPlugin = methodologyOf({
  id: 'bmad',
  phases: stages({
    ...{ explore: 'analyst', define: 'pm architect sm', implement: 'dev', validate: 'qa', reflect: 'retro' },
  }),
  levels: { epic: 'Epic', story: 'Story', task: 'Task' },
  relays: [
    { from: 'analyst', to: 'pm' },
    { from: 'pm', to: 'architect', types: ['requirement', 'decision'] },
    { from: 'architect', to: 'sm', types: ['decision', 'pattern', 'dead_end'] },
    { from: 'sm', to: 'dev' },
    { from: 'dev', to: 'qa' },
    { from: 'qa', to: 'dev', types: FAILURES },
  ],
  customMemoryTypes: { architecture: 'decision', acceptance_criterion: 'requirement' },
});

/** A specification, a plan made of it, tasks made of that. */
export const specDriven: MethodologyPlugin = methodologyOf({
  id: 'spec-driven',
  phases: stages({
    define: 'specify clarify plan tasks',
    implement: 'implement',
    validate: 'analyze verify',
  }),
  levels: { spec: 'Specification', task: 'Task' },
  relays: [
    { from: 'specify', to: 'plan', types: ['requirement', 'decision'] },
    { from: 'plan', to: 'tasks' },
    { from: 'tasks', to: 'implement' },
    { from: 'implement', to: 'verify' },
    { from: 'verify', to: 'implement', types: FAILURES },
  ],
  customMemoryTypes: { constraint: 'requirement' },
});
