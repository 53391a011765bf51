import type { Remedy, Trigger } from '@sqrl/base/model/trigger.ts';
import { coreOf } from '@sqrl/base/shell/command.ts';
import { fetches } from '@sqrl/base/shell/fetches.ts';
import { leadingWords, shellSteps, wordsOfHead } from '@sqrl/base/shell/steps.ts';
import { plainStep } from '@sqrl/base/shell/wrappers.ts';
import { givesOrders } from '@sqrl/base/text/orders.ts';
import { tellingLine } from '../../../ingest/episodes/fingerprint.ts';
import { hiddenTrouble, lettersOf } from '../../../ingest/episodes/hidden-failure.ts';
import { folderName, variablesName } from '../../guards/applies.ts';
import {
  type FailureInSession,
  type ObservedStep,
  putInto,
  type SessionSummary,
  type SightingDetails,
} from '../signal.ts';
import { cannotBegin, isOfAnother, isPassing } from './passing-trouble.ts';
import { remedyIn } from './remedies.ts';

export type Condition = Omit<Trigger, 'expects' | 'failure' | 'remedy' | 'stops'>;

export interface TryFacts extends Record<string, unknown> {
  attempts: Attempt[];
  troubles: Trouble[];
}

interface Attempt {
  when: Condition;
  held: number;
  /** What the first try met, by its letters; empty where it went well. */
  first: string;
  met: [letters: string, times: number][];
}

export interface Trouble {
  letters: string;
  /** Of the failure; null where a pipe or the like hid it. */
  fingerprint: string | null;
  line: string;
  remedy: Remedy | null;
}

/** How a try went wrong: a failed event, or the line of a hidden failure; undefined where it went well. */
type TryEnding = { event: string } | { line: string } | undefined;

interface TryRecord {
  when: Condition;
  held: number;
  first: TryEnding | null;
  /** Those that went wrong, few. */
  bad: TryEnding[];
}

interface TriedMatter {
  at: number;
  episode: string | null;
  event: string;
  branch: string | null;
  tainted: boolean;
  tries: Map<string, TryRecord>;
}

export interface TryHistory {
  matters: Map<string, TriedMatter>;
  /** What failures said, by their events, as it stood there. */
  said: Map<string, string>;
}

export const noTries = (): TryHistory => ({ matters: new Map(), said: new Map() });

const [MAX_MATTERS, MAX_CONDITIONS, MAX_SAID, MAX_BAD_TRIES, MAX_LINE_CHARS] = [150, 16, 200, 8, 160];

/** Notes under which conditions a finished call was made, and how it ended. */
export function seeTry(state: TryHistory, step: ObservedStep): void {
  const { kind, outcome, command } = step;
  if (kind !== 'result' || (outcome !== 'ok' && outcome !== 'failed')) return;
  const failed = outcome === 'failed' ? tellingLine(step.text) : undefined;
  if (failed !== undefined) putInto(state.said, step.id, failed, MAX_SAID);
  const hidden = hiddenTrouble(step);
  const line = hidden?.line.slice(0, MAX_LINE_CHARS);
  // Of several programs that may have failed behind a pipe nothing is noted.
  if (hidden?.program === null) return;
  for (const { matter, when } of conditionsOf(step)) {
    const program = matter.split(' ')[1]!;
    const isWell = failed === undefined ? hidden?.program !== program : isOfAnother(failed, program, command);
    const bad = failed === undefined ? { line: line ?? '' } : { event: step.id };
    note(state, step, { matter, when, ending: isWell ? undefined : bad });
  }
}

function note(
  { matters }: TryHistory,
  { at, episode, id, branch, tainted }: ObservedStep,
  { matter, when, ending }: { matter: string; when: Condition; ending: TryEnding },
): void {
  const name = `${when.match} ${when.command} ${when.folder} ${when.variables}`;
  // What went well is not worth a place of its own where there are many.
  if (!ending && matters.size >= MAX_MATTERS && !matters.has(matter)) return;
  const known: TriedMatter = matters.get(matter) ?? {
    ...{ at, episode, event: id, branch, tainted: false, tries: new Map() },
  };
  matters.set(matter, known);
  if (!ending && known.tries.size >= MAX_CONDITIONS && !known.tries.has(name)) return;
  const tried: TryRecord = known.tries.get(name) ?? { when, held: 0, first: ending ?? null, bad: [] };
  known.tries.set(name, tried);
  known.tainted ||= tainted;
  tried.held++;
  if (ending && tried.bad.length < MAX_BAD_TRIES) tried.bad.push(ending);
}

const EVER = { command: null, match: 'same', file: null } as const;
/** Of a file read or changed in vain nothing was ever foreseen, and searches do not fail. */
const UNGUARDED: ReadonlySet<string> = new Set(
  'read edit write search list plan ask'.split(' ').concat('web search'),
);
const MAX_COMMAND_CHARS = 200;

/** The circumstances of an action that a guard could know it by, each with the matter in which it competes. */
function conditionsOf({ tool, command, folder }: ObservedStep): { matter: string; when: Condition }[] {
  if (tool === 'run') return command === null ? [] : ofCommand(command, folder);
  if (tool === null || UNGUARDED.has(tool) || command === null) return [];
  const core = coreOf(command).slice(0, MAX_COMMAND_CHARS);
  return core === '' ? [] : [{ matter: `${tool} ${core}`, when: { ...EVER, tool, command: core } }];
}

function ofCommand(line: string, folder: string | null | undefined): { matter: string; when: Condition }[] {
  const core = coreOf(line);
  const there = { ...EVER, tool: 'run', folder: folderName(folder), variables: variablesName(line) } as const;
  const begins = (matter: string, command: string) => ({
    ...{ matter, when: { ...there, command, match: 'begins' as const } },
  });
  return shellSteps(line)
    .map(plainStep)
    .flatMap((step, i) => {
      const program = leadingWords(step, 1)!;
      if (i > 0 && FILTERS.has(program)) return [];
      const words = wordsOfHead(step);
      const matter = `run ${leadingWords(step, words) ?? program}`;
      const heads = [words, words + 1].flatMap((each) => leadingWords(step, each) ?? []);
      const isWhole = i === 0 && core !== '' && core.length <= MAX_COMMAND_CHARS;
      return [
        ...heads.map((head) => begins(matter, head)),
        ...(isWhole ? [{ matter, when: { ...there, command: core } }] : []),
        ...(EVERYWHERE.has(program) ? [] : [begins(`program ${program}`, program)]),
      ];
    });
}

const FILTERS: ReadonlySet<string> = new Set('head tail less more wc sort uniq tee grep rg'.split(' '));

/** Programs that are there on every machine: that one of them is missing is not worth waiting for. */
const EVERYWHERE: ReadonlySet<string> = new Set(
  'git ls cat grep sed awk find head tail wc rm mkdir cp mv touch chmod sort uniq cut tr xargs diff test kill ps du df tee curl which for if while'.split(
    ' ',
  ),
);

const [MAX_BAD, MAX_GOOD] = [40, 24];

/** One sighting for each matter in which something failed, and for what often went well: a guard must know of both. */
export function triesIn({ matters, said }: TryHistory, { failures }: SessionSummary): SightingDetails[] {
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

const mostHeld = ({ tries }: TriedMatter): number => Math.max(...[...tries.values()].map(({ held }) => held));

/** A path, a number or a quoted text is rarely met again. */
const comesAgain = (matter: string): boolean =>
  !/^\S+ .*['"…$*~<>]|^run \S+ [./\d]|^(?:run|program) [./]/.test(matter);

type ToldFailure = FailureInSession & { said: string };

function seenOf(
  matter: string,
  tried: TriedMatter,
  byEvent: ReadonlyMap<string, ToldFailure>,
): SightingDetails {
  const troubles = new Map<string, Trouble>();
  const shown = new Map<string, ToldFailure>();
  /** The letters of a trouble that counts; empty where it does not, or nothing went wrong. */
  const lettersIn = (ending: TryEnding | null): string => {
    if (!ending) return '';
    const failure = 'event' in ending ? byEvent.get(ending.event) : undefined;
    const line = 'event' in ending ? failure?.line : ending.line;
    if (line === undefined || !isMissing(matter, line)) return '';
    if (failure && isPassing(failure, failure.said)) return '';
    const letters = lettersOf(line);
    if (!troubles.has(letters)) {
      const remedy = failure ? remedyIn(failure) : null;
      if (failure) shown.set(letters, failure);
      troubles.set(letters, {
        letters,
        fingerprint: failure?.fingerprint ?? null,
        line: (failure?.said ?? line).slice(0, MAX_LINE_CHARS),
        remedy: remedy && (!tried.tainted || isOwnRemedy(matter, remedy)) ? remedy : null,
      });
    }
    return letters;
  };
  const attempts = [...tried.tries.values()].map(({ when, held, first, bad }): Attempt => {
    const met = new Map<string, number>();
    for (const letters of bad.map(lettersIn))
      if (letters !== '') met.set(letters, (met.get(letters) ?? 0) + 1);
    return { when, held, first: lettersIn(first), met: [...met] };
  });
  const failures = [...shown.values()];
  const facts: TryFacts = { attempts, troubles: [...troubles.values()] };
  return {
    matter: `try ${matter}`,
    at: failures[0]?.at ?? tried.at,
    episode: failures[0]?.episode ?? tried.episode,
    events: failures.length > 0 ? failures.slice(0, 4).map(({ event }) => event) : [tried.event],
    quote: failures[0]?.said.slice(0, 200) ?? null,
    proof: failures.some(({ resolution }) => resolution) ? 'failure_then_success' : 'failure',
    tainted: tried.tainted && [...troubles.values()].some((trouble) => isForeign(matter, trouble)),
    strength: failures.length > 0 ? 0.9 : troubles.size > 0 ? 0.6 : 0,
    branch: tried.branch,
    facts,
  };
}

/**
 * Whether a stranger may have worded a trouble: that a command failed is a fact, whatever else was read in the session, but
 * what came from the network or tells somebody to do something may be theirs.
 */
const isForeign = (matter: string, { line }: Trouble): boolean =>
  FETCHES.test(matter.split(' ')[1] ?? '') || (givesOrders(line) && !isUsage(line));

/** What a program says of how it is called: "--path must be provided". */
const isUsage = (line: string): boolean =>
  cannotBegin(line) && line.length <= MAX_USAGE_CHARS && !/\b(?:you|ignore|run|always|never)\b/i.test(line);

const MAX_USAGE_CHARS = 80;

/** Whether what helped is the same program in another way: what another one did may be what a stranger asked for. */
function isOwnRemedy(matter: string, { command, kind }: Remedy): boolean {
  if (command === null || kind === 'without') return true;
  const steps = shellSteps(command).map((step) => leadingWords(plainStep(step), 1));
  return !fetches(command, matter) && steps.every((word) => word === matter.split(' ')[1]);
}

const FETCHES = /^(?:curl|wget|http|gh|ssh|scp|rsync|aria2c|lynx)$/;

/** All that can be said of a program whatever it was asked to do is that it is not there. */
const isMissing = (matter: string, line: string): boolean =>
  !matter.startsWith('program ') ||
  (/not found|not recognized|no such file/i.test(line) && line.includes(matter.slice('program '.length)));
