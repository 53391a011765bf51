import { isAbsolute } from 'node:path/posix';
import type { KeptSighting, Proposal } from '@sqrl/base/model/sighting.ts';
import type { Remedy } from '@sqrl/base/model/trigger.ts';
import { fetches } from '@sqrl/base/shell/fetches.ts';
import { guardText } from '../../guards/guard-text.ts';
import { countSessions } from '../merge.ts';
import { evidenceFrom } from '../wording.ts';
import { isCheck, kindOfCommand } from './command-kind.ts';
import { cannotBegin } from './passing-trouble.ts';
import { mostOften } from './remedies.ts';
import type { Condition, Trouble, TryFacts } from './tries.ts';

/** One way of foreseeing a failure: under this condition comes that trouble, or one of several. */
interface Foresight {
  when: Condition;
  /** By the letters of their lines; the newest of each. */
  troubles: Map<string, Trouble>;
  /** Sessions in which it was tried so, newest last, and whether the first try met the trouble. */
  sessions: boolean[];
  /** All tries, and those that met it. */
  held: number;
  met: number;
  /** Tries without it since the session that first met it. */
  wellSince: number;
  times: Map<string, number>;
  folders: Set<string>;
  helped: Remedy[];
  seen: KeptSighting[];
}

/** The guard that the tries in one matter come to, oldest first; null where none foresees well enough. */
export function proposeGuard(seen: readonly KeptSighting[]): Proposal | null {
  const sure = foresights(seen.slice(-MAX_SESSIONS)).filter(
    (each) =>
      !each.when.command?.includes('…') &&
      // A folder outside the project is one of this machine, or of one task.
      ![...each.folders].every((folder) => isAbsolute(folder)) &&
      (isProven(each) || isPlain(each)),
  );
  const surest = Math.max(...sure.map(sureness));
  const [best] = sure
    .filter((each) => sureness(each) >= surest - NEARLY)
    .sort((a, b) => generality(b) - generality(a));
  if (best === undefined) return null;
  const { when, troubles, times, folders } = best;
  const [trouble] = [...troubles.values()].sort(
    (a, b) => (times.get(b.letters) ?? 0) - (times.get(a.letters) ?? 0),
  );
  const [folder] = folders;
  const varies = troubles.size > 1;
  const trigger = {
    ...when,
    expects: varies ? null : trouble!.fingerprint,
    failure: {
      line: trouble!.line,
      times: best.met,
      of: best.held,
      varies,
      folder: folders.size === 1 && folder !== '.' ? folder! : null,
    },
    remedy: remedyOf(best) ?? null,
    stops: isCertain(best),
  };
  return {
    type: 'gotcha',
    text: guardText(trigger),
    polarity: -1,
    trigger,
    tags: ['guard'],
    confidence: Math.min(0.95, Math.round(sureness(best) * 100) / 100),
    evidence: evidenceFrom(best.seen),
    // However often it helped, a stranger may have said what to fetch.
    needsReview: fetches(trigger.remedy?.command ?? '', when.command ?? ''),
    ...((isPlain(best) || isRepeated(best)) && { minSessions: 1 }),
  };
}

/** What was long ago says little of today. */
const MAX_SESSIONS = 60;
const MAX_RECENT_SESSIONS = 20;

/** Sessions in which it must have happened: the measure for an error and its retry. */
const MIN_SESSIONS = 2;

/** A warning must be right so often, counted with one more success and one more failure than were seen. */
const MIN_CONFIDENCE = 0.7;

/** A check often finds the same twice without anything being wrong with running it. */
const MIN_SURE_OF_CHECK = 0.8;

/** The share of all tries that must have failed: the first of a session alone may be of a special kind. */
const MIN_MET = 0.75;

/** Among those that are as sure up to this, the most general one wins. */
const NEARLY = 0.05;

/** Failures before an agent is stopped at it. */
const MIN_SIGHTINGS = 3;

const MAX_PLAIN_CHARS = 80;
const MAX_FIX_CHARS = 400;

/** Every condition with every trouble that was met under it, and with all of them together. */
function foresights(seen: readonly KeptSighting[]): Foresight[] {
  const byCondition = new Map<string, { when: Condition; troubles: Map<string, Trouble> }>();
  const all = seen.flatMap(({ facts }) => (facts as TryFacts).attempts.map(({ when }) => when));
  const isOneFolder = new Set(all.map(({ folder }) => folder)).size < 2;
  const isOneSetting = new Set(all.map(({ variables }) => variables)).size < 2;
  for (const { facts } of seen) {
    const { attempts, troubles } = facts as TryFacts;
    for (const { when: own, met } of attempts) {
      // Wherever it is run, and where that differs also in this folder, and with these variables.
      const wide = [
        { ...own, folder: null, variables: null },
        ...(isOneFolder ? [] : [{ ...own, variables: null }]),
        ...(isOneSetting ? [] : [{ ...own, folder: null }]),
      ];
      for (const when of wide) {
        const name = `${plainNameOf(when)}\n${when.folder ?? '*'}\n${when.variables ?? '*'}`;
        const known = byCondition.get(name) ?? { when, troubles: new Map<string, Trouble>() };
        byCondition.set(name, known);
        for (const trouble of troubles.filter(({ letters }) => met.some(([each]) => each === letters))) {
          const older = known.troubles.get(trouble.letters)?.fingerprint ?? null;
          known.troubles.set(trouble.letters, { ...trouble, fingerprint: trouble.fingerprint ?? older });
        }
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

/** What a check finds differs from time to time; that it finds something is its work. */
const isVerdict = ({ tool, command }: Condition): boolean =>
  tool === 'run' && command !== null && isCheck(kindOfCommand(command));

const ONLY_COUNTS =
  /^(?:tests?|suites?|files?|checks?|fail|failed|failing|failures?|errors?|found|problems?|warnings?|passed|total|some|were|with|and|of|in|emitted|while|running|\s)*$/;

function counted(when: Condition, troubles: Map<string, Trouble>, seen: readonly KeptSighting[]): Foresight {
  const made: Foresight = {
    ...{ when, troubles, sessions: [], held: 0, met: 0, wellSince: 0, times: new Map() },
    ...{ folders: new Set(), helped: [], seen: [] },
  };
  for (const sighting of seen) {
    const facts = sighting.facts as TryFacts;
    const attempts = facts.attempts.filter((each) => isWithin(each.when, when));
    if (attempts.length === 0) continue;
    made.sessions.push(troubles.has(attempts[0]!.first));
    const held = attempts.reduce((sum, each) => sum + each.held, 0);
    const met = attempts.flatMap((each) => each.met).filter(([letters]) => troubles.has(letters));
    const times = met.reduce((sum, [, each]) => sum + each, 0);
    for (const [letters, each] of met) made.times.set(letters, (made.times.get(letters) ?? 0) + each);
    for (const each of attempts) made.folders.add(each.when.folder ?? '.');
    made.held += held;
    made.met += times;
    if (made.met > 0) made.wellSince += held - times;
    if (met.length === 0) continue;
    made.seen.push(sighting);
    for (const { letters, remedy } of facts.troubles)
      if (remedy && troubles.has(letters)) made.helped.push(remedy);
  }
  return made;
}

const plainNameOf = ({ tool, command, match, file }: Condition): string =>
  `${tool}\n${command}\n${match}\n${file}`;

const isWithin = (one: Condition, { folder, variables, ...when }: Condition): boolean =>
  plainNameOf(one) === plainNameOf(when) &&
  (folder == null || one.folder === folder) &&
  (variables == null || one.variables === variables);

/** What to do instead, where that is known. What helped once may have been chance, but not where it could not even begin. */
function remedyOf({ when, helped, troubles }: Foresight): Remedy | undefined {
  if (when.command === null) return undefined;
  const least = [...troubles.values()].every(({ line }) => cannotBegin(line)) ? 1 : 2;
  const isFirst = ({ kind }: Remedy) => kind === 'first';
  const found =
    mostOften(
      helped.filter((each) => !isFirst(each)),
      least,
    ) ?? mostOften(helped.filter(isFirst), 2);
  if (found === undefined || (found.command?.length ?? 0) > MAX_FIX_CHARS) return undefined;
  return isWaiting(found, helped, when.command) ? undefined : found;
}

/** What fetches something, or does another thing, is not even proposed before it helped twice. */
const isWaiting = ({ kind, command }: Remedy, helped: readonly Remedy[], failed: string): boolean =>
  (fetches(command ?? '', failed) || (kind === 'instead' && isOtherAction(failed, command ?? ''))) &&
  helped.filter((each) => each.command === command).length < 2;

/** Whether a command does another thing with the same program: `shop session start` is not `shop session get`. */
function isOtherAction(command: string, other: string): boolean {
  const [program, ...words] = command.split(/\s+/);
  const action = words.findLast((word) => /^[a-z][a-z-]+$/.test(word));
  const others = other.split(/\s+/);
  return action !== undefined && others[0] === program && !others.includes(action);
}

/** It failed twice, never went well, and what helped is known: one session is enough to tell. */
const isRepeated = (it: Foresight): boolean =>
  it.when.tool === 'run' &&
  !isVerdict(it.when) &&
  it.met >= MIN_SESSIONS &&
  it.met === it.held &&
  remedyOf(it) !== undefined;

const isProven = (it: Foresight): boolean =>
  isRepeated(it) ||
  (it.sessions.filter(Boolean).length >= MIN_SESSIONS &&
    // Two agents of one session are enough where they also found what to do.
    (countSessions(it.seen) >= MIN_SESSIONS || (it.when.tool === 'run' && remedyOf(it) !== undefined)) &&
    sureness(it) >= (isVerdict(it.when) ? MIN_SURE_OF_CHECK : MIN_CONFIDENCE) &&
    it.met >= it.held * (it.troubles.size > 1 ? 1 : MIN_MET) &&
    // Where it went well the last times, whatever caused it is fixed.
    (it.sessions.length <= 2 || it.sessions.slice(-2).includes(true)));

/** It could not even begin, every time, and another command did it: that will not be otherwise tomorrow. */
const isPlain = (it: Foresight): boolean =>
  it.when.tool === 'run' &&
  !namesOneThing(it.when.command ?? '') &&
  it.met === it.held &&
  it.sessions.every(Boolean) &&
  it.helped.some((each) => each.kind !== 'first' && !isWaiting(each, it.helped, it.when.command ?? '')) &&
  [...it.troubles.values()].every(
    ({ line }) => cannotBegin(line) && hasWhatFailed(it.when.command ?? '', line),
  );

/** Without the option that was not known, the same program may do well. */
function hasWhatFailed(command: string, line: string): boolean {
  const option = /\b(?:option|flag|argument|switch)s?\W+(\w[\w-]*)/i.exec(line)?.[1];
  return option === undefined || command.includes(option);
}

/** A commit, an id, the number of a task or a path so long that the same command hardly comes again. */
const namesOneThing = (command: string): boolean =>
  /\b(?=\w*\d)[0-9a-f]{12,}\b|[0-9a-f]{8}-[0-9a-f]{4}-|(?<=[\s='"])(?:[\w-]*#\d+|0\d+|\d{3,})(?=['"\s]|$)/i.test(
    command,
  ) || command.length > MAX_PLAIN_CHARS;

/** All but certain to fail again: often enough, never well since, and an agent that is stopped can do something else. */
const isCertain = (it: Foresight): boolean =>
  it.met >= MIN_SIGHTINGS &&
  it.sessions.filter(Boolean).length >= MIN_SESSIONS &&
  countSessions(it.seen) >= MIN_SESSIONS &&
  it.wellSince === 0 &&
  remedyOf(it) !== undefined;

const sureness = (it: Foresight): number => {
  const recent = it.sessions.slice(-MAX_RECENT_SESSIONS);
  // What could not begin once seldom can the next time.
  const failing = isPlain(it) ? 3 : 1;
  return (recent.filter(Boolean).length + failing) / (recent.length + failing + 1);
};

/** The more often a condition held, the more it covers; one trouble says more than several, few words more than many. */
const generality = ({ when, held, troubles }: Foresight): number =>
  held - (troubles.size > 1 ? 0.2 : 0) - (when.command?.length ?? 0) / 10_000;
