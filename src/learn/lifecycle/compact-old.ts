import { message } from '../../base/messages.ts';
import { NO_TALLY, tallies } from '../../store/delivery/outcomes-tally.ts';
import { projectTime } from '../../store/events/project-time.ts';
import { addRelations, fullMemoryAt } from '../../store/memory/belongings.ts';
import { livingMemories, setLife } from '../../store/memory/living.ts';
import { addStep } from '../../store/memory/steps.ts';
import { vectorAt } from '../../store/vectors/vectors.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { rememberAll } from '../verbs/remember.ts';
import { clustersOf, isCompactable } from './compact.ts';
import { currentConfidence } from './confidence.ts';
import type { LifecycleReport } from './live.ts';

/** More are not compared with each other at once. */
const MAX_COMPARED = 500;
const MAX_PROOFS = 20;

/**
 * Puts old, rarely used memories of one matter together into one that has their words, files and proofs; they are archived
 * and say which took their place. No model is needed for it. Done twice it changes nothing.
 */
export async function compactOld(engine: Engine): Promise<LifecycleReport['steps']> {
  const { store, index } = engine.own;
  const now = engine.now();
  const time = projectTime(store, now);
  const counts = tallies(store);
  const candidates = livingMemories(store)
    .map((living) => ({ ...living, uses: (counts.get(living.memory.id) ?? NO_TALLY).uses }))
    .filter((each) => !each.isDisputed && isCompactable(each, time))
    .slice(0, MAX_COMPARED)
    .flatMap((each) => {
      const vector = vectorAt(store, each.row);
      return vector?.model === engine.meaning.model ? [{ ...each, vector: vector.value }] : [];
    });
  const steps: LifecycleReport['steps'] = [];
  for (const { members, text } of clustersOf(candidates)) {
    const [{ memory: first }] = members as [(typeof members)[number]];
    const full = members.map(({ row }) => fullMemoryAt(store, row)!);
    // No surer than its surest member is by now: putting old memories together makes them no younger.
    const confidence = Math.max(
      ...members.map(({ memory, lastUsedAt }) => currentConfidence(memory, { lastUsedAt, time })),
    );
    const [kept] = await rememberAll(
      engine,
      [
        {
          text,
          type: first.type,
          scope: first.scope,
          scopeOf: first.scopeOf,
          polarity: first.polarity,
          key: null,
          files: [...new Set(members.flatMap(({ memory }) => memory.files))],
          symbols: [...new Set(members.flatMap(({ memory }) => memory.symbols))],
          tags: [...new Set(members.flatMap(({ memory }) => memory.tags))],
          source: first.source,
          status: 'provisional',
          confidence,
          evidence: full.flatMap(({ evidence }) => evidence).slice(0, MAX_PROOFS),
          relations: members.map(({ memory }) => ({ kind: 'derived_from', to: memory.id, confidence: 1 })),
        },
      ],
      'import',
    );
    if (kept?.did !== 'added') continue;
    store.transaction(() => {
      for (const { row, memory } of members) {
        setLife(store, row, { ...memory, status: 'deprecated', updatedAt: now });
        const why = message('why.compacted', { by: kept.memory.id });
        addStep(store, {
          memory: memory.id,
          at: now,
          did: 'superseded',
          why,
          before: null,
          confidence: memory.confidence,
        });
        steps.push({ memory: memory.id, did: 'superseded', why });
      }
      addRelations(
        store,
        kept.row,
        members.map(({ memory }) => ({ kind: 'supersedes', to: memory.id, confidence: 1 })),
      );
    });
    index.drop();
  }
  return steps;
}
