import { breachOf } from '../learn/rules/breaks.ts';
import { heldBy } from '../learn/rules/held.ts';
import { projectPrograms } from '../learn/rules/project-programs.ts';
import { nameOfSession } from '../store/delivery/outcomes-tally.ts';
import { breachedSessions } from '../store/delivery/receipts.ts';
import { type SaidStatement, saidStatements } from '../store/drafts/sightings.ts';
import { sessionStepsOf } from '../store/events/steps.ts';
import { storedMemories, storesOf } from '../workspace/lookup.ts';
import type { Engine } from '../workspace/workspace.ts';
import { shortMemories } from './card.ts';

/** A memory that came to something in a session. */
interface Occasion {
  memory: string;
  client: string;
  session: string;
  at: number;
}

/**
 * Corrections that the person did not have to give again: a memory that came from a correction, told in a later session and followed there, or
 * held by a stopped call that was not made again. A memory counts once a session, and not where it was broken or the correction given again.
 */
export function correctionsAvoided(engine: Engine, followed: readonly Occasion[]) {
  const { store } = engine.own;
  const given = Map.groupBy(correctionsIn(engine), ({ memory }) => memory);
  const breached = breachedSessions(store);
  const inVain = new Set(
    [...[...given.values()].flat(), ...breached.filter((each) => !each.isKept)].map(keyOf),
  );
  const avoided = new Map(
    [...followed, ...breached]
      .filter((each) => given.get(each.memory)?.some(({ at }) => at < each.at) && !inVain.has(keyOf(each)))
      .map(({ memory, client, session, at }) => [
        keyOf({ memory, client, session }),
        { memory, client, session, at },
      ]),
  );
  const texts = shortMemories(engine, new Set([...avoided.values()].map(({ memory }) => memory)));
  return {
    given: given.size,
    avoided: [...avoided.values()]
      .map((each) => ({ ...each, text: texts.get(each.memory)?.text ?? '' }))
      .sort((a, b) => b.at - a.at),
  };
}

const keyOf = ({ memory, client, session }: Omit<Occasion, 'at'>): string => `${memory} ${client} ${session}`;

/** Sentences that became memories and corrected an agent: by their words, or since it had just done what they rule out. */
function correctionsIn(engine: Engine): Occasion[] {
  const isProgram = projectPrograms(engine);
  return saidStatements(engine.own.store)
    .filter((said) => {
      const memory = said.isCorrection ? undefined : storedMemories(storesOf(engine), said.memory)[0]?.memory;
      const trigger = memory ? heldBy(memory, isProgram) : null;
      return said.isCorrection || (trigger !== null && wasBroken(engine, said, trigger));
    })
    .map(({ memory, session, at }) => {
      const { client, id } = nameOfSession(engine.own.store, session)!;
      return { memory, client, session: id, at };
    });
}

/** Whether the agent had done in the session, before a statement, what its rule stops. */
const wasBroken = (
  { own: { store } }: Engine,
  { session, at }: SaidStatement,
  trigger: Parameters<typeof breachOf>[0],
): boolean =>
  sessionStepsOf(store, session).some(
    ({ kind, tool, command, files, outcome, ...step }) =>
      kind === 'result' &&
      step.at < at &&
      outcome !== 'rejected' &&
      breachOf(trigger, {
        command: tool === 'run' ? command : null,
        writes: files
          .filter(({ way }) => way === 'edit' || way === 'write')
          .map(({ path }) => ({ path, how: 'change', text: '' })),
      }) !== undefined,
  );
