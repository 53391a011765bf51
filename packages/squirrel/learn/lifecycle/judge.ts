import { DAY_MS } from '@sqrl/base/durations.ts';
import type { DeliveryPoint } from '@sqrl/base/model/moment.ts';
import {
  AVOIDED,
  CITED,
  type FailureOutcome,
  type MemoryOutcome,
} from '../../store/delivery/outcomes-tally.ts';
import type { Injection } from '../../store/delivery/receipts.ts';
import type { SessionStep } from '../../store/events/steps.ts';
import { actionsOn, coresOf, type EpisodeRecord, isTriggerAbout, recordSince } from './episode-record.ts';
import { fileOccasions, isSameWork, type Occasion, occasionsIn } from './occasion.ts';

export interface OutcomeCase {
  occasion: Occasion;
  happened: EpisodeRecord;
  /** Why it could have applied; undefined where nothing but its delivery says so. */
  because: string | undefined;
  /** What was shown in the session with this memory in it, in order. */
  deliveries: readonly Injection[];
}

/**
 * Says what a memory came to in an episode; undefined where the episode tells nothing of it. Told without an occasion
 * after it, a memory was neither used nor ignored.
 */
export function judgeOutcome(given: OutcomeCase): MemoryOutcome | undefined {
  const { occasion, happened, because, deliveries } = given;
  const { memory, trigger, learnedAt } = occasion;
  const { id: episode, startedAt: at } = happened;
  const before = at <= learnedAt;
  if (before && (!trigger?.expects || because === undefined || at < learnedAt - BASELINE)) return undefined;
  const delivery = before ? undefined : deliveryIn(happened, deliveries, because !== undefined);
  const told = delivery && afterDelivery(given, delivery);
  if (told) return { memory, episode, at, before, delivered: true, ...told };
  if (because === undefined) return undefined;
  return {
    ...{ memory, episode, at, before, delivered: false, used: false },
    failure: failureIn(occasion, happened.steps, true),
    why: [because, 'it had not been shown'].join('; '),
  };
}

/** What followed a delivery; undefined without a use and without an occasion for one. */
function afterDelivery(
  { occasion, happened, because, deliveries }: OutcomeCase,
  delivery: Injection,
): Pick<MemoryOutcome, 'used' | 'failure' | 'why'> | undefined {
  const { trigger } = occasion;
  const later = happened.steps.filter((step) => step.at >= delivery.at);
  const actions = trigger ? actionsOn(trigger, happened).filter((step) => step.at >= delivery.at) : [];
  const atAction = trigger !== null && isTriggerAbout(trigger, delivery.about);
  const found = failureIn(occasion, later, atAction || actions.length > 0);
  const agreed = agreement(occasion, { happened, later, delivery, actions, atAction, failure: found });
  const hadOccasion = trigger
    ? atAction || actions.length > 0 || found !== null
    : because !== undefined && cameUpSince(occasion, happened, deliveries[0]!.at - CLOCK_SLACK_MS);
  if (agreed === undefined && !hadOccasion) return undefined;
  const isLate = atAction && agreed !== undefined && cameOnlyWith(delivery, occasion, happened.steps);
  const failure = isLate ? 'not again' : found === 'came again' ? 'came' : found;
  const isRepeated = delivery.point === 'stopped' && actions.length > 0;
  const why = [
    shownAt(delivery),
    agreed ?? (isRepeated ? 'the agent made the same call again' : 'no sign that the agent used it'),
    ...(failure === null ? [] : [ENDED[failure]]),
  ].join('; ');
  return { used: agreed !== undefined, failure, why };
}

function cameUpSince(occasion: Occasion, happened: EpisodeRecord, since: number): boolean {
  const later = recordSince(happened, since);
  return later === happened || occasionsIn(fileOccasions([occasion]), later).size > 0;
}

/** So long before a memory was learned it counts how often its failure came by itself. */
export const BASELINE = 30 * DAY_MS;

/** A hook and a log do not write the same moment down. */
const CLOCK_SLACK_MS = 60_000;

/**
 * The delivery that an episode had: one within it, of which a stopped call tells most, or one before it that was still to
 * be remembered when it applied.
 */
function deliveryIn(
  { startedAt, endedAt }: EpisodeRecord,
  deliveries: readonly Injection[],
  applies: boolean,
): Injection | undefined {
  const within = deliveries.filter(
    ({ at }) => at >= startedAt - CLOCK_SLACK_MS && at <= endedAt + CLOCK_SLACK_MS,
  );
  const told = within.find(({ point }) => point === 'stopped') ?? within[0];
  return told ?? (applies ? deliveries.findLast(({ at }) => at < startedAt) : undefined);
}

function failureIn(
  { trigger }: Occasion,
  steps: readonly SessionStep[],
  mayCome: boolean,
): MemoryOutcome['failure'] {
  if (!trigger?.expects) return null;
  const times = steps.filter(({ failure }) => failure === trigger.expects).length;
  if (times > 0) return times > 1 ? 'came again' : 'came';
  return mayCome ? 'did not come' : null;
}

/** A result is written down when it is there; the warning came when its step began. */
const RESULT_SLACK_MS = 5000;

/** The failure came once, with the step at which the warning was given, and was not met again. */
function cameOnlyWith({ at }: Injection, { trigger }: Occasion, steps: readonly SessionStep[]): boolean {
  const failed = steps.filter((step) => step.failure === trigger?.expects && step.at >= at - RESULT_SLACK_MS);
  return (
    failed.length === 1 &&
    failed[0] === steps.find((step) => step.kind === 'result' && step.at >= at - RESULT_SLACK_MS)
  );
}

const ENDED = {
  came: 'the failure occurred anyway',
  'came again': 'the failure occurred more than once',
  'not again': 'it was shown after the failure, which did not recur',
  'did not come': 'no failure occurred',
} as const satisfies Record<FailureOutcome, string>;

function shownAt({ point: at, about }: Injection): string {
  const point = POINTS[at as DeliveryPoint] ?? at;
  return about ? `shown (${point}: ${short(about)})` : `shown (${point})`;
}

/** Points that people are told another word for. */
const POINTS: Partial<Record<DeliveryPoint, string>> = {
  'later prompt': 'prompt',
  stopped: 'call stopped',
};

interface AfterDelivery {
  happened: EpisodeRecord;
  later: readonly SessionStep[];
  delivery: Injection;
  actions: readonly SessionStep[];
  atAction: boolean;
  failure: MemoryOutcome['failure'];
}

function agreement(
  { memory, trigger, commands, wrapper, files }: Occasion,
  { happened, later, delivery, actions, atAction, failure }: AfterDelivery,
): string | undefined {
  const warned = trigger?.command ?? null;
  const advised = [
    ...commands,
    ...(wrapper === null
      ? []
      : unwrapped(wrapper, [delivery.about, ...actions.map(({ command }) => command)])),
  ];
  for (const { tool, command, outcome } of later) {
    if (tool !== 'run' || command === null || outcome === 'rejected') continue;
    const run = coresOf(command).find(
      (core) =>
        !(trigger && isTriggerAbout(trigger, core)) &&
        advised.some((meant) => isSameWork(meant, core) && !(warned !== null && isSameWork(warned, meant))),
    );
    if (run !== undefined && !wasRunBefore(run, happened, delivery.at)) return `\`${short(run)}\` was run`;
  }
  if (atAction && actions.length === 0) return AVOIDED;
  // What was stopped and then went well was stopped wrongly.
  if (atAction && failure === 'did not come' && delivery.point !== 'stopped')
    return 'the agent did it without the failure';
  const known = touchedBefore(happened, delivery);
  const opened = trigger
    ? undefined
    : later
        .flatMap((step) => step.files)
        .find(({ path, way }) => way !== 'list' && files.includes(path) && !known.has(path));
  if (opened) return `${opened.path} was opened`;
  // The weakest sign comes last: where it is all there is, nothing was saved by it.
  return later.some(({ kind, text }) => kind === 'reply' && cites(text, memory)) ? CITED : undefined;
}

const unwrapped = (wrapper: string, commands: readonly (string | null)[]): string[] =>
  commands
    .flatMap((command) => (command === null ? [] : coresOf(command)))
    .filter((core) => core.startsWith(`${wrapper} `))
    .map((core) => core.slice(wrapper.length + 1));

/** `[Memory #7k3f9x2m: …]`; the beginning of an id will do. */
function cites(text: string, memory: string): boolean {
  for (const [, id] of text.matchAll(/\[Memory #([0-9a-z]{6,32})/gi))
    if (memory.startsWith(id!.toLowerCase())) return true;
  return false;
}

const wasRunBefore = (core: string, { session }: EpisodeRecord, at: number): boolean =>
  session.some(
    (step) =>
      step.at < at && step.tool === 'run' && step.command !== null && coresOf(step.command).includes(core),
  );

/** What was open already, or was just being opened, does not show that the memory led there. */
function touchedBefore({ session }: EpisodeRecord, { at, about }: Injection): ReadonlySet<string> {
  const paths = session.filter((step) => step.at < at).flatMap(({ files }) => files);
  return new Set([...paths.map(({ path }) => path), ...(about === null ? [] : [about])]);
}

const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
