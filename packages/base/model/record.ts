import type { RuleTrigger } from './rule-trigger.ts';

/** The structured part of a memory, where its type has one. Its text says the same in a sentence. */
export type MemoryRecord =
  | RecipeRecord
  | CommandRecord
  | CalibrationRecord
  | DeadEndRecord
  | PrefetchRecord
  | RuleRecord;

/** What a person set a rule's trigger to. Without it, the trigger is compiled from the rule's words. */
export interface RuleRecord {
  kind: 'rule';
  /** Null where the rule stops nothing: it is advice. */
  trigger: RuleTrigger | null;
}

/** The steps that a kind of task takes. */
export interface RecipeRecord {
  kind: 'recipe';
  /** What kind of task it is for. */
  task: string;
  steps: {
    text: string;
    /** The command line to run, where the step is one. */
    command?: string | null | undefined;
    file?: string | null | undefined;
    line?: number | null | undefined;
  }[];
  /** When it last led to success, in milliseconds since 1970. */
  lastSuccessAt?: number | null | undefined;
  /** In how many sessions it led to success. */
  successes?: number | undefined;
}

/** The command lines that do one kind of work here, most used first. */
export interface CommandRecord {
  kind: 'command';
  uses: {
    command: string;
    /** Below the repository; `.` for the repository itself. */
    folders: string[];
  }[];
}

/** How many steps work takes, against what was planned. */
export interface CalibrationRecord {
  kind: 'calibration';
  /** The part of the code that the work was about. */
  module: string;
  methodology: string;
  /** Steps taken for each step planned. */
  ratio: number;
  /** On average. */
  actualSteps: number;
  plannedSteps: number;
  /** How many pieces of finished work it is from. */
  samples: number;
}

/** An approach that was tried and abandoned. */
export interface DeadEndRecord {
  kind: 'dead end';
  approach: string;
  reason: string;
  /** What was done instead. */
  alternative?: string | null | undefined;
  /** What it was tried for. */
  task?: string | null | undefined;
}

/** Which files work on a part of the code opens. */
export interface PrefetchRecord {
  kind: 'prefetch';
  /** The part of the code that the work was about. */
  module: string;
  /** Opened in more than four of five sessions there, and in more than half of them. */
  always: string[];
  often: string[];
  /** How many sessions were counted. */
  sessions: number;
}

/** What the parts say, in sentences: they are judged like the memory's text, since agents read them. */
export function recordSentences(record: MemoryRecord | null): string {
  if (record?.kind === 'recipe') return record.steps.map(({ text }) => `${text}.`).join('\n');
  if (record?.kind !== 'dead end') return '';
  const { approach, reason, alternative, task } = record;
  return [
    `It was tried to ${approach}${task ? `, for ${task}` : ''}.`,
    `It was abandoned because ${reason}.`,
    ...(alternative ? [`It was replaced by ${alternative}.`] : []),
  ].join('\n');
}
