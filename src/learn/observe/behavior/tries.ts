import { tellingLine } from '../../../ingest/episodes/fingerprint.ts';
import type { Trigger } from '../../../model/trigger.ts';
import { followDoings, noDoings, type SessionActions } from '../../guards/session-actions.ts';
import { hiddenTrouble } from '../hidden-trouble.ts';
import type { ObservedStep } from '../signal.ts';
import { putInto } from '../signals/bounded.ts';
import { conditionsOf, programOf } from './conditions.ts';
import { isOfAnother } from './passing-trouble.ts';

/** How often something was tried in a session under one condition, and what came of it. */
export interface TryRecord {
  when: Omit<Trigger, 'expects'>;
  held: number;
  /** How the first try ended, the one that a guard would have been shown at. */
  first: TryResult;
  /** The events of tries that failed, few. */
  failed: string[];
  /** What went wrong behind a pipe, few. */
  hidden: string[];
}

/** Well, by a failed event, or with trouble behind a pipe, by its line. */
type TryResult = { well: true } | { event: string } | { line: string };

/** What was tried in one matter. */
export interface TriedMatter {
  at: number;
  episode: string | null;
  event: string;
  branch: string | null;
  tainted: boolean;
  tries: Map<string, TryRecord>;
}

export interface TryHistory {
  doings: SessionActions;
  matters: Map<string, TriedMatter>;
  /** What failures said, by their events, as it stood there. */
  said: Map<string, string>;
}

export const noTries = (): TryHistory => ({
  doings: noDoings(),
  matters: new Map(),
  said: new Map(),
});

/** Notes under which conditions a finished call was made, and how it ended. */
export function seeTry(state: TryHistory, step: ObservedStep): void {
  if (step.kind !== 'result') return;
  if (step.outcome === 'ok' || step.outcome === 'failed') {
    const said = step.outcome === 'failed' ? tellingLine(step.text) : hiddenTrouble(step);
    if (step.outcome === 'failed') putInto(state.said, step.id, said!, MAX_SAID);
    const ending: TryResult =
      step.outcome === 'failed'
        ? { event: step.id }
        : said === undefined
          ? { well: true }
          : { line: said.slice(0, MAX_LINE_CHARS) };
    const action = {
      tool: step.tool,
      command: step.command,
      folder: step.folder ?? null,
      files: step.files.map(({ path }) => path),
    };
    for (const { matter, when } of conditionsOf(action, state.doings))
      note(state, step, {
        matter,
        when,
        ending: isOfAnotherStep(said, matter, step) ? { well: true } : ending,
      });
  }
  followDoings(state.doings, step);
}

/** Whether another program of the same line says what went wrong. */
const isOfAnotherStep = (said: string | undefined, matter: string, { command }: ObservedStep): boolean =>
  said !== undefined && isOfAnother(said, programOf(matter), command);

function note(
  { matters }: TryHistory,
  step: ObservedStep,
  { matter, when, ending }: { matter: string; when: TryRecord['when']; ending: TryResult },
): void {
  let known = matters.get(matter);
  if (known === undefined) {
    if (matters.size >= MAX_MATTERS && 'well' in ending) return;
    const { at, episode, id, branch } = step;
    known = { at, episode, event: id, branch, tainted: false, tries: new Map() };
    matters.set(matter, known);
  }
  const name = `${when.match} ${when.command} ${when.given} ${when.folder} ${when.variables}`;
  let tried = known.tries.get(name);
  if (tried === undefined) {
    if (known.tries.size >= MAX_CONDITIONS && 'well' in ending) return;
    tried = { when, held: 0, first: ending, failed: [], hidden: [] };
    known.tries.set(name, tried);
  }
  known.tainted ||= step.tainted;
  tried.held++;
  if ('event' in ending && tried.failed.length < MAX_FAILED) tried.failed.push(ending.event);
  if ('line' in ending && tried.hidden.length < MAX_FAILED) tried.hidden.push(ending.line);
}

const MAX_MATTERS = 150;
const MAX_CONDITIONS = 16;
const MAX_SAID = 200;
const MAX_FAILED = 8;
const MAX_LINE_CHARS = 160;
