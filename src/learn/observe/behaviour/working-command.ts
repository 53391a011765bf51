import { shellSteps } from '../../../base/shell/steps.ts';
import type { KeptSighting } from '../../../model/sighting.ts';
import { hiddenTrouble } from '../hidden-trouble.ts';
import type { ObservedStep, Signal } from '../signal.ts';
import { keptIn } from '../signals/bounded.ts';
import { type Mark, markOf, seenAt } from '../signals/mark.ts';
import { COMMAND_KINDS, type CommandKind, kindOfCommand } from './command-kind.ts';
import { clipOneLine, evidenceFrom } from './wording.ts';

interface CommandVariant {
  mark: Mark;
  ok: number;
  failed: number;
}

/** For each kind of command the ways it was run. */
type WorkingCommandState = Map<string, Map<string, CommandVariant>>;

/** How tests, builds and checks are really run here, with the flags that went well. */
export const workingCommand: Signal<WorkingCommandState> = {
  name: 'working_command',
  worth: { diagnostic: 0.75, acrossSessions: 0.9, falseAlarms: 0.2 },
  minSessions: 2,
  begin: () => new Map(),
  see(state, step) {
    if (step.kind !== 'result' || step.tool !== 'run' || step.command === null) return;
    if (step.outcome !== 'ok' && step.outcome !== 'failed') return;
    for (const { kind, way } of waysIn(step)) {
      const ways = keptIn(state, kind, () => new Map<string, CommandVariant>(), MAX_KINDS);
      const known = keptIn(ways, way, () => ({ mark: markOf(step), ok: 0, failed: 0 }), MAX_WAYS);
      if (step.outcome === 'failed' || hiddenTrouble(step)) known.failed++;
      else {
        known.ok++;
        known.mark = markOf(step);
      }
    }
  },
  finish: (state) =>
    [...state].flatMap(([kind, ways]) => {
      const worked = [...ways].filter(([, { ok }]) => ok > 0);
      if (worked.length === 0) return [];
      const newest = worked.reduce((a, b) => (b[1].mark.at >= a[1].mark.at ? b : a));
      return [
        seenAt([newest[1].mark], {
          matter: kind,
          proof: 'command_worked',
          strength: 0.8,
          quote: newest[0],
          facts: { ways: worked.map(([way, { ok, failed }]) => [way, ok, failed]) },
        }),
      ];
    }),
  propose(seen) {
    const kind = seen[0]!.matter as CommandKind;
    const best = bestWay(seen);
    if (best === undefined) return null;
    const proofs = seen.filter(({ facts }) => waysOf(facts).some(([way]) => way === best));
    const sessions = new Set(proofs.map(({ session }) => session)).size;
    return {
      type: 'pattern',
      text: `${SAID[kind]} with \`${clipOneLine(best, 160)}\` (passed in ${sessions} sessions).`,
      key: kind,
      subject: COMMAND_KINDS[kind],
      value: best,
      tags: ['command'],
      evidence: evidenceFrom(proofs),
    };
  },
};

/**
 * None begins with a verb that `givesOrders` knows: a command that was seen after untrusted text waits for review, an order
 * would be dropped.
 */
const SAID: Record<CommandKind, string> = {
  'command.single_test': 'A single test runs',
  'command.test_e2e': 'E2e tests run',
  'command.test': 'Tests run',
  'command.typecheck': 'Typecheck',
  'command.format': 'Fix formatting',
  'command.lint': 'Lint',
  'command.migrate': 'Migrate the database',
  'command.build': 'The project builds',
  'command.run': 'The app starts',
};

const MAX_KINDS = 12;
const MAX_WAYS = 8;

function waysIn({ command, outcome }: ObservedStep): { kind: CommandKind; way: string }[] {
  const steps = shellSteps(command!);
  const known = steps.flatMap((step) => {
    const kind = kindOfCommand(step);
    return kind === undefined || /['"…$]/.test(step.replace(/ -t '…'| -k '…'/, '')) ? [] : [{ kind, step }];
  });
  // Of several programs nobody knows which one failed.
  if (outcome === 'failed' && steps.length > 1) return [];
  const folder = /^\s*cd ([\w.-]+(?:\/[\w.-]+)*) &&/.exec(command!)?.[1];
  return known.map(({ kind, step }) => ({
    kind,
    way: `${folder === undefined ? '' : `cd ${folder} && `}${kind === 'command.single_test' ? withoutName(step) : step}`,
  }));
}

/** Which test it was is of no interest the next time. */
const withoutName = (step: string): string =>
  step
    .split(' ')
    .map((word) =>
      /[._-](?:test|spec)s?\.\w+|_test\.\w+|(?:Test|Spec)\.\w+|\/test_\w+\.py|::/.test(word)
        ? '<file>'
        : word,
    )
    .filter((word, i, all) => word !== '<file>' || all.indexOf('<file>') === i)
    .join(' ')
    .replace(/'…'/g, "'<name>'")
    .replace(
      /((?:--(?:testNamePattern|test-name-pattern|grep|filter|tests|testPathPattern\S*)|-run|-t|-k)[ =])(?!'|<)\S+/g,
      '$1<name>',
    );

/** The way that went well in most of the newest sessions; the newer a session, the more it counts. */
function bestWay(seen: readonly KeptSighting[]): string | undefined {
  const recent = seen.slice(-MAX_RECENT_SESSIONS);
  const scores = new Map<string, { score: number; sessions: Set<string> }>();
  for (const [i, { facts, session }] of recent.entries())
    for (const [way] of waysOf(facts)) {
      const known = scores.get(way) ?? { score: 0, sessions: new Set<string>() };
      known.score += FADES ** (recent.length - 1 - i);
      known.sessions.add(session);
      scores.set(way, known);
    }
  const [best] = [...scores]
    .filter(([, { sessions }]) => sessions.size >= PROVEN)
    .sort(([a, x], [b, y]) => y.score - x.score || (a < b ? -1 : 1));
  return best?.[0];
}

const waysOf = (facts: KeptSighting['facts']): [way: string, ok: number, failed: number][] =>
  facts.ways as [string, number, number][];

const MAX_RECENT_SESSIONS = 30;
const FADES = 0.85;
const PROVEN = 2;
