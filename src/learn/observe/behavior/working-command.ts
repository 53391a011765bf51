import { shellSteps } from '../../../base/shell/steps.ts';
import { readVerdict } from '../../../ingest/episodes/test-runners.ts';
import type { Evidence } from '../../../model/memory.ts';
import type { KeptSighting } from '../../../model/sighting.ts';
import { hiddenTrouble } from '../hidden-trouble.ts';
import type { ObservedStep, Signal } from '../signal.ts';
import { keptIn } from '../signals/bounded.ts';
import { type Mark, markOf, seenAt } from '../signals/mark.ts';
import { COMMAND_KINDS, type CommandKind, kindOfCommand } from './command-kind.ts';
import { type CommandWay, startsOwnWork, wayOf } from './command-way.ts';
import { printedKind } from './printed-kind.ts';
import { clipOneLine, evidenceFrom } from './wording.ts';

interface CommandVariant extends CommandWay {
  mark: Mark;
  ok: number;
  failed: number;
}

/** For each kind of command and part of the project the ways it was run. */
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
    for (const { kind, ...run } of runsIn(step)) {
      const matter = run.part === '' ? kind : `${kind}/${run.part}`;
      const ways = keptIn(state, matter, () => new Map<string, CommandVariant>(), MAX_MATTERS);
      const known = keptIn(
        ways,
        `${run.folder}\n${run.way}`,
        () => ({ ...run, mark: markOf(step), ok: 0, failed: 0 }),
        MAX_WAYS,
      );
      if (step.outcome === 'failed' || hiddenTrouble(step) || isTestFailure(kind, step)) known.failed++;
      else {
        known.ok++;
        known.mark = markOf(step);
      }
    }
  },
  finish: (state) =>
    [...state].flatMap(([matter, ways]) => {
      const all = [...ways.values()].filter(({ ok }) => ok > 0).map(withoutTaint);
      const clean = all.filter(({ mark }) => !mark.tainted);
      // What was run after foreign text counts for nothing next to what was not.
      const worked = clean.length > 0 ? clean : all;
      if (worked.length === 0) return [];
      const newest = worked.reduce((a, b) => (b.mark.at >= a.mark.at ? b : a));
      return [
        seenAt([newest.mark], {
          matter,
          proof: 'command_worked',
          strength: 0.8,
          quote: commandOf(newest),
          facts: { ways: worked.map(ranOf) },
        }),
      ];
    }),
  propose(seen) {
    const [kind, ...part] = seen[0]!.matter.split('/') as [CommandKind, ...string[]];
    const best = bestWay(seen);
    if (best === undefined) return null;
    const proofs = seen.filter(({ facts }) => ranIn(facts, best) !== undefined);
    const sessions = new Set(proofs.map(({ session }) => session)).size;
    const { way, folder } = ranIn(proofs.at(-1)!.facts, best)!;
    const where = folder === '' ? '' : ` in ${folder}`;
    return {
      type: 'pattern',
      text: `${SAID[kind]} with \`${clipOneLine(way, 160)}\`${where} (passed in ${sessions} sessions).`,
      key: [kind, ...part].join('/'),
      subject: [COMMAND_KINDS[kind], ...part].join(' in '),
      value: best,
      tags: ['command'],
      evidence: evidenceFrom(proofs.map((sighting) => ({ ...sighting, ...proofOf(sighting, best) }))),
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
  'command.install': 'Dependencies install',
};

/** A command that only starts what the project's own files define has no words of a stranger in it. */
const withoutTaint = (variant: CommandVariant): CommandVariant =>
  startsOwnWork(variant.way) ? { ...variant, mark: { ...variant.mark, tainted: false } } : variant;

const MAX_MATTERS = 30;
const MAX_WAYS = 8;

/** A way of a session: how often it went well there, and the last step that did. */
interface RanWay extends Pick<CommandWay, 'way' | 'folder'> {
  ok: number;
  event: string;
  episode: string | null;
  at: number;
}

const ranOf = ({ way, folder, ok, mark: { id, episode, at } }: CommandVariant): RanWay => ({
  way,
  folder,
  ok,
  event: id,
  episode,
  at,
});

const commandOf = ({ way, folder }: Pick<CommandWay, 'way' | 'folder'>): string =>
  folder === '' ? way : `cd ${folder} && ${way}`;

const waysOf = (facts: KeptSighting['facts']): RanWay[] => facts.ways as RanWay[];

const ranIn = (facts: KeptSighting['facts'], command: string): RanWay | undefined =>
  waysOf(facts).find((ran) => commandOf(ran) === command);

/** What a sighting shows of one command alone. */
function proofOf({ facts }: KeptSighting, command: string): Omit<Evidence, 'proof'> {
  const { event, episode, at } = ranIn(facts, command)!;
  return { episode, events: [event], quote: command, at };
}

function runsIn(step: ObservedStep): (CommandWay & { kind: CommandKind })[] {
  const steps = shellSteps(step.command!);
  // Of several programs nobody knows which one failed.
  if (step.outcome === 'failed' && steps.length > 1) return [];
  const folder = step.folder ?? folderNamedIn(step.command!);
  const known = steps.flatMap((each) => {
    const byWords = kindOfCommand(each);
    const byFiles = byWords === 'command.single_test' ? undefined : step.byFiles?.kindOf(each, folder);
    const kind = byFiles === undefined ? byWords : byFiles;
    return kind ? [{ kind, each }] : [];
  });
  const only = known.length === 0 ? theOnlyWork(steps) : undefined;
  const printed = only === undefined ? undefined : printedKind(step.text);
  const told = printed === undefined ? known : [{ kind: printed, each: only! }];
  return told.flatMap(({ kind, each }) => {
    const isSingle = kind === 'command.single_test' || kind === 'command.test_e2e';
    // What is done to one file is not how the project does it.
    if (ON_FILES.has(kind) && SOURCE_FILE.test(each)) return [];
    if (/['"…$]/.test(isSingle ? each.replace(/ -[tk] '…'/, '') : each)) return [];
    const way = wayOf(isSingle ? withoutName(each) : each, folder);
    if (way === undefined) return [];
    // Packages of two languages in one folder are two parts, each with its commands.
    const part = way.part === '' ? (step.byFiles?.languageOf(each, folder) ?? '') : way.part;
    return [{ kind, ...way, part }];
  });
}

const ON_FILES: ReadonlySet<CommandKind> = new Set(['command.format', 'command.lint', 'command.typecheck']);
const SOURCE_FILE =
  /\s[\w@./-]+\.(?:go|[cm]?[jt]sx?|py|rs|rb|java|kt|cs|c|cc|cpp|h|php|swift|css|scss|vue|svelte|md|html)(?=\s|$)/;

/** Of what was read before folders were kept. */
const folderNamedIn = (command: string): string | null =>
  /^\s*cd ([\w.-]+(?:\/[\w.-]+)*) &&/.exec(command)?.[1] ?? null;

/** The program of a command line that has one, besides those that shorten what it prints. */
function theOnlyWork(steps: readonly string[]): string | undefined {
  const [first, ...others] = steps;
  return others.every((each) => FILTERS.test(each)) && first !== undefined && !SHOWS_OTHERS.test(first)
    ? first
    : undefined;
}

const FILTERS = /^(?:head|tail|grep|rg|sed|awk|tee|wc|sort|uniq|cat)\b/;

/** What prints that others were run, or runs them on its way to something else. */
const SHOWS_OTHERS =
  /^(?:git|gh|glab|cat|head|tail|less|grep|rg|sed|awk|find|ls|docker|kubectl|curl|ssh|tmux|jq|python3? -\s*$|node -e|claude|codex)\b/;

/** A test run says how it went even where a pipe hides it. */
const isTestFailure = (kind: CommandKind, { text }: ObservedStep): boolean =>
  kind.includes('test') && readVerdict(text)?.verdict === 'failed';

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
    .replace(/(?<=^go test (?:-\S+ )*)\.\/(?!\.\.\.)\S+/, '<package>')
    .replace(/'…'/g, "'<name>'")
    .replace(
      /((?:--(?:testNamePattern|test-name-pattern|grep|tests|testPathPattern\S*)|(?<!^(?:npm|pnpm|yarn|bun|turbo) .*)--filter|-run|-t|-k)[ =])(?!'|<)\S+/g,
      '$1<name>',
    );

/** The command that most work of the newest sessions was done with; the newer a session, the more it counts. */
function bestWay(seen: readonly KeptSighting[]): string | undefined {
  const recent = seen.slice(-MAX_RECENT_SESSIONS);
  const scores = new Map<string, { score: number; sessions: Set<string> }>();
  for (const [i, { facts, session }] of recent.entries()) {
    const ways = waysOf(facts);
    const runs = ways.reduce((sum, { ok }) => sum + ok, 0);
    for (const ran of ways) {
      const known = scores.get(commandOf(ran)) ?? { score: 0, sessions: new Set<string>() };
      known.score += (ran.ok / runs) * FADES ** (recent.length - 1 - i);
      known.sessions.add(session);
      scores.set(commandOf(ran), known);
    }
  }
  const [best] = [...scores]
    .filter(([, { sessions }]) => sessions.size >= PROVEN)
    .sort(([a, x], [b, y]) => y.score - x.score || (a < b ? -1 : 1));
  return best?.[0];
}

const MAX_RECENT_SESSIONS = 30;
const FADES = 0.85;
const PROVEN = 2;
