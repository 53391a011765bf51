import type { Moment } from '@sqrl/base/model/moment.ts';
import type { AgentAction, Trigger } from '@sqrl/base/model/trigger.ts';
import { plainStep } from '@sqrl/base/shell/wrappers.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { hiddenTrouble } from '../../ingest/episodes/hidden-failure.ts';
import { applies } from '../../learn/guards/applies.ts';
import { latestRuns, type PastRun } from '../../store/events/last-work.ts';
import { memoriesAt } from '../../store/memory/memories.ts';
import { triggersIn } from '../../store/memory/places.ts';
import { whileUnchanged } from '../../store/memory/unchanged.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { type DeliveryText, SILENCE, withLeft } from '../deliver/delivery-text.ts';
import { stopText } from '../deliver/stop.ts';
import type { DeliveryContext } from './deliver-moments.ts';
import { tellable } from './delivery-selection.ts';
import { mayBreakRule } from './stop-rules.ts';

/** The guards that may stop a call; read again only when something was written, since every step of an agent asks. */
const stopTable = whileUnchanged((store) =>
  triggersIn(store).filter(({ trigger }) => trigger.stops === true),
);

/** Whether a guard may stop a step, as far as its first words tell. Where none may, nothing else need be looked at. */
export function mayBeStopped(engine: Engine, moment: Moment): boolean {
  if (moment.point !== 'before') return false;
  if (mayBreakRule(engine, moment)) return true;
  const { tool, command } = moment;
  const isChange = tool === 'edit' || tool === 'write';
  return engine.indexedStores.some(({ store }) =>
    stopTable(store).some(
      ({ trigger }) =>
        (trigger.tool === tool || (trigger.tool === 'change' && isChange)) &&
        (trigger.command === null || command?.includes(programOf(trigger.command)) === true),
    ),
  );
}

/** Why a call is to be stopped; silence where it is not. */
export function stopAt(
  engine: Engine,
  action: AgentAction,
  about: string | null,
  hearing: DeliveryContext,
): DeliveryText {
  if (hearing.guards !== 'stop-once' || hearing.stoppedCalls.has(about ?? '')) return SILENCE;
  const met = engine.indexedStores.flatMap(({ store }) =>
    memoriesAt(
      store,
      stopTable(store)
        .filter(({ trigger }) => applies(trigger, action))
        .map(({ row }) => row),
    ),
  );
  // Who was stopped for one of them knows, and does it all the same.
  if (met.length === 0 || met.some(({ memory }) => hearing.stopped.has(memory.id))) return SILENCE;
  // That a brief named it is no reason not to stop it.
  const { may, left } = tellable(engine, met, { ...hearing, told: hearing.stopped });
  const certain = may
    .map(({ memory }) => memory)
    .filter(({ trigger }) => !hasWorked(engine.own.store, trigger!));
  return withLeft(certain.length === 0 ? SILENCE : stopText(certain, hearing.room), left);
}

/** Whether a command went well since it first failed, as far as the latest sessions tell. */
function hasWorked(store: Store, trigger: Trigger): boolean {
  const runs = runsOf(store, trigger, CHECKED_SESSIONS);
  const first = runs.findLastIndex(({ outcome }) => outcome === 'failed');
  return (first < 0 ? runs : runs.slice(0, first)).some(wentWell);
}

const CHECKED_SESSIONS = 50;
const MAX_RUNS = 50;

const wentWell = (run: PastRun): boolean =>
  run.outcome === 'ok' && hiddenTrouble({ ...run, tool: 'run', outcome: 'ok' }) === undefined;

/** What was run in the latest sessions that a trigger waits for, newest first. */
export function runsOf(store: Store, trigger: Trigger, sessions: number): PastRun[] {
  const { tool, command } = trigger;
  if (tool !== 'run' || command === null) return [];
  return latestRuns(store, programOf(command), { sessions, limit: MAX_RUNS }).filter((run) =>
    applies(trigger, { tool: 'run', command: run.command, folder: run.folder, files: [] }),
  );
}

/** The word that every form of a command has: the program, or the name of the script. */
const programOf = (command: string): string =>
  plainStep(command)
    .split(' ')[0]!
    .replace(/^.*\/(?=.)/, '');
