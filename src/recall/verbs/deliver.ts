import { createHash } from 'node:crypto';
import { branchCheckedOut } from '../../base/git/head.ts';
import { type Message, message, type Notice } from '../../base/messages.ts';
import { QUIET } from '../../ingest/episodes/cut.ts';
import { projectTrust, trustLevel } from '../../learn/verbs/trust.ts';
import type { DeliveryPoint, Holdout, Moment } from '../../model/moment.ts';
import { saidId } from '../../model/said.ts';
import { redactSync } from '../../redact/redact.ts';
import { addInjection, type Injection, injectionsOf } from '../../store/delivery/injections.ts';
import { writeIncidental } from '../../store/incidental.ts';
import { inProject } from '../../workspace/in-project.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { deliveredIn, sayingOf } from '../deliver/delivered.ts';
import { type DeliveryText, SILENCE } from '../deliver/delivery-text.ts';
import { holdoutOf, isShownTo } from '../deliver/holdout.ts';
import { proposalAt } from './deliver-moments.ts';
import { loadedRules, NONE_LOADED } from './loaded-rules.ts';
import { recordStep, type SessionMoment, soFar } from './session-so-far.ts';

/** A point of a session. */
export interface DeliverRequest extends SessionMoment {
  moment: Moment;
  /** The worktree it happens in, where that is not the project's main one. */
  cwd?: string | undefined;
  /** Without it nothing is noted, and the session is not changed by the question. */
  record?: boolean | undefined;
}

/** What is said at a point of a session; mostly nothing. */
export interface Delivery {
  /** Null where such a moment is never spoken at. */
  point: DeliveryPoint | null;
  /** To be handed to the agent as it is; empty where nothing is to be said, or not to this session. */
  text: string;
  /** Of what is said, or would have been. */
  tokens: number;
  memories: string[];
  /** Ids of the messages of past sessions that it quotes. */
  passages: string[];
  /** The receipt; null where nothing was noted. */
  injection: string | null;
  shown: boolean;
  /** What a session of a holdout group would have been told. */
  withheld: string | null;
  holdout: Holdout;
  /** What the whole session was told so far, this included, and how much it may be. */
  spent: { tokens: number; cap: number };
  why: Message[];
  left: { memory: string; because: Message }[];
  notices: Notice[];
}

/** Decides what to say at a point of a session, given what was said before, and notes it. Silence is the default. */
export async function deliver(engine: Engine, asked: DeliverRequest): Promise<Delivery> {
  const { client, session, at, record = true } = asked;
  const { delivery: settings } = engine.settings;
  const moment = localised(engine, asked.moment);
  const isStart = moment.point === 'session start';
  const past = injectionsOf(engine.own.store, client, session).filter((one) => one.at <= at);
  const { doings, hasTask, emptiedAt, lastAt } = soFar(engine, asked);
  const isUnderWay = hasTask || past.some((one) => one.point === 'first prompt');
  // Counted where a session begins, with or without a word; in between it stays as it is.
  const trust = isStart || (moment.point === 'prompt' && !hasTask) ? projectTrust(engine) : undefined;
  const told = deliveredIn(past, isStart && moment.because !== 'startup' ? at : lastEmptied(past, emptiedAt));
  const holdout = settings.holdout ? holdoutOf(session, engine.project?.id ?? '') : 'full';
  const room = Math.max(0, settings.session_tokens - told.tokens);
  const { point, about, saying } = await proposalAt(engine, moment, {
    listener: {
      session,
      branch: branchCheckedOut(asked.cwd ?? engine.project?.root ?? ''),
      level: trust?.level ?? trustLevel(engine),
      now: at,
    },
    told: told.memories,
    loaded: isStart || moment.point === 'prompt' ? loadedRules(engine, client) : NONE_LOADED,
    quoted: told.passages,
    doings,
    cwd: asked.cwd,
    hasTask: isUnderWay,
    beginsTask: !isUnderWay || (lastAt > 0 && at - lastAt > QUIET),
    room,
  });
  // What is no memory is known by its point and what that was about.
  const isRepeated =
    point !== null &&
    saying.lines.every(({ memory }) => memory === null) &&
    told.about.has(sayingOf(point, about));
  const said: DeliveryText = isRepeated ? SILENCE : saying;
  if (record) recordStep(engine, asked, moment);
  const shown = said.lines.length > 0 && point !== null && isShownTo(holdout, point);
  const memories = [...new Set(said.lines.flatMap(({ memory }) => memory ?? []))];
  const passages = said.lines.flatMap(({ passage }) => passage ?? []);
  const injection = receiptOf({
    client,
    session,
    at,
    point,
    about,
    tokens: said.tokens,
    holdout,
    shown,
    memories,
    passages,
  });
  const { store } = engine.own;
  const isNoted =
    record && injection !== null && writeIncidental(store, () => addInjection(store, injection));
  return {
    point,
    text: shown ? said.text : '',
    tokens: said.tokens,
    memories,
    passages: passages.map(saidId),
    injection: isNoted ? injection.id : null,
    shown,
    withheld: shown || said.lines.length === 0 ? null : said.text,
    holdout,
    spent: { tokens: told.tokens + said.tokens, cap: settings.session_tokens },
    why: [
      ...said.lines.map(({ memory, why }) => (memory ? message('deliver.memory', { id: memory, why }) : why)),
      ...whySilent(said, room, settings.session_tokens),
    ],
    left: saying.left,
    notices: trust?.notices ?? [],
  };
}

/** When the agent last lost what it was told: at a brief that says so, or when its log does. */
function lastEmptied(past: readonly Injection[], logged: number): number {
  const again =
    past.findLast(({ point, about }) => point === 'session start' && about !== 'startup')?.at ?? 0;
  // The brief after a compaction and the line in the log that tells of it are not written in the same moment.
  return Math.abs(again - logged) <= CLOCK_SLACK_MS ? Math.min(again, logged) : Math.max(again, logged);
}

const CLOCK_SLACK_MS = 60_000;

type DeliveryRecord = Omit<Injection, 'id' | 'point'> & { point: DeliveryPoint | null };

/** The receipt of a delivery; null where nothing was said. */
function receiptOf({ point, ...noted }: DeliveryRecord): Injection | null {
  if (point === null || noted.tokens === 0) return null;
  const of = JSON.stringify([noted.client, noted.session, noted.at, point, noted.about]);
  return { ...noted, point, id: createHash('sha256').update(of).digest('hex').slice(0, 16) };
}

const whySilent = (said: DeliveryText, room: number, cap: number): Message[] => {
  if (said.lines.length > 0) return [];
  return [room === 0 ? message('deliver.spent', { n: cap }) : message('deliver.irrelevant')];
};

/** Names files as memories do. */
function localised(engine: Engine, moment: Moment): Moment {
  if (moment.point === 'session start') return moment;
  const files = moment.files.map((file) => inProject(engine.project, redactSync(file).text));
  return { ...moment, files };
}
