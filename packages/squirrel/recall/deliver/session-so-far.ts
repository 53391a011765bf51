import { isStopText } from '@sqrl/base/model/guards.ts';
import type { Moment } from '@sqrl/base/model/moment.ts';
import type { Trigger } from '@sqrl/base/model/trigger.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import { typedWords } from '@sqrl/base/text/own-words.ts';
import { applies } from '../../learn/guards/applies.ts';
import type { Injection } from '../../store/delivery/receipts.ts';
import {
  compactedAt,
  failureCharacters,
  lastStepAt,
  promptsBefore,
  sessionRow,
} from '../../store/events/agents-turn.ts';
import { observedAfter, type StepRow } from '../../store/events/steps.ts';
import { memoriesAt, rowById } from '../../store/memory/memories.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { isTask } from './strength.ts';

export interface SessionMoment {
  client: string;
  session: string;
  at: number;
}

/** What happened in a session until now, from its log as far as that is read, and from what was heard since. */
export function soFar(engine: Engine, here: SessionMoment) {
  const heard = sessionState(engine, here);
  const { store } = engine.own;
  const row = sessionRow(store, here.client, here.session);
  const earlier =
    row === undefined ? [] : promptsBefore(store, row, here.at - CLOCK_SLACK_MS, MAX_TASKLESS_STEPS);
  return {
    hasTask: heard.hasTask || earlier.some((text) => isTask(contentWords(typedWords(text)))),
    emptiedAt: Math.max(heard.emptiedAt, row === undefined ? 0 : compactedAt(store, row, here.at)),
    lastAt: Math.max(heard.lastAt, row === undefined ? 0 : lastStepAt(store, row, here.at)),
  };
}

/**
 * Whether a session may have taken a step that a trigger waits for since a time, as its log and its hooks tell, wherever and
 * after whatever. The log has a call that was stopped as well, with the reason as its result.
 */
function hasDone(engine: Engine, { at, ...here }: SessionMoment, trigger: Trigger): boolean {
  const { store } = engine.own;
  const anywhere: Trigger = { ...trigger, folder: null, variables: null };
  const row = sessionRow(store, here.client, here.session);
  const logged = row === undefined ? [] : [...observedAfter(store, row, { at, offset: 0, part: 0 })];
  const hooked = sessionState(engine, { ...here, at }).steps.filter((each) => each.at > at);
  return [...logged.filter(({ text }) => !isStopText(text)), ...hooked.map(({ step }) => step)].some(
    ({ kind, tool, command, files }) =>
      kind === 'result' && applies(anywhere, { tool, command, files: files.map(({ path }) => path) }),
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
    heard.steps.push({ at: here.at, step: { kind: 'result', tool, command, files: touched } });
    if (heard.steps.length > MAX_STEPS) heard.steps.shift();
  }
}

type HeardStep = Pick<StepRow, 'kind' | 'tool' | 'command'> & { files: readonly { path: string }[] };

/** A hook and a log do not write the same moment down. */
const CLOCK_SLACK_MS = 2000;
/** A session whose task is not said by then began in another way. */
const MAX_TASKLESS_STEPS = 10;
const MAX_STEPS = 500;
const MAX_SESSIONS = 100;

const nothingHeard = () => ({
  steps: [] as { at: number; step: HeardStep }[],
  hasTask: false,
  emptiedAt: 0,
  lastAt: 0,
});

type HeardSession = ReturnType<typeof nothingHeard>;

const sessions = new WeakMap<Engine['own'], Map<string, HeardSession>>();

function sessionState(engine: Engine, { client, session }: SessionMoment): HeardSession {
  const all = sessions.get(engine.own) ?? new Map<string, HeardSession>();
  sessions.set(engine.own, all);
  const key = `${client}\n${session}`;
  const heard = all.get(key) ?? nothingHeard();
  // The one that was silent longest goes first.
  all.delete(key);
  all.set(key, heard);
  if (all.size > MAX_SESSIONS) all.delete(all.keys().next().value!);
  return heard;
}

/** Characters per token, as a replay counts them. */
const CHARS = 4;

/** What stops saved: calls that were not made after all, at what the same failure cost in past sessions of the project. */
export function savedByStops(engine: Engine, stops: readonly Injection[]) {
  const saved = { avoided: 0, tokens: 0 };
  for (const { client, session, at, memories } of stops) {
    const triggers = triggersOf(engine, memories);
    if (
      triggers.length === 0 ||
      triggers.some((trigger) => hasDone(engine, { client, session, at }, trigger))
    )
      continue;
    saved.avoided++;
    // Several guards may stop one call; it would have failed once.
    const costs = triggers.flatMap(({ expects }) =>
      expects === null ? [] : (failureCharacters(engine.own.store, expects) ?? []),
    );
    saved.tokens += costs.length === 0 ? 0 : Math.round(Math.min(...costs) / CHARS);
  }
  return saved;
}

const triggersOf = ({ indexedStores }: Engine, ids: readonly string[]) =>
  indexedStores.flatMap(({ store }) =>
    memoriesAt(
      store,
      ids.flatMap((id) => rowById(store, id) ?? []),
    ).flatMap(({ memory }) => memory.trigger ?? []),
  );
