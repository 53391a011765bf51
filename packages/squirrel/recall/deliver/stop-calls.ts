import { STOPPED } from '@sqrl/base/model/guards.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Moment } from '@sqrl/base/model/moment.ts';
import type { AgentAction, Trigger } from '@sqrl/base/model/trigger.ts';
import { plainStep } from '@sqrl/base/shell/wrappers.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import { hiddenTrouble } from '../../ingest/episodes/hidden-failure.ts';
import { applies } from '../../learn/guards/applies.ts';
import { latestRuns, type PastRun } from '../../store/events/last-work.ts';
import { memoriesAt } from '../../store/memory/memories.ts';
import { triggersIn } from '../../store/memory/places.ts';
import { whileUnchanged } from '../../store/memory/unchanged.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { DeliveryContext } from './deliver-moments.ts';
import {
  type DeliveryText,
  inFewLines,
  MAX_GUARD_TOKENS,
  SILENCE,
  surestFirst,
  tellable,
  withLeft,
} from './delivery-text.ts';
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

/** Why a call is stopped, what to do instead, and that it may be made all the same. */
function stopText(certain: readonly Memory[], tokens: number): DeliveryText {
  const why = (memory: Memory) =>
    `${memory.trigger?.command ?? memory.trigger?.file ?? ''} failed every time, and its fix is known`;
  const items = certain.map((memory) => ({ memory, why: why(memory) })).toSorted(surestFirst);
  const said = inFewLines(items.slice(0, 1), { lines: 1, each: 2 * MAX_GUARD_TOKENS, tokens });
  if (said.lines.length === 0) return { ...SILENCE, left: said.left };
  const text = `${STOPPED} once, because it failed every time before:\n${said.text}\n${AGAIN}`;
  const size = estimateTokens(text);
  return size > tokens ? { ...SILENCE, left: said.left } : { ...said, text, tokens: size };
}

const AGAIN = 'To run it all the same, make the same call again; it will not be stopped twice.';
