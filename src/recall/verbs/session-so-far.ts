import { contentWords } from '../../base/text/content-words.ts';
import { typedWords } from '../../base/text/own-words.ts';
import { applies } from '../../learn/guards/applies.ts';
import { followDoings, noDoings, type SessionActions } from '../../learn/guards/session-actions.ts';
import { isStopText } from '../../model/guards.ts';
import type { Moment } from '../../model/moment.ts';
import type { Trigger } from '../../model/trigger.ts';
import { observedAfter, type StepPlace } from '../../store/events/observed-steps.ts';
import { compactedAt, promptsBefore, sessionRow } from '../../store/events/session-so-far.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { isTask } from '../deliver/strength.ts';

/** Which session, and when. */
export interface SessionMoment {
  client: string;
  session: string;
  at: number;
}

/** What happened in a session until now, from its log as far as that is read, and from what was heard since. */
export interface SessionSoFar {
  doings: SessionActions;
  /** A person has said before what is to be done. */
  hasTask: boolean;
  /** When the agent's context was last emptied; nought where it never was. */
  emptiedAt: number;
  /** When anything last happened in it; nought where nothing did. */
  lastAt: number;
}

/** Looks at a session as it stands. */
export function soFar(engine: Engine, here: SessionMoment, moment: Moment): SessionSoFar {
  const heard = sessionState(engine, here);
  if (moment.point === 'after') forgetAssumed(heard, moment);
  const { store } = engine.own;
  const row = sessionRow(store, here.client, here.session);
  if (row !== undefined)
    for (const step of observedAfter(store, row, heard.place)) {
      if (step.at > here.at) break;
      followDoings(heard.doings, step);
      heard.place = { at: step.at, offset: step.offset, part: step.part };
    }
  const readTo = heard.place?.at ?? 0;
  heard.steps = heard.steps.filter(({ at }) => at > readTo);
  const doings: SessionActions = {
    known: new Map(heard.doings.known),
    rewrites: heard.doings.rewrites,
    failed: new Map(heard.doings.failed),
  };
  for (const { step } of heard.steps) followDoings(doings, step);
  const earlier =
    row === undefined ? [] : promptsBefore(store, row, here.at - CLOCK_SLACK_MS, MAX_TASKLESS_STEPS);
  return {
    doings,
    hasTask: heard.hasTask || earlier.some((text) => isTask(contentWords(typedWords(text)))),
    emptiedAt: Math.max(heard.emptiedAt, row === undefined ? 0 : compactedAt(store, row, here.at)),
    lastAt: Math.max(heard.lastAt, readTo),
  };
}

/**
 * Whether a session may have taken a step that a trigger waits for since a time, as its log and its hooks tell, wherever and
 * after whatever. The log has a call that was stopped as well, with the reason as its result.
 */
export function hasDone(engine: Engine, { at, ...here }: SessionMoment, trigger: Trigger): boolean {
  const { store } = engine.own;
  const anywhere: Trigger = { ...trigger, folder: null, variables: null, given: null };
  const row = sessionRow(store, here.client, here.session);
  const logged = row === undefined ? [] : [...observedAfter(store, row, { at, offset: 0, part: 0 })];
  const hooked = sessionState(engine, { ...here, at }).steps.filter((each) => each.at > at);
  return [...logged.filter(({ text }) => !isStopText(text)), ...hooked.map(({ step }) => step)].some(
    ({ kind, tool, command, files }) =>
      kind === 'result' &&
      applies(anywhere, { tool, command, files: files.map(({ path }) => path) }, noDoings()),
  );
}

/** Keeps in mind what was heard of a session until its log tells the same. */
export function recordStep(engine: Engine, here: SessionMoment, moment: Moment): void {
  const heard = sessionState(engine, here);
  heard.lastAt = Math.max(heard.lastAt, here.at);
  if (moment.point === 'session start') {
    if (moment.because === 'clear' || moment.because === 'compaction')
      heard.emptiedAt = Math.max(heard.emptiedAt, here.at);
  } else if (moment.point === 'prompt') {
    heard.hasTask ||= isTask(contentWords(typedWords(moment.text)));
  } else if (moment.point !== 'between') {
    const { tool, command, files } = moment;
    const touched = files.map((path) => ({ path, way: tool }));
    // Most steps are heard of before they are taken only; the log tells a moment later how they ended.
    const isAssumed = moment.point === 'before';
    const outcome = isAssumed ? 'ok' : moment.outcome;
    heard.steps.push({
      at: here.at,
      isAssumed,
      step: { kind: 'result', tool, command, outcome, files: touched },
    });
    if (heard.steps.length > MAX_STEPS) heard.steps.shift();
  }
}

/** Forgets that a step was taken for done when it is told how it ended. */
function forgetAssumed(
  heard: HeardSession,
  { tool, command, files }: Extract<Moment, { point: 'after' }>,
): void {
  const at = heard.steps.findLastIndex(
    ({ isAssumed, step }) =>
      isAssumed &&
      step.tool === tool &&
      step.command === command &&
      step.files.length === files.length &&
      step.files.every(({ path }, i) => path === files[i]),
  );
  if (at >= 0) heard.steps.splice(at, 1);
}

interface HeardSession {
  /** Of the log alone. */
  doings: SessionActions;
  place: StepPlace | undefined;
  /** What the log has not told yet. */
  steps: { at: number; isAssumed: boolean; step: Parameters<typeof followDoings>[1] }[];
  hasTask: boolean;
  emptiedAt: number;
  lastAt: number;
}

/** A hook and a log do not write the same moment down. */
const CLOCK_SLACK_MS = 2000;
/** A session whose task is not said by then began in another way. */
const MAX_TASKLESS_STEPS = 10;
const MAX_STEPS = 500;
const MAX_SESSIONS = 100;

const sessions = new WeakMap<Engine['own'], Map<string, HeardSession>>();

function sessionState(engine: Engine, { client, session }: SessionMoment): HeardSession {
  const all = sessions.get(engine.own) ?? new Map<string, HeardSession>();
  sessions.set(engine.own, all);
  const key = `${client}\n${session}`;
  const heard: HeardSession = all.get(key) ?? {
    doings: noDoings(),
    place: undefined,
    steps: [],
    hasTask: false,
    emptiedAt: 0,
    lastAt: 0,
  };
  // The one that was silent longest goes first.
  all.delete(key);
  all.set(key, heard);
  if (all.size > MAX_SESSIONS) all.delete(all.keys().next().value!);
  return heard;
}
