import type { KeptSighting, Proposal } from '../../../model/sighting.ts';
import { countSessions } from '../merge.ts';
import { type Foresight, foresights, isVerdict } from './foresight.ts';
import { cannotBegin, fixOf, guardText, hasRemedy, mostMet } from './guard-text.ts';
import { evidenceFrom } from './wording.ts';

/** The guard that the tries in one matter come to, oldest first; null where none foresees well enough. */
export function proposeGuard(seen: readonly KeptSighting[]): Proposal | null {
  const sure = foresights(seen.slice(-MAX_SESSIONS)).filter((each) => isProven(each) || isPlain(each));
  const proven = sure.filter((each) => !sure.some((other) => isTighter(other, each)));
  const surest = Math.max(...proven.map(sureness));
  const [best] = proven
    .filter((each) => sureness(each) >= surest - NEARLY)
    .sort((a, b) => generality(b) - generality(a));
  if (best === undefined) return null;
  const { when, troubles } = best;
  return {
    type: 'gotcha',
    text: guardText(best),
    polarity: -1,
    trigger: {
      ...when,
      expects: troubles.size > 1 ? null : mostMet(best).fingerprint,
      fix: fixOf(best),
      stops: isCertain(best),
    },
    files: when.file === null ? [] : [when.file],
    tags: ['guard'],
    confidence: Math.min(0.95, Math.round(sureness(best) * 100) / 100),
    evidence: evidenceFrom(best.seen),
    ...(isPlain(best) && { minSessions: 1 }),
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
const MIN_MET = 0.5;

/** Among those that are as sure up to this, the most general one wins. */
const NEARLY = 0.05;

const isProven = (it: Foresight): boolean =>
  it.sessions.filter(Boolean).length >= MIN_SESSIONS &&
  // Two agents of one session are enough where they also found what to do.
  (countSessions(it.seen) >= MIN_SESSIONS || (it.when.tool === 'run' && hasRemedy(it))) &&
  sureness(it) >= (isVerdict(it.when) ? MIN_SURE_OF_CHECK : MIN_CONFIDENCE) &&
  it.met >= it.held * MIN_MET &&
  !isOver(it) &&
  // Of a file only the sessions are known in which it failed.
  (it.when.file === null || it.met === it.held);

/** It could not even begin, every time, and another command did it: that will not be otherwise tomorrow. */
const isPlain = (it: Foresight): boolean =>
  it.when.tool === 'run' &&
  !namesOneThing(it.when.command ?? '') &&
  it.met === it.held &&
  it.sessions.every(Boolean) &&
  it.instead.size > 0 &&
  [...it.troubles.values()].every(
    ({ line }) => cannotBegin(line) && hasWhatFailed(it.when.command ?? '', line),
  );

/** Without the option that was not known, the same program may do well. */
function hasWhatFailed(command: string, line: string): boolean {
  const option = /\b(?:option|flag|argument|switch)s?\W+(\w[\w-]*)/i.exec(line)?.[1];
  return option === undefined || command.includes(option);
}

/** A commit, an id or a path so long that the same command hardly comes again. */
const namesOneThing = (command: string): boolean =>
  /\b(?=\w*\d)[0-9a-f]{12,}\b|[0-9a-f]{8}-[0-9a-f]{4}-/i.test(command) || command.length > MAX_PLAIN_CHARS;

const MAX_PLAIN_CHARS = 80;

/** Failures, and sessions with one, before an agent is stopped at it. */
const MIN_SIGHTINGS = 3;

/** All but certain to fail again: often enough, never well since, and somebody who is stopped can do something else. */
const isCertain = (it: Foresight): boolean =>
  it.met >= MIN_SIGHTINGS &&
  it.sessions.filter(Boolean).length >= MIN_SESSIONS &&
  countSessions(it.seen) >= MIN_SESSIONS &&
  it.wellSince === 0 &&
  hasRemedy(it);

/** It went well the last times: whatever caused it is mended. */
const isOver = ({ sessions }: Foresight): boolean =>
  sessions.length > 2 && !sessions.slice(-2).includes(true);

const sureness = (it: Foresight): number => {
  const recent = it.sessions.slice(-MAX_RECENT_SESSIONS);
  // What could not begin once seldom can the next time.
  const failing = isPlain(it) ? 3 : 1;
  return (recent.filter(Boolean).length + failing) / (recent.length + failing + 1);
};

/** Whether one warns of the same failures before fewer tries, by where or with what variables they were made. */
const isTighter = (it: Foresight, wide: Foresight): boolean =>
  it.when.command === wide.when.command &&
  it.when.match === wide.when.match &&
  isPlaced(it) &&
  !isPlaced(wide) &&
  it.met === wide.met &&
  it.held < wide.held;

const isPlaced = ({ when }: Foresight): boolean => when.folder != null || when.variables != null;

/** The more often a condition held, the more it covers; one trouble says more than several, few words more than many. */
const generality = ({ when, held, troubles }: Foresight): number =>
  held -
  (when.given === null ? 0 : 0.5) -
  (troubles.size > 1 ? 0.2 : 0) -
  (when.command?.length ?? 0) / 10_000;
