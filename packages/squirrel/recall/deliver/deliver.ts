import { createHash } from 'node:crypto';
import { branchCheckedOut } from '@sqrl/base/git/head.ts';
import { saidId } from '@sqrl/base/model/citation.ts';
import { isPersonsWord } from '@sqrl/base/model/delivery.ts';
import { guardsByTrust } from '@sqrl/base/model/guards.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import type { DeliveryPoint, Holdout, Moment } from '@sqrl/base/model/moment.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { QUIET } from '../../ingest/episodes/cut.ts';
import { isDrawn } from '../../learn/lifecycle/lift.ts';
import { projectTrust, trustLevel } from '../../learn/verbs/trust.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import {
  addInjection,
  addRuleBreach,
  type Injection,
  injectionsOf,
  latestTold,
  ruleBreachesOf,
  toldShares,
} from '../../store/delivery/receipts.ts';
import { writeIncidental } from '../../store/failures.ts';
import { inProject } from '../../workspace/in-project.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { type DeliveryContext, type DeliveryProposal, proposalAt } from './deliver-moments.ts';
import { type DeliveryText, memoriesOn, SILENCE } from './delivery-text.ts';
import { lastingQuestion, noteAsked, withQuestion } from './lasting-questions.ts';
import { loadedFor } from './loaded-rules.ts';
import { recordStep, type SessionMoment, soFar } from './session-so-far.ts';
import { mayBeStopped } from './stop-calls.ts';

/** Without `record` nothing is noted, and the session is not changed by the question. */
export type DeliverRequest = SessionMoment &
  Pick<Parsed<'deliver'>, 'cwd' | 'whose' | 'until'> & { moment: Moment; record?: boolean | undefined };

/** Decides what to say at a point of a session, given what was said before, and notes it. Silence is the default. */
export async function deliver(engine: Engine, asked: DeliverRequest) {
  const { client, session, at, record = true, until = Number.POSITIVE_INFINITY } = asked;
  const { delivery: settings } = engine.settings;
  const moment = localised(engine, asked.moment);
  const isStart = moment.point === 'session start';
  const { store } = engine.own;
  const known = injectionsOf(store, client, session).filter((one) => one.at <= at);
  const isFork = isStart && moment.because === 'fork' && known.length === 0;
  const past = isFork ? inherited(store, asked) : known;
  const { hasTask, emptiedAt, lastAt } = soFar(engine, asked);
  const isUnderWay = hasTask || past.some((one) => one.point === 'first prompt');
  // Counted where a session begins, with or without a word; in between it stays as it is.
  const trust = isStart || (moment.point === 'prompt' && !hasTask) ? projectTrust(engine) : undefined;
  const told = deliveredIn(past, isStart && isEmptied(moment.because) ? at : lastEmptied(past, emptiedAt));
  const holdout = settings.holdout ? holdoutOf(session, engine.project?.id ?? '') : 'full';
  const room = Math.max(0, settings.session_tokens - told.tokens);
  const level = trust?.level ?? trustLevel(engine);
  const hearing: DeliveryContext = {
    listener: {
      session,
      branch: branchCheckedOut(asked.cwd ?? engine.project?.root ?? ''),
      level,
      now: at,
      whose: asked.whose,
    },
    ...told,
    guards: settings.guards ?? guardsByTrust(level),
    rules: settings.guards ?? 'stop-once',
    breaches: ruleBreachesOf(store, client, session).filter((one) => one.at <= at),
    ...loadedFor(engine, isStart || moment.point === 'prompt' ? client : undefined),
    inferred: true,
    cwd: asked.cwd,
    // The tools of a program's agent are the program's own.
    canRemember: client !== 'sdk',
    hasTask: isUnderWay,
    beginsTask: !isUnderWay || (lastAt > 0 && at - lastAt > QUIET),
    room,
  };
  const proposal = await proposalAt(engine, moment, hearing);
  const { point, about } = proposal;
  const whole = unrepeated(proposal, told);
  const isTold = point !== null && isShownTo(holdout, point);
  const drawnOut =
    settings.holdout && isTold ? drawnOutOf(store, session, idsIn(whole).memories) : NONE_DRAWN;
  // A person's own words are told to every group.
  const only = (memory: Memory) => isPersonsWord(memory) || (isTold && !drawnOut.has(memory.id));
  const said =
    whole.lines.length === 0 || (isTold && drawnOut.size === 0)
      ? whole
      : unrepeated(await proposalAt(engine, moment, { ...hearing, only, inferred: isTold }), told);
  const question = isTold
    ? lastingQuestion(engine, moment, { ...hearing, room: room - said.tokens })
    : undefined;
  const spoken = withQuestion(said, question);
  const isLate = engine.now() > until;
  const withheld = said === whole ? NOTHING : without(whole, said);
  const shown = spoken.lines.length > 0 && !isLate;
  // A call that is stopped is not made.
  if (record && !(shown && point === 'stopped')) recordStep(engine, asked, moment);
  const reasons = Object.fromEntries(whole.lines.flatMap(memoriesOn).map(({ memory, why }) => [memory, why]));
  const noted = { client, session, at, point, about, holdout, why: reasons };
  const left = proposal.saying.left.slice(0, MAX_LEFT_NOTED);
  const receipts = [
    ...(isLate ? [] : [receiptOf({ ...noted, left, shown: true, ...idsIn(said), tokens: spoken.tokens })]),
    receiptOf({ ...noted, shown: false, ...withheld }),
  ];
  const { breaches = [] } = proposal;
  const met = breaches.filter(
    ({ memory, did }) => did === 'overruled' || (shown && idsIn(said).memories.includes(memory)),
  );
  if (record && met.length > 0)
    writeIncidental(store, () => {
      for (const one of met) addRuleBreach(store, { ...one, client, session, at, about: about ?? '' });
    });
  if (record && shown && question) writeIncidental(store, () => noteAsked(engine, question, at));
  if (record && isFork)
    for (const receipt of past) writeIncidental(store, () => addInjection(store, receipt));
  const [injection = null] = receipts.flatMap((receipt) =>
    record && receipt !== null && writeIncidental(store, () => addInjection(store, receipt))
      ? receipt.id
      : [],
  );
  const { memories, passages } = shown ? idsIn(said) : withheld;
  const tokens = (isLate ? 0 : spoken.tokens) + withheld.tokens;
  return {
    point,
    /** To be handed to the agent as it is; mostly empty. */
    text: shown ? spoken.text : '',
    /** Of what is said, or would have been. */
    tokens,
    memories,
    passages: passages.map(saidId),
    injection,
    shown,
    /** What a session of a holdout group would have been told. */
    withheld: withheld.tokens === 0 ? null : whole.text,
    holdout,
    spent: { tokens: told.tokens + tokens, cap: settings.session_tokens },
    why: [
      ...whole.lines.flatMap((line) =>
        line.memory ? memoriesOn(line).map(({ memory, why }) => `${memory}: ${why}`) : line.why,
      ),
      ...(question ? [question.why] : whySilent(whole, room, settings.session_tokens)),
    ],
    reasons,
    left: proposal.saying.left,
    notices: trust?.notices ?? [],
  };
}

const NONE_DRAWN: ReadonlySet<string> = new Set();

function drawnOutOf(store: Store, session: string, memories: readonly string[]): ReadonlySet<string> {
  const shares = toldShares(store, memories);
  return new Set(
    memories.filter((memory) => shares.has(memory) && !isDrawn(session, memory, shares.get(memory)!)),
  );
}

/** Notes a step before which nothing can be said, without looking at anything else; false where something may be. */
export function passesUnstopped(
  engine: Engine,
  { moment, ...here }: SessionMoment & { moment: Moment },
): boolean {
  if (moment.point !== 'before' || moment.tool === 'search' || mayBeStopped(engine, moment)) return false;
  recordStep(engine, here, localised(engine, moment));
  return true;
}

/** What is to be said without what stands before the agent already. */
function unrepeated({ point, about, saying }: DeliveryProposal, told: DeliveredSoFar): DeliveryText {
  if (point === null) return SILENCE;
  // Who goes on with a session has its brief; one that was emptied since has not.
  const isBriefed = point === 'session start' && !isEmptied(about) && told.briefed;
  // What is no memory is known by its point and what that was about.
  const isRepeated =
    saying.lines.every(({ memory }) => memory === null) && told.about.has(sayingOf(point, about));
  return isBriefed || isRepeated ? SILENCE : saying;
}

const isEmptied = (because: string | null): boolean => because === 'clear' || because === 'compaction';

type NotedIds = Pick<Injection, 'memories' | 'passages'>;

const idsIn = ({ lines }: DeliveryText): NotedIds => ({
  memories: [...new Set(lines.flatMap(memoriesOn).map(({ memory }) => memory))],
  passages: lines.flatMap(({ passage }) => passage ?? []),
});

/** Memories left out that a receipt names. */
const MAX_LEFT_NOTED = 10;

const NOTHING = { memories: [], passages: [], tokens: 0 };

function without(whole: DeliveryText, said: DeliveryText): NotedIds & { tokens: number } {
  const shown = idsIn(said);
  const { memories, passages } = idsIn(whole);
  return {
    memories: memories.filter((id) => !shown.memories.includes(id)),
    passages: passages.filter((id) => !shown.passages.includes(id)),
    tokens: Math.max(0, whole.tokens - said.tokens),
  };
}

/**
 * What the agent of a fork has before it: all that the session it copies was told. No client names that session; it is taken
 * for the one that something was delivered in last. Its tokens are paid for.
 */
function inherited(store: Store, { client, session, at }: DeliverRequest): Injection[] {
  const parent = latestTold(store, client);
  const told = parent === undefined ? [] : injectionsOf(store, client, parent);
  return told
    .filter((one) => one.at >= lastEmptied(told))
    .map((one) => ({ ...one, id: deliveryId([session, 'fork', one.id]), session, at, tokens: 0 }));
}

/** When the agent last lost what it was told: at a brief that says so, or when its log does. */
export function lastEmptied(past: readonly Injection[], logged = 0): number {
  const again = past.findLast(({ point, about }) => point === 'session start' && isEmptied(about))?.at ?? 0;
  // The brief after a compaction and the line in the log that tells of it are not written in the same moment.
  return Math.abs(again - logged) <= CLOCK_SLACK_MS ? Math.min(again, logged) : Math.max(again, logged);
}

const CLOCK_SLACK_MS = 60_000;

type DeliveryRecord = Omit<Injection, 'id' | 'point'> & { point: DeliveryPoint | null };

function receiptOf({ point, ...noted }: DeliveryRecord): Injection | null {
  if (point === null || noted.tokens === 0) return null;
  const { client, session, at, about, shown } = noted;
  return {
    ...noted,
    point,
    id: deliveryId([client, session, at, point, about, ...(shown ? [] : ['withheld'])]),
  };
}

export const deliveryId = (of: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 16);

const whySilent = (said: DeliveryText, room: number, cap: number): string[] => {
  if (said.lines.length > 0) return [];
  return [
    room === 0 ? `this session has reached its limit of ${cap} tokens` : 'no memory is relevant enough',
  ];
};

/** Names files as memories do. */
function localised(engine: Engine, moment: Moment): Moment {
  if (moment.point === 'session start') return moment;
  const files = moment.files.map((file) => inProject(engine.project, redactSync(file).text));
  const writes =
    'writes' in moment
      ? moment.writes?.map((one) => ({ ...one, path: inProject(engine.project, one.path) }))
      : undefined;
  return { ...moment, files, ...(writes && { writes }) } as Moment;
}

/**
 * Sums up what was said. What a control group would have been told counts as told, so that it differs in nothing but
 * that. Where the context was emptied, what was said before may be said again, but has been paid for.
 */
export function deliveredIn(injections: readonly Injection[], emptiedAt: number) {
  const since = injections.filter(({ at }) => at >= emptiedAt);
  return {
    /** Ids of memories that the agent still has before it; of these, those told later than in the brief. */
    told: new Set(since.flatMap(({ memories }) => memories)),
    reminded: new Set(
      since.filter(({ point }) => point !== 'session start').flatMap(({ memories }) => memories),
    ),
    /** Ids of messages of past sessions that it still has before it. */
    quoted: new Set(since.flatMap(({ passages }) => passages)),
    /** Ids of memories that a call was stopped for, and what the calls were. */
    stopped: new Set(since.filter(({ point }) => point === 'stopped').flatMap(({ memories }) => memories)),
    stoppedCalls: new Set(since.flatMap(({ point, about }) => (point === 'stopped' ? (about ?? '') : []))),
    briefed: since.some(({ point }) => point === 'session start'),
    about: new Set(since.map(({ point, about }) => sayingOf(point, about))),
    tokens: injections.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

export type DeliveredSoFar = ReturnType<typeof deliveredIn>;

const sayingOf = (point: string, about: string | null): string => `${point}\n${about ?? ''}`;

/** Percent of sessions that are told nothing inferred, and of those that are told it only at their start and first prompt. */
const CONTROL = 5;
const PASSIVE = 10;

/** The group a session belongs to, by a hash of its id and its project: the same at every point of it, and in its subagents. */
export function holdoutOf(session: string, project: string): Holdout {
  const [main] = session.split('/');
  const place = createHash('sha256').update(`${main}:${project}`).digest().readUInt32BE(0) % 100;
  if (place < CONTROL) return 'control';
  return place < CONTROL + PASSIVE ? 'passive' : 'full';
}

/** Whether a session of a group is to see what is said at a point. */
export const isShownTo = (group: Holdout, point: DeliveryPoint): boolean =>
  group === 'full' || (group === 'passive' && (point === 'session start' || point === 'first prompt'));
