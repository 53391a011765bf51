import type { Deed, Said } from '../../clients/hooks/dialect.ts';
import type { HookClient } from '../../model/hook-events.ts';
import type { Moment } from '../../model/moment.ts';
import type { Input } from '../../protocol/verbs.ts';
import type { Place } from '../../protocol/wire.ts';
import { injectionsOf } from '../../store/delivery/injections.ts';
import type { House } from '../server/house.ts';
import { rememberAtOnce } from './remember.ts';
import { summaryText, sumUp } from './summary.ts';

/** Whose session it is, and where. */
export interface Caller {
  house: House;
  client: HookClient;
  session: string;
  place: Place & { project: string };
  /** Its client has a place for words to the person. */
  shows: boolean;
  /** Ends when the caller has gone. */
  signal: AbortSignal;
}

const NOTHING: Said = { agent: '', person: '' };

/** Does what a point of a session asks for. */
export async function doDeed(caller: Caller, deed: Deed): Promise<Said> {
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

async function tell(caller: Caller, moment: Moment): Promise<Said> {
  const { house, place, signal } = caller;
  // To open a memory takes longer than all that follows.
  await house.open(place);
  if (signal.aborted) return NOTHING;
  const agent = await said(caller, moment);
  if (moment.point !== 'session start') return { ...NOTHING, agent };
  if (signal.aborted) miss(caller);
  return { agent, person: moment.because === 'startup' ? await summed(caller) : '' };
}

/** What is said at a moment, noted as told. */
async function said({ house, client, session, place }: Caller, moment: Moment): Promise<string> {
  const input = { client, session, moment: moment as Input<'deliver'>['moment'], cwd: place.project };
  return (await house.call(place, 'deliver', input, {})).text;
}

/** Whoever did not hear the brief when its session started, since nobody was there to give it in time, hears it now. */
async function brief(caller: Caller): Promise<Said> {
  const { house, client, session, place } = caller;
  const moment = {
    point: 'session start',
    because: missed.delete(nameOf(caller)) ? 'resume' : 'startup',
  } as const;
  const isBriefed = await house.at(place, async ({ own }) =>
    injectionsOf(own.store, client, session).some(({ point }) => point === 'session start'),
  );
  return isBriefed && moment.because === 'startup' ? NOTHING : tell(caller, moment);
}

/** Sessions whose brief was noted as told, and came too late. */
const missed = new Set<string>();

function miss(caller: Caller): void {
  if (missed.size >= MOST_MISSED) missed.clear();
  missed.add(nameOf(caller));
}

const MOST_MISSED = 1000;

const nameOf = ({ client, session }: Caller): string => `${client} ${session}`;

/** It is told what its session was told at the start; with a receipt of its own, since it knows nothing of the rest. */
async function briefSubagent(caller: Caller, agent: string): Promise<Said> {
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
  return { ...NOTHING, agent: await said(own, { ...moment, because: 'startup' }) };
}

/** What came of it, for the person; what cannot be shown to them is not taken for told. */
const summed = async ({ house, client, session, place, shows }: Caller): Promise<string> =>
  shows ? house.at(place, async (engine) => summaryText(sumUp(engine, client, session))) : '';
