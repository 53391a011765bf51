import { contentWords } from '../../base/text/content-words.ts';
import { typedWords } from '../../base/text/own-words.ts';
import { type Doings, followDoings, noDoings } from '../../learn/guards/doings.ts';
import type { Moment } from '../../model/moment.ts';
import { observedAfter, type StepPlace } from '../../store/events/observed-steps.ts';
import { compactedAt, promptsBefore, sessionRow } from '../../store/events/session-so-far.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { isTask } from '../deliver/strength.ts';

/** Which session, and when. */
export interface Here {
  client: string;
  session: string;
  at: number;
}

/** What happened in a session until now, from its log as far as that is read, and from what was heard since. */
export interface SoFar {
  doings: Doings;
  /** A person has said before what is to be done. */
  hasTask: boolean;
  /** When the agent's context was last emptied; nought where it never was. */
  emptiedAt: number;
}

/** Looks at a session as it stands. */
export function soFar(engine: Engine, here: Here): SoFar {
  const heard = heardOf(engine, here);
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
  const doings: Doings = {
    known: new Map(heard.doings.known),
    rewrites: heard.doings.rewrites,
    failed: new Map(heard.doings.failed),
  };
  for (const { step } of heard.steps) followDoings(doings, step);
  const earlier = row === undefined ? [] : promptsBefore(store, row, here.at - SLACK, FEW);
  return {
    doings,
    hasTask: heard.hasTask || earlier.some((text) => isTask(contentWords(typedWords(text)))),
    emptiedAt: Math.max(heard.emptiedAt, row === undefined ? 0 : compactedAt(store, row, here.at)),
  };
}

/** Keeps in mind what was heard of a session until its log tells the same. */
export function hear(engine: Engine, here: Here, moment: Moment): void {
  const heard = heardOf(engine, here);
  if (moment.point === 'session start') {
    if (moment.because !== 'startup') heard.emptiedAt = Math.max(heard.emptiedAt, here.at);
  } else if (moment.point === 'prompt') {
    heard.hasTask ||= isTask(contentWords(typedWords(moment.text)));
  } else if (moment.point === 'after') {
    const { tool, command, outcome, files } = moment;
    const touched = files.map((path) => ({ path, way: tool }));
    heard.steps.push({ at: here.at, step: { kind: 'result', tool, command, outcome, files: touched } });
    if (heard.steps.length > MOST_STEPS) heard.steps.shift();
  }
}

interface Heard {
  /** Of the log alone. */
  doings: Doings;
  place: StepPlace | undefined;
  /** What the log has not told yet. */
  steps: { at: number; step: Parameters<typeof followDoings>[1] }[];
  hasTask: boolean;
  emptiedAt: number;
}

/** A hook and a log do not write the same moment down. */
const SLACK = 2000;
/** Whoever has not said by then what is to be done has begun in another way. */
const FEW = 10;
const MOST_STEPS = 500;
const MOST_SESSIONS = 100;

const sessions = new WeakMap<Engine['own'], Map<string, Heard>>();

function heardOf(engine: Engine, { client, session }: Here): Heard {
  const all = sessions.get(engine.own) ?? new Map<string, Heard>();
  sessions.set(engine.own, all);
  const key = `${client}\n${session}`;
  const heard: Heard = all.get(key) ?? {
    doings: noDoings(),
    place: undefined,
    steps: [],
    hasTask: false,
    emptiedAt: 0,
  };
  // The one that was silent longest goes first.
  all.delete(key);
  all.set(key, heard);
  if (all.size > MOST_SESSIONS) all.delete(all.keys().next().value!);
  return heard;
}
