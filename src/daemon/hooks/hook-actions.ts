import type { HookAction, HookOutput } from '../../clients/hooks/dialect.ts';
import type { HookClient } from '../../model/hook-events.ts';
import type { Moment } from '../../model/moment.ts';
import type { Input, Output } from '../../protocol/verbs.ts';
import type { CallScope } from '../../protocol/wire.ts';
import { injectionsOf, removeInjection } from '../../store/delivery/injections.ts';
import { writeIncidental } from '../../store/incidental.ts';
import type { ServerContext } from '../server/context.ts';
import { rememberAtOnce } from './remember.ts';
import { summaryText, sumUp } from './summary.ts';

/** Whose session it is, and where. */
export interface Caller {
  house: ServerContext;
  client: HookClient;
  session: string;
  place: CallScope & { project: string };
  /** Its client has a place for words to the person. */
  shows: boolean;
  /** Ends when the caller has gone. */
  signal: AbortSignal;
}

const NOTHING: HookOutput = { agent: '', person: '' };

/** Does what a point of a session asks for. */
export async function handleHookAction(caller: Caller, deed: HookAction): Promise<HookOutput> {
  switch (deed.do) {
    case 'tell':
      return tell(caller, deed.moment);
    case 'remember':
      return rememberAtOnce(caller.house, caller.place, { text: deed.text, client: caller.client });
    case 'brief':
      return brief(caller);
    case 'brief subagent':
      return briefSubagent(caller, deed.agent);
    case 'sum up':
      return { ...NOTHING, person: await summed(caller) };
    case 'save':
    case 'end':
      caller.house.settling.soon(caller, deed.log);
      return NOTHING;
  }
}

async function tell(caller: Caller, moment: Moment): Promise<HookOutput> {
  const { house, place, signal } = caller;
  // To open a memory takes longer than all that follows.
  await house.open(place);
  if (signal.aborted) return NOTHING;
  const { text: agent, injection } = await said(caller, moment);
  if (moment.point !== 'session start') return { ...NOTHING, agent };
  // The hook gave up waiting: without its receipt, the brief is told with the first prompt.
  if (signal.aborted && injection !== null)
    await house.at(place, async ({ own }) =>
      writeIncidental(own.store, () => removeInjection(own.store, injection)),
    );
  return { agent, person: moment.because === 'startup' ? await summed(caller) : '' };
}

/** What is said at a moment, noted as told. */
function said({ house, client, session, place }: Caller, moment: Moment): Promise<Output<'deliver'>> {
  const input = { client, session, moment: moment as Input<'deliver'>['moment'], cwd: place.project };
  return house.call(place, 'deliver', input, {});
}

/** Tells the brief to a session that did not get one at its start. */
async function brief(caller: Caller): Promise<HookOutput> {
  const { house, client, session, place } = caller;
  const isBriefed = await house.at(place, async ({ own }) =>
    injectionsOf(own.store, client, session).some(({ point }) => point === 'session start'),
  );
  return isBriefed ? NOTHING : tell(caller, { point: 'session start', because: 'startup' });
}

/** It is told what its session was told at the start; with a receipt of its own, since it knows nothing of the rest. */
async function briefSubagent(caller: Caller, agent: string): Promise<HookOutput> {
  const { house, client, session, place } = caller;
  const moment = { point: 'session start', because: 'clear' } as const;
  const { shown } = await house.call(
    place,
    'deliver',
    { client, session, moment, cwd: place.project, record: false },
    {},
  );
  // A session that is told nothing, so that the difference can be seen, has subagents that are told nothing.
  if (!shown || caller.signal.aborted) return NOTHING;
  const own = { ...caller, session: `${session}/${agent}`.slice(0, 500) };
  return { ...NOTHING, agent: (await said(own, { ...moment, because: 'startup' })).text };
}

/** What came of it, for the person; what cannot be shown to them is not taken for told. */
const summed = async ({ house, client, session, place, shows }: Caller): Promise<string> =>
  shows ? house.at(place, async (engine) => summaryText(sumUp(engine, client, session))) : '';
