import type { KeptSighting, Proposal, SignalName } from '@sqrl/base/model/sighting.ts';
import type { Trigger } from '@sqrl/base/model/trigger.ts';
import {
  type Mark,
  markOf,
  type ObservedStep,
  putInto,
  type SessionSummary,
  type SightingDetails,
  type Signal,
  seenAt,
} from '../signal.ts';
import { inGroups } from '../wording.ts';

export interface Noted {
  first: Mark;
  last: Mark;
  /** Of the first step. */
  place: number;
  /** Names that belong to it, each once. */
  names: string[];
  others: string[];
  times: number;
  amount: number;
  flag: boolean;
}

/** What a row keeps of a session: lists of notes by name, all of bounded size. */
class Notes {
  readonly all = new Map<string, Map<string, Noted>>();

  of(list: string): ReadonlyMap<string, Noted> {
    return this.all.get(list) ?? new Map();
  }

  /** The names of all lists that are not empty. */
  get lists(): string[] {
    return [...this.all.keys()];
  }

  /** The note under a name, made where there is none; the step is its last. */
  note(list: string, name: string, step: ObservedStep): Noted {
    const own = putInto(this.all, list, this.all.get(list) ?? new Map<string, Noted>(), MAX_LISTS);
    const mark = markOf(step);
    const known: Noted = own.get(name) ?? {
      ...{ first: mark, last: mark, place: step.place },
      ...{ names: [], others: [], times: 0, amount: 0, flag: false },
    };
    known.last = mark;
    known.times++;
    return putInto(own, name, known, MAX_NOTES);
  }

  remove(list: string, name: string): void {
    this.all.get(list)?.delete(name);
  }
}

const [MAX_LISTS, MAX_NOTES] = [24, 80];

export type Shown = Pick<SightingDetails, 'matter' | 'proof' | 'strength' | 'facts'> & {
  marks: readonly [Mark, ...Mark[]];
  quote?: string | null;
};

/** A signal in the form that most share: notes are taken of finished steps, and come to sightings at the end. */
export interface Row {
  name: SignalName;
  /** How much it says, how far it holds in other sessions, how often it is a false alarm. */
  worth: readonly [diagnostic: number, acrossSessions: number, falseAlarms: number];
  minSessions: number;
  see(notes: Notes, step: ObservedStep): void;
  show(notes: Notes, session: SessionSummary): Shown[];
  across?(agents: readonly Notes[]): (Shown & { agents: number })[];
  propose(about: Matter): Proposal | null;
}

/** The sightings of one matter, as proposals ask for them. */
export interface Matter {
  name: string;
  seen: readonly KeptSighting[];
  sessions: number;
  /** In how many sessions each name stood in a list of the facts, the most frequent first. */
  shares(fact: string): Share[];
  median(fact: string): number;
}

interface Share {
  name: string;
  sessions: number;
  of: number;
}

export const signalOf = (row: Row): Signal<Notes> => {
  const [diagnostic, acrossSessions, falseAlarms] = row.worth;
  const placed = ({ marks, ...shown }: Shown) => seenAt(marks, shown);
  const { across } = row;
  return {
    name: row.name,
    worth: { diagnostic, acrossSessions, falseAlarms },
    minSessions: row.minSessions,
    begin: () => new Notes(),
    see: (notes, step) => {
      if (step.kind === 'result') row.see(notes, step);
    },
    finish: (notes, session) => row.show(notes, session).map(placed),
    ...(across && {
      across: (states) => across(states).map(({ agents, ...shown }) => ({ ...placed(shown), agents })),
    }),
    propose: (seen) => row.propose(matterOf(seen)),
  };
};

function matterOf(seen: readonly KeptSighting[]): Matter {
  const bySession = Map.groupBy(seen, ({ session }) => session);
  return {
    name: seen[0]!.matter,
    seen,
    sessions: bySession.size,
    shares: (fact) => {
      const names = [...bySession.values()].flatMap((own) => [
        ...new Set(own.flatMap(({ facts }) => strings(facts[fact]))),
      ]);
      return inGroups(names, (name) => name).map(([name, all]) => ({
        ...{ name, sessions: all.length, of: bySession.size },
      }));
    },
    median: (fact) => {
      const sorted = seen.map(({ facts }) => Number(facts[fact])).sort((a, b) => a - b);
      return sorted[Math.floor(sorted.length / 2)] ?? 0;
    },
  };
}

const strings = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');

export const sessionsIn = (seen: readonly KeptSighting[]): number =>
  new Set(seen.map(({ session }) => session)).size;

export const onFile = (file: string, tool: 'change' | 'read' = 'change'): Trigger => ({
  ...{ tool, file, command: null, match: 'same', expects: null },
});

export const onRun = (command: string): Trigger => ({
  ...{ tool: 'run', command, match: 'same', file: null, expects: null },
});

export function addOnce(list: string[], name: string, most: number): void {
  if (list.length < most && !list.includes(name)) list.push(name);
}
