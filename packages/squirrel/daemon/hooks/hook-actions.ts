import type { HookClient } from '@sqrl/base/model/hook-events.ts';
import type { Moment } from '@sqrl/base/model/moment.ts';
import { printed } from '@sqrl/base/model/printed.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { redactedStart } from '@sqrl/base/redact/shorten.ts';
import { isHookOfAgent } from '@sqrl/base/terminal/agents-shell.ts';
import { readProcessChain } from '@sqrl/base/terminal/process-chain.ts';
import type { HookAction, HookOutput } from '../../clients/hooks/dialect.ts';
import { newTrustOffer, trustLevel } from '../../learn/verbs/trust.ts';
import type { Input, Output } from '../../protocol/verbs.ts';
import type { CallScope } from '../../protocol/wire.ts';
import { passesUnstopped } from '../../recall/deliver/deliver.ts';
import { injectionsOf, keepDelivered } from '../../store/delivery/receipts.ts';
import { writeIncidental } from '../../store/failures.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { ServerContext } from '../server/context.ts';
import { wireErrorOf } from '../server/trouble.ts';
import { startLine, summaryText, sumUp } from './summary.ts';

/** Whose session it is, and where. */
export interface HookCaller {
  context: ServerContext;
  client: HookClient;
  /** Of the hook's process; 0 where it is not known. */
  pid: number;
  session: string;
  place: CallScope & { project: string };
  /** Its client has a place for words to the person. */
  shows: boolean;
  signal: AbortSignal;
}

/** What is said at a point, and the ids of the receipts of it. */
export type HookAnswer = HookOutput & { receipts?: string[] };

const NOTHING: HookAnswer = { agent: '', person: '' };

export async function handleHookAction(caller: HookCaller, action: HookAction): Promise<HookAnswer> {
  switch (action.do) {
    case 'tell':
      return tell(caller, action.moment);
    case 'remember':
      return rememberAtOnce(caller, action.text);
    case 'brief':
      return brief(caller);
    case 'brief subagent':
      return briefSubagent(caller, action.agent);
    case 'sum up':
      return { ...NOTHING, person: await summed(caller) };
    case 'save':
    case 'end':
      // Prompts in a named log count as typed by the person, and an agent may have written the log.
      caller.context.settling.soon(caller, isCalledByAgent(caller) ? null : action.log);
      return NOTHING;
  }
}

async function tell(caller: HookCaller, moment: Moment): Promise<HookAnswer> {
  const { context, place, signal } = caller;
  // To open a memory takes longer than all that follows.
  await context.open(place);
  if (signal.aborted || (await isSilent(caller, moment))) return NOTHING;
  const { text, injection, point, shown } = await said(caller, moment);
  const receipts = injection !== null && shown ? [injection] : [];
  if (point === 'stopped') return { ...NOTHING, stop: text, receipts };
  const isStart = moment.point === 'session start' && moment.because === 'startup';
  return { agent: text, person: isStart ? await greeting(caller, text !== '') : '', receipts };
}

/** Whether nothing can be said before a step; asked of a table that is kept ready, since agents take hundreds of steps. */
const isSilent = ({ context, place, client, session }: HookCaller, moment: Moment): Promise<boolean> =>
  context.at(place, async (engine) => passesUnstopped(engine, { client, session, at: engine.now(), moment }));

/** What of a delivery did not reach the client is taken off its receipt: all of it, or memories that had to be cut. */
export function correctReceipts({ own }: Engine, receipts: readonly string[], printed: string): void {
  writeIncidental(own.store, () => {
    for (const receipt of receipts) keepDelivered(own.store, receipt, printed);
  });
}

function said({ context, client, session, place }: HookCaller, moment: Moment): Promise<Output<'deliver'>> {
  const input = { client, session, moment: moment as Input<'deliver'>['moment'], cwd: place.project };
  return context.call(place, 'deliver', input, {});
}

/** Delivers the brief to a session that did not get one at its start, or after it was cleared or compacted. */
async function brief(caller: HookCaller): Promise<HookAnswer> {
  const { context, client, session, place } = caller;
  const missed = await context.untaken.missedBy(session);
  if (missed) return tell(caller, missed);
  const isBriefed = await context.at(place, async ({ own }) =>
    injectionsOf(own.store, client, session).some(({ point }) => point === 'session start'),
  );
  return isBriefed ? NOTHING : tell(caller, { point: 'session start', because: 'startup' });
}

/** A subagent gets the brief of its session, with a receipt of its own, since it does not see the rest. */
async function briefSubagent(caller: HookCaller, agent: string): Promise<HookAnswer> {
  const { context, client, session, place } = caller;
  const moment = { point: 'session start', because: 'clear' } as const;
  const { shown } = await context.call(
    place,
    'deliver',
    { client, session, moment, cwd: place.project, record: false },
    {},
  );
  // What its session has no room for, or nothing to be told of, its subagents are not told either.
  if (!shown || caller.signal.aborted) return NOTHING;
  const own = { ...caller, session: `${session}/${agent}`.slice(0, 500) };
  const { text, injection } = await said(own, { ...moment, because: 'startup' });
  return { ...NOTHING, agent: text, receipts: injection === null ? [] : [injection] };
}

/** What the person sees when a session starts: what its agent was told of, and what is new. */
async function greeting(caller: HookCaller, isTold: boolean): Promise<string> {
  const { context, place, shows } = caller;
  const line = isTold && shows ? await context.at(place, async (engine) => startLine(engine)) : '';
  return [line, await summed(caller)].filter((part) => part !== '').join('\n');
}

/** The summary for the person; a client that cannot show it leaves it for later. */
const summed = async ({ context, client, session, place, shows }: HookCaller): Promise<string> =>
  shows
    ? context.at(place, async (engine) => {
        const summary = summaryText(sumUp(engine, client, session), trustLevel(engine));
        const offer = newTrustOffer(engine);
        return [summary, offer && `${offer.message} ${offer.hint}`].filter(Boolean).join('\n');
      })
    : '';

/** Keeps what a person wants remembered, and says to both what came of it. An agent that calls the hook itself is no person. */
async function rememberAtOnce(caller: HookCaller, text: string): Promise<HookOutput> {
  try {
    if (isCalledByAgent(caller))
      throw new Problem(
        'An agent called the hook in a shell.',
        'Only the person can type /remember, in the client.',
        'forbidden',
      );
    return await kept(caller, text);
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'cancelled') throw error;
    const { message, hint } = wireErrorOf(error).error;
    return {
      agent: `Squirrel could not save what the user asked to /remember: ${message} Tell the user, and do not retry with other words.`,
      person: `Squirrel: not remembered. ${message} ${hint}`.trim(),
    };
  }
}

const isCalledByAgent = ({ pid }: HookCaller): boolean =>
  pid > 0 && isHookOfAgent(readProcessChain(process.platform, { pid }));

async function kept({ context, place, client }: HookCaller, text: string): Promise<HookOutput> {
  const { id, did, memory, redacted } = await context.call(
    place,
    'remember',
    { text: shortened(text), source: 'user_taught', tags: [`from ${client}`] },
    {},
  );
  const what = did === 'known' ? 'already knew' : 'saved';
  const without = redacted.length === 0 ? '' : ' Possible secrets were redacted.';
  return {
    agent: `Squirrel ${what} what the user asked to /remember (Memory #${id}) and will show it in later sessions: do not write another note or file for it.${without}`,
    person: `Squirrel: ${did === 'known' ? 'already known' : 'remembered'}: “${printed(memory.text, 100)}”.${without} Undo: \`sqrl forget ${id}\`.`,
  };
}

const MAX_WISH_CHARS = 20_000;

const shortened = (text: string): string =>
  text.length > MAX_WISH_CHARS ? redactedStart(text, MAX_WISH_CHARS) : text;
