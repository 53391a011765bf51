import type { Trigger } from '../../../model/trigger.ts';
import { lettersOf } from '../hidden-trouble.ts';
import type { FailureInSession, SessionSummary, SightingDetails } from '../signal.ts';
import type { TriedMatter, TryHistory, TryRecord } from './tries.ts';

/** What a sighting tells of the tries in one matter. */
export interface AttemptFacts extends Record<string, unknown> {
  attempts: Attempt[];
  troubles: AttemptFailure[];
}

/** Tries under one condition in one session. */
interface Attempt {
  when: Omit<Trigger, 'expects'>;
  held: number;
  /** What the first try met, by its letters; empty where it went well. */
  first: string;
  /** How often each trouble was met. */
  met: [letters: string, times: number][];
}

/** What went wrong, and what was done instead. */
export interface AttemptFailure {
  letters: string;
  /** Of the failure; null where it was only seen behind a pipe. */
  fingerprint: string | null;
  line: string;
  /** What went well in its place, or was run before it went well. */
  instead: string | null;
  before: string | null;
}

/** One sighting for each matter in which something failed, and for what often went well: a guard must know of both. */
export function attemptsIn({ matters }: TryHistory, { failures }: SessionSummary): SightingDetails[] {
  const byEvent = new Map(failures.map((failure) => [failure.event, failure]));
  const all = [...matters].map(([matter, tried]) => ({
    matter,
    tried,
    seen: seenOf(matter, tried, byEvent),
  }));
  const bad = all.filter(({ seen }) => seen.strength > 0).slice(0, MAX_BAD);
  const good = all
    .filter(({ matter, seen }) => seen.strength === 0 && comesAgain(matter))
    .sort((a, b) => mostHeld(b.tried) - mostHeld(a.tried) || (a.matter < b.matter ? -1 : 1))
    .slice(0, MAX_GOOD);
  return [...bad, ...good].map(({ seen }) => seen);
}

const MAX_BAD = 40;
const MAX_GOOD = 24;

const mostHeld = ({ tries }: TriedMatter): number => Math.max(...[...tries.values()].map(({ held }) => held));

/** A path, a number or a quoted text is rarely met again; that a file was changed or read without trouble is the rule. */
const comesAgain = (matter: string): boolean =>
  !/ file /.test(matter) && !/^\S+ .*['"…$*~<>]|^run \S+ [./\d]|^(?:run|program) [./]/.test(matter);

function seenOf(
  matter: string,
  tried: TriedMatter,
  byEvent: ReadonlyMap<string, FailureInSession>,
): SightingDetails {
  const troubles = new Map<string, { trouble: AttemptFailure; failure: FailureInSession | null }>();
  const attempts = [...tried.tries.values()].map((each): Attempt => {
    const met = new Map<string, number>();
    const failed = each.failed.flatMap((event) => counting(matter, byEvent.get(event)));
    for (const failure of failed) {
      const letters = lettersOf(failure.line);
      met.set(letters, (met.get(letters) ?? 0) + 1);
      if (!troubles.has(letters)) troubles.set(letters, { trouble: troubleOf(letters, failure), failure });
    }
    for (const line of each.hidden.filter((each) => isMissing(matter, each))) {
      const letters = lettersOf(line);
      met.set(letters, (met.get(letters) ?? 0) + 1);
      if (!troubles.has(letters)) troubles.set(letters, { trouble: hiddenOf(letters, line), failure: null });
    }
    return { when: each.when, held: each.held, first: firstOf(matter, each, byEvent), met: [...met] };
  });
  const shown = [...troubles.values()].flatMap(({ failure }) => failure ?? []);
  const hidden = attempts.some(({ met }) => met.length > 0);
  const { at, episode, event, branch } = tried;
  const facts: AttemptFacts = { attempts, troubles: [...troubles.values()].map(({ trouble }) => trouble) };
  return {
    matter: `try ${matter}`,
    at: shown[0]?.at ?? at,
    episode: shown[0]?.episode ?? episode,
    events: shown.length > 0 ? shown.slice(0, 4).map((failure) => failure.event) : [event],
    quote: shown[0]?.line.slice(0, 200) ?? null,
    proof: shown.some(({ resolution }) => resolution) ? 'failure_then_success' : 'failure',
    tainted: tried.tainted,
    strength: shown.length > 0 ? 0.9 : hidden ? 0.6 : 0,
    branch,
    facts,
  };
}

function firstOf(
  matter: string,
  { first }: TryRecord,
  byEvent: ReadonlyMap<string, FailureInSession>,
): string {
  if ('well' in first) return '';
  if ('line' in first) return isMissing(matter, first.line) ? lettersOf(first.line) : '';
  return counting(matter, byEvent.get(first.event)).map(({ line }) => lettersOf(line))[0] ?? '';
}

const counting = (matter: string, failure: FailureInSession | undefined): FailureInSession[] =>
  failure === undefined || !isMissing(matter, failure.line) ? [] : [failure];

/** All that can be said of a program whatever it was asked to do is that it is not there. */
const isMissing = (matter: string, line: string): boolean =>
  !matter.startsWith('program ') ||
  (/not found|not recognized|no such file/i.test(line) && line.includes(matter.slice('program '.length)));

const hiddenOf = (letters: string, line: string): AttemptFailure => ({
  letters,
  fingerprint: null,
  line,
  instead: null,
  before: null,
});

function troubleOf(letters: string, { fingerprint, line, resolution }: FailureInSession): AttemptFailure {
  return {
    letters,
    fingerprint,
    line: line.slice(0, 160),
    instead: resolution?.how === 'other command' ? resolution.command : null,
    // Where files were changed as well, nobody knows what helped.
    before:
      resolution?.how === 'same command' && resolution.changed.length === 0
        ? (resolution.ran.at(-1) ?? null)
        : null,
  };
}
