import { coreOf, variablesOf } from '../../../base/shell/command.ts';
import type { Trigger } from '../../../model/trigger.ts';
import { lettersOf } from '../hidden-trouble.ts';
import type { FailureInSession, SessionSummary, SightingDetails } from '../signal.ts';
import { isPassing } from './passing-trouble.ts';
import type { TriedMatter, TryHistory, TryRecord } from './tries.ts';
import { listedInCode } from './wording.ts';

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
  /** What to do otherwise with the same command, in words. */
  change: string | null;
}

/** One sighting for each matter in which something failed, and for what often went well: a guard must know of both. */
export function attemptsIn({ matters, said }: TryHistory, { failures }: SessionSummary): SightingDetails[] {
  const byEvent = new Map(
    failures.map((failure) => [failure.event, { ...failure, said: said.get(failure.event) || failure.line }]),
  );
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
  byEvent: ReadonlyMap<string, ToldFailure>,
): SightingDetails {
  const troubles = new Map<string, { trouble: AttemptFailure; failure: ToldFailure | null }>();
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
    quote: shown[0]?.said.slice(0, 200) ?? null,
    proof: shown.some(({ resolution }) => resolution) ? 'failure_then_success' : 'failure',
    tainted: tried.tainted,
    strength: shown.length > 0 ? 0.9 : hidden ? 0.6 : 0,
    branch,
    facts,
  };
}

function firstOf(matter: string, { first }: TryRecord, byEvent: ReadonlyMap<string, ToldFailure>): string {
  if ('well' in first) return '';
  if ('line' in first) return isMissing(matter, first.line) ? lettersOf(first.line) : '';
  return counting(matter, byEvent.get(first.event)).map(({ line }) => lettersOf(line))[0] ?? '';
}

/** A failure with what it said as it stood there. */
type ToldFailure = FailureInSession & { said: string };

const counting = (matter: string, failure: ToldFailure | undefined): ToldFailure[] =>
  failure === undefined || !isMissing(matter, failure.line) || isPassing(failure, failure.said)
    ? []
    : [failure];

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
  change: null,
});

function troubleOf(letters: string, failure: ToldFailure): AttemptFailure {
  const { fingerprint, said, resolution } = failure;
  // Where files were changed as well, nobody knows what helped.
  const isPlain = resolution !== null && resolution.changed.length === 0;
  return {
    letters,
    fingerprint,
    line: said.slice(0, 160),
    instead: resolution?.how === 'other command' ? resolution.command : null,
    change:
      resolution?.how === 'other command' ? changeOf(failure.command ?? '', resolution.command ?? '') : null,
    before: isPlain && resolution.how === 'same command' ? (resolution.ran.at(-1) ?? null) : null,
  };
}

/** What was done otherwise where the command was otherwise the same. */
function changeOf(failed: string, other: string): string | null {
  const core = coreOf(other);
  const [wrapper, ...rest] = failed.split(' ');
  const words = rest.join(' ');
  if (words !== '' && (core === words || core.startsWith(`${words} `)))
    return `run it without \`${wrapper}\``;
  if (core !== failed) return null;
  const set = variablesOf(other);
  const folder = /^cd (\S+) && /.exec(other)?.[1];
  const where = folder === '.' ? ' in the root of the repository' : folder ? ` in \`${folder}\`` : '';
  const using = set.length > 0 ? ` with ${listedInCode(set)} set` : '';
  return where + using === '' ? null : `run it${where}${using}`;
}
