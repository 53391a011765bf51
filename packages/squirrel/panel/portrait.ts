import { stepText } from '@sqrl/base/messages.ts';
import type { AnchorState, ExportedAnchor } from '@sqrl/base/model/anchor.ts';
import { type FullMemory, type Relation, TYPES } from '@sqrl/base/model/memory.ts';
import { standingOf } from '../learn/verbs/get.ts';
import type { Parsed } from '../protocol/verbs.ts';
import { NO_TALLY, outcomesOf, tallies } from '../store/delivery/outcomes-tally.ts';
import { injectionsWith } from '../store/delivery/receipts.ts';
import { fullMemoryAt } from '../store/memory/belongings.ts';
import { lastActionOn } from '../store/memory/changes.ts';
import {
  countTold,
  draftsInto,
  episodesNamed,
  filesKnown,
  learnedBeside,
  relationsTo,
} from '../store/memory/portrait.ts';
import { stepsOfMemory } from '../store/memory/steps.ts';
import { findById } from '../workspace/lookup.ts';
import type { Engine } from '../workspace/workspace.ts';
import { cardsOf, shortMemories } from './card.ts';

const MAX_LISTED = 20;

/** Everything there is to know of one memory. A look at it here does not count as a use. */
export function portrait(engine: Engine, { id }: Parsed<'portrait'>) {
  engine.flush();
  const { indexedStore, row } = findById(engine, id);
  const { store } = indexedStore;
  const full = fullMemoryAt(store, row)!;
  const { files, symbols, anchors = [] } = full;
  // Deliveries and outcomes are stored with the sessions, also those of global memories.
  const work = engine.own.store;
  const outcomes = outcomesOf(work, full.id, MAX_LISTED);
  const tasks = episodesNamed(
    work,
    outcomes.map(({ episode }) => episode),
  );
  const told = countTold(work, full.id);
  const last = lastActionOn(store, full.id);
  const changedAt = filesKnown(store, files);
  const stateOf = (tied: readonly ExportedAnchor[]) => worst(tied.map(({ state }) => state));
  return {
    memory: cardsOf(engine, [{ indexedStore, row }])[0]!,
    means: TYPES[full.type].means,
    ...standingOf(engine, store, full),
    steps: stepsOfMemory(store, full.id).map((step) => ({ ...step, did: stepText(step.did) })),
    files: files.map((path) => ({
      path,
      changedAt: changedAt.get(path) ?? null,
      state: stateOf(anchors.filter((one) => one.path === path)),
    })),
    symbols: symbols.map((name) => {
      const tied = anchors.filter(({ symbol }) => symbol === name || symbol?.endsWith(`.${name}`));
      return { name, path: tied[0]?.path ?? null, state: stateOf(tied) };
    }),
    deliveries: injectionsWith(work, full.id, MAX_LISTED),
    deliveriesTotal: told.deliveries,
    outcomes: outcomes.map((outcome) => ({ ...outcome, task: tasks.get(outcome.episode)?.task ?? null })),
    outcomesTotal: told.outcomes,
    tally: tallies(store, full.id).get(full.id) ?? NO_TALLY,
    relations: relatedMemories(engine, full),
    drafts: draftsInto(work, full.id),
    siblings: learnedBeside(store, row, MAX_LISTED),
    undoable: last ? { action: last.id, did: stepText(last.did), at: last.at } : null,
  };
}

/** A memory's ties to others and theirs to it, with what those say. */
function relatedMemories(engine: Engine, { id, relations }: FullMemory) {
  const incoming = engine.indexedStores.flatMap(({ store }) => relationsTo(store, id));
  const named = [...relations.map(({ to }) => to), ...incoming.map(({ from }) => from)];
  const others = shortMemories(engine, named);
  const told = (
    way: 'in' | 'out',
    to: string,
    { kind, confidence }: Pick<Relation, 'kind' | 'confidence'>,
  ) => ({
    kind,
    way,
    to,
    confidence,
    memory: others.get(to) ?? null,
  });
  return [
    ...relations.map((one) => told('out', one.to, one)),
    ...incoming.map((one) => told('in', one.from, one)),
  ];
}

const worst = (states: readonly AnchorState[]): AnchorState | null =>
  states.includes('gone') ? 'gone' : states.includes('stale') ? 'stale' : states.length > 0 ? 'fresh' : null;
