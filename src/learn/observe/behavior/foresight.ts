import type { KeptSighting } from '../../../model/sighting.ts';
import type { Trigger } from '../../../model/trigger.ts';
import type { AttemptFacts, AttemptFailure } from './attempts.ts';
import { isCheck, kindOfCommand } from './command-kind.ts';

/** One way of foreseeing a failure: under this condition comes that trouble, or one of several. */
export interface Foresight {
  when: Omit<Trigger, 'expects'>;
  /** By the letters of their lines; the newest of each. */
  troubles: Map<string, AttemptFailure>;
  /** Sessions in which it was tried so, newest last, and whether the first try met the trouble. */
  sessions: boolean[];
  /** All tries, and those that met it. */
  held: number;
  met: number;
  /** Tries without it since the session that first met it. */
  wellSince: number;
  /** How often each trouble was met. */
  times: Map<string, number>;
  /** What went well in its place, and what was run before it went well, by how often. */
  instead: Map<string, number>;
  before: Map<string, number>;
  changes: Map<string, number>;
  seen: KeptSighting[];
}

/** Every condition with every trouble that was met under it, and with all of them together. */
export function foresights(seen: readonly KeptSighting[]): Foresight[] {
  const byCondition = new Map<string, { when: Foresight['when']; troubles: Map<string, AttemptFailure> }>();
  const all = seen.flatMap(({ facts }) => (facts as AttemptFacts).attempts.map(({ when }) => when));
  const isOneFolder = new Set(all.map(({ folder }) => folder)).size < 2;
  const isOneSetting = new Set(all.map(({ variables }) => variables)).size < 2;
  for (const { facts } of seen) {
    const { attempts, troubles } = facts as AttemptFacts;
    for (const attempt of attempts)
      for (const when of widened(attempt.when, isOneFolder, isOneSetting)) {
        const name = nameOf(when);
        const known = byCondition.get(name) ?? { when, troubles: new Map<string, AttemptFailure>() };
        byCondition.set(name, known);
        for (const trouble of troubles)
          if (attempt.met.some(([letters]) => letters === trouble.letters)) {
            const older = known.troubles.get(trouble.letters);
            known.troubles.set(trouble.letters, {
              ...trouble,
              fingerprint: trouble.fingerprint ?? older?.fingerprint ?? null,
            });
          }
      }
  }
  return [...byCondition.values()].flatMap(({ when, troubles }) => {
    const verdict = isVerdict(when);
    const each = [...troubles]
      .filter(([letters]) => !verdict || !ONLY_COUNTS.test(letters))
      .map((one) => counted(when, new Map([one]), seen));
    return troubles.size < 2 || verdict ? each : [...each, counted(when, troubles, seen)];
  });
}

/** The condition wherever it is run, and where that differs also in this folder, and with these variables. */
const widened = (
  when: Foresight['when'],
  isOneFolder: boolean,
  isOneSetting: boolean,
): Foresight['when'][] => [
  { ...when, folder: null, variables: null },
  ...(isOneFolder ? [] : [{ ...when, variables: null }]),
  ...(isOneSetting ? [] : [{ ...when, folder: null }]),
];

/** What a check finds differs from time to time; that it finds something is its work. */
export const isVerdict = ({ tool, command }: Foresight['when']): boolean =>
  tool === 'run' && command !== null && isCheck(kindOfCommand(command));

/** How many failed, and not what. */
const ONLY_COUNTS =
  /^(?:tests?|suites?|files?|checks?|fail|failed|failing|failures?|errors?|found|problems?|warnings?|passed|total|some|were|with|and|of|in|emitted|while|running|\s)*$/;

function counted(
  when: Foresight['when'],
  troubles: Map<string, AttemptFailure>,
  seen: readonly KeptSighting[],
): Foresight {
  const made: Foresight = {
    when,
    troubles,
    sessions: [],
    held: 0,
    met: 0,
    wellSince: 0,
    times: new Map(),
    instead: new Map(),
    before: new Map(),
    changes: new Map(),
    seen: [],
  };
  for (const sighting of seen) {
    const facts = sighting.facts as AttemptFacts;
    const attempts = facts.attempts.filter((each) => isWithin(each.when, when));
    const [first] = attempts;
    if (first === undefined) continue;
    made.sessions.push(troubles.has(first.first));
    const held = attempts.reduce((sum, each) => sum + each.held, 0);
    const met = attempts.flatMap((each) => each.met).filter(([letters]) => troubles.has(letters));
    const times = met.reduce((sum, [, each]) => sum + each, 0);
    for (const [letters, each] of met) add(made.times, letters, each);
    made.held += held;
    made.met += times;
    if (made.met > 0) made.wellSince += held - times;
    if (met.length === 0) continue;
    made.seen.push(sighting);
    for (const { letters, instead, before, change } of facts.troubles) {
      if (!troubles.has(letters)) continue;
      if (instead) add(made.instead, instead, 1);
      if (before) add(made.before, before, 1);
      if (change) add(made.changes, change, 1);
    }
  }
  return made;
}

const nameOf = ({ folder, variables, ...when }: Foresight['when']): string =>
  `${plainNameOf(when)}\n${folder ?? '*'}\n${variables ?? '*'}`;

const plainNameOf = ({ tool, command, match, file, given }: Foresight['when']): string =>
  `${tool}\n${command}\n${match}\n${file}\n${given}`;

const isWithin = (one: Foresight['when'], { folder, variables, ...when }: Foresight['when']): boolean =>
  plainNameOf(one) === plainNameOf(when) &&
  (folder == null || one.folder === folder) &&
  (variables == null || one.variables === variables);

function add(counts: Map<string, number>, what: string, times: number): void {
  counts.set(what, (counts.get(what) ?? 0) + times);
}
