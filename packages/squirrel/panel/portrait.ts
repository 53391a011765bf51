import { stepText } from '@sqrl/base/messages.ts';
import type { AnchorState } from '@sqrl/base/model/anchor.ts';
import { type FullMemory, kindOf, type Relation, TYPES } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { stalenessAt } from '../codebase/shown.ts';
import { ruleStanding } from '../learn/rules/standing.ts';
import { disputedIds } from '../learn/sharing/comments.ts';
import { provenanceOf } from '../learn/verbs/get.ts';
import { untold } from '../learn/verbs/untold.ts';
import { injectionsWith } from '../store/delivery/injections.ts';
import { outcomesOf } from '../store/delivery/outcomes.ts';
import { NO_TALLY, tallies } from '../store/delivery/outcomes-tally.ts';
import { projectTime } from '../store/events/project-time.ts';
import { fullMemoryAt } from '../store/memory/belongings.ts';
import { cardRows } from '../store/memory/browse.ts';
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
import { cardOf, shortMemories } from './card.ts';

const MAX_SIBLINGS = 20;

/** Everything there is to know of one memory. A look at it here does not count as a use. */
export function portrait(engine: Engine, { id, limit }: { id: string; limit: number }) {
  engine.flush();
  const { indexedStore, row } = findById(engine, id);
  const { store } = indexedStore;
  const full = fullMemoryAt(store, row)!;
  const time = projectTime(engine.own.store, engine.now());
  const card = cardOf(cardRows(store, [row]).get(row)!, time, disputedIds(store));
  const steps = stepsOfMemory(store, full.id).map(({ memory: _, ...step }) => step);
  const { evidence, was, replacedBy } = provenanceOf(engine, full);
  // Deliveries and outcomes are stored with the sessions, also those of global memories.
  const work = engine.own.store;
  const outcomes = outcomesOf(work, full.id, limit);
  const about = episodesNamed(
    work,
    outcomes.map(({ episode }) => episode),
  );
  const told = countTold(work, full.id);
  const { accesses: _, lastAt: __, ...tally } = tallies(store, full.id).get(full.id) ?? NO_TALLY;
  const last = lastActionOn(store, full.id);
  return {
    memory: card,
    kind: kindOf(full.type),
    means: TYPES[full.type].means,
    of: indexedStore === engine.user ? ('user' as const) : ('project' as const),
    steps: steps.map((step) => ({ ...step, did: stepText(step.did) })),
    evidence: evidence.map(({ places, ...proof }) => ({
      ...proof,
      places: places.map(({ session, ...place }) => ({
        ...place,
        client: session.slice(0, session.indexOf(':')),
        session: session.slice(session.indexOf(':') + 1),
      })),
    })),
    staleness: stalenessAt(store, full, time),
    untold: untold(engine, store, full),
    held: ruleStanding(engine, full),
    files: memoryFiles(store, full),
    symbols: symbolsOf(full),
    anchors: full.anchors ?? [],
    deliveries: injectionsWith(work, full.id, limit).map(({ memories, ...rest }) => ({
      ...rest,
      memories: memories.length,
    })),
    deliveriesTotal: told.deliveries,
    outcomes: outcomes.map(({ memory: _, before: __, ...outcome }) => ({
      ...outcome,
      session: about.get(outcome.episode)?.session ?? null,
      task: about.get(outcome.episode)?.task ?? null,
    })),
    outcomesTotal: told.outcomes,
    tally,
    was,
    replacedBy,
    relations: relatedMemories(engine, full),
    drafts: draftsInto(work, full.id),
    siblings: learnedBeside(store, row, MAX_SIBLINGS),
    undoable: last ? { action: last.id, did: stepText(last.did), at: last.at } : null,
  };
}

function memoryFiles(store: Store, { files, anchors = [] }: FullMemory) {
  const known = filesKnown(store, files);
  return files.map((path) => ({
    path,
    known: known.has(path),
    changedAt: known.get(path) ?? null,
    state: worst(anchors.filter((one) => one.path === path).map(({ state }) => state)),
  }));
}

function symbolsOf({ symbols, anchors = [] }: FullMemory) {
  return symbols.map((name) => {
    const tied = anchors.filter(
      ({ symbol }) => symbol !== null && (symbol === name || symbol.endsWith(`.${name}`)),
    );
    return { name, path: tied[0]?.path ?? null, state: worst(tied.map(({ state }) => state)) };
  });
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
