import { printed } from '@sqrl/base/model/printed.ts';
import type { CommandRecord } from '@sqrl/base/model/record.ts';
import type { KeptSighting } from '@sqrl/base/model/sighting.ts';
import { shellSteps, unprovenSteps } from '@sqrl/base/shell/steps.ts';
import { isHiddenFailure } from '../../../ingest/episodes/hidden-failure.ts';
import { type Mark, markOf, type ObservedStep, putInto, type Signal, seenAt } from '../signal.ts';
import { evidenceFrom, listed } from '../wording.ts';
import { COMMAND_KINDS, type CommandKind, kindOfCommand } from './command-kind.ts';
import { type CommandWay, generalStep, startsOwnWork, wayOf } from './command-way.ts';

type WorkingCommandState = Map<CommandKind, Map<string, CommandWay & { ok: number; mark: Mark }>>;

/** How tests, builds and checks are really run here, with the flags and in the folders that went well: one memory a kind. */
export const workingCommand: Signal<WorkingCommandState> = {
  name: 'working_command',
  worth: { diagnostic: 0.75, acrossSessions: 0.9, falseAlarms: 0.2 },
  minSessions: 2,
  begin: () => new Map(),
  see(state, step) {
    if (step.kind !== 'result' || step.tool !== 'run' || step.command === null || step.outcome !== 'ok')
      return;
    for (const { kind, ...run } of passedIn(step)) {
      const ways = state.get(kind) ?? new Map();
      state.set(kind, ways);
      const name = `${run.folder}\n${run.way}`;
      const ok = (ways.get(name)?.ok ?? 0) + 1;
      putInto(ways, name, { ...run, ok, mark: markOf(step) }, MAX_WAYS);
    }
  },
  finish: (state) =>
    [...state].map(([matter, ways]) => {
      const all = [...ways.values()].map((way) =>
        // A command that only starts what the project's own files define has no words of a stranger in it.
        startsOwnWork(way.way) ? { ...way, mark: { ...way.mark, tainted: false } } : way,
      );
      const clean = all.filter(({ mark }) => !mark.tainted);
      // What was run after foreign text counts for nothing next to what was not.
      const worked = clean.length > 0 ? clean : all;
      const newest = worked.reduce((a, b) => (b.mark.at >= a.mark.at ? b : a));
      const facts = {
        ways: worked.map(
          ({ way, part, folder, ok, mark: { id, episode, at } }): PassedWay => ({
            ...{ way, part, folder, ok, event: id, episode, at },
          }),
        ),
      };
      return seenAt([newest.mark], {
        matter,
        proof: 'command_worked',
        strength: 0.8,
        quote: lineOf(newest),
        facts,
      });
    }),
  propose(seen) {
    const kind = seen[0]!.matter as CommandKind;
    const best = bestWays(seen);
    const uses = usesOf(best);
    if (uses.length === 0) return null;
    const proofs = seen.flatMap((one) => {
      const shown = waysIn(one).findLast((ran) => best.has(lineOf(ran)));
      return shown
        ? [{ ...one, episode: shown.episode, events: [shown.event], quote: lineOf(shown), at: shown.at }]
        : [];
    });
    const sessions = new Set(proofs.map(({ session }) => session)).size;
    const said = uses.map(({ command, folders }) => `with \`${printed(command, 160)}\`${inFolders(folders)}`);
    const [main] = uses;
    return {
      type: 'pattern',
      text: `${SAID[kind]} ${listed(said)} (passed in ${sessions} sessions).`,
      key: kind,
      subject: COMMAND_KINDS[kind],
      value: lineOf({ way: main!.command, folder: main!.folders[0]! }),
      tags: ['command'],
      record: { kind: 'command', uses },
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
  'command.install': 'Dependencies install',
};

/** The repository itself is only named next to other folders. */
const inFolders = (folders: readonly string[]): string =>
  folders.length === 1 && folders[0] === '.'
    ? ''
    : ` in ${listed(folders.map((folder) => (folder === '.' ? 'the root' : folder)))}`;

const MAX_WAYS = 24;

interface PassedWay extends CommandWay {
  ok: number;
  event: string;
  episode: string | null;
  at: number;
}

const waysIn = ({ facts }: KeptSighting): PassedWay[] => facts.ways as PassedWay[];

const lineOf = ({ way, folder }: Pick<CommandWay, 'way' | 'folder'>): string =>
  folder === '.' ? way : `cd ${folder} && ${way}`;

function passedIn(step: ObservedStep): (CommandWay & { kind: CommandKind })[] {
  const steps = shellSteps(step.command!);
  const doubtful = isHiddenFailure(step) ? unprovenSteps(step.command!) : [];
  const folder = step.folder ?? null;
  return steps.flatMap((each) => {
    const byWords = kindOfCommand(each);
    const byFiles = byWords === 'command.single_test' ? undefined : step.byFiles?.kindOf(each, folder);
    const kind = byFiles === undefined ? byWords : byFiles;
    if (!kind || doubtful.includes(each)) return [];
    const isSingle = kind === 'command.single_test' || kind === 'command.test_e2e';
    const general = isSingle ? withoutName(each) : generalStep(each, kind);
    if (general === undefined || /['"…$]/.test(isSingle ? each.replace(/ -[tk] '…'/, '') : each)) return [];
    const way = wayOf(general, folder);
    if (way === undefined) return [];
    return [{ kind, ...way }];
  });
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
    .replace(/(?<=^go test (?:-\S+ )*)\.\/(?!\.\.\.)\S+/, '<package>')
    .replace(/'…'/g, "'<name>'")
    .replace(
      /((?:--(?:testNamePattern|test-name-pattern|grep|tests|testPathPattern\S*)|(?<!^(?:npm|pnpm|yarn|bun|turbo) .*)--filter|-run|-t|-k)[ =])(?!'|<)\S+/g,
      '$1<name>',
    );

/**
 * For each part of the project the command line that most work of the newest sessions was done with, best first; the newer
 * a session, the more it counts.
 */
function bestWays(seen: readonly KeptSighting[]): Map<string, PassedWay> {
  const recent = seen.slice(-MAX_RECENT_SESSIONS);
  const scores = new Map<string, { ran: PassedWay; score: number; sessions: Set<string> }>();
  for (const [i, sighting] of recent.entries()) {
    const ways = waysIn(sighting);
    for (const ran of ways) {
      const runs = ways.filter(({ part }) => part === ran.part).reduce((sum, { ok }) => sum + ok, 0);
      const name = `${ran.part}\n${lineOf(ran)}`;
      const known = scores.get(name) ?? { ran, score: 0, sessions: new Set<string>() };
      known.score += (ran.ok / runs) * FADES ** (recent.length - 1 - i);
      known.sessions.add(sighting.session);
      scores.set(name, known);
    }
  }
  const proven = [...scores.values()]
    .filter(({ sessions }) => sessions.size >= PROVEN)
    .sort((a, b) => b.score - a.score || (lineOf(a.ran) < lineOf(b.ran) ? -1 : 1));
  const parts = new Set<string>();
  const best = proven.filter(({ ran: { part } }) => !parts.has(part) && parts.add(part));
  return new Map(best.map(({ ran }) => [lineOf(ran), ran]));
}

const usesOf = (best: ReadonlyMap<string, PassedWay>): CommandRecord['uses'] =>
  [...Map.groupBy(best.values(), ({ way }) => way)].slice(0, MAX_USES).map(([command, all]) => ({
    command,
    folders: [...new Set(all.map(({ folder }) => folder))].sort().slice(0, MAX_FOLDERS),
  }));

const [MAX_USES, MAX_FOLDERS] = [4, 6];
const MAX_RECENT_SESSIONS = 30;
const FADES = 0.85;
const PROVEN = 2;
