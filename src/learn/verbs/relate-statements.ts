import { type Notice, notice } from '../../base/messages.ts';
import { EmbedderDown } from '../../embed/embedder.ts';
import type { Judge } from '../../embed/judge.ts';
import type { StatementPair } from '../../model/judgement.ts';
import type { Memory } from '../../model/memory.ts';
import { draftsOfSignals, draftVectors } from '../../store/drafts/drafts.ts';
import {
  pairReading,
  putPairReading,
  type RelatedStatements,
  replaceRelated,
} from '../../store/drafts/related-statements.ts';
import { heldMemories } from '../../store/memory/successions.ts';
import type { Store } from '../../store/store.ts';
import { VectorIndex } from '../../store/vectors/vector-index.ts';
import { fullVectors } from '../../store/vectors/vectors.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { signalsOfSaid } from '../gate/gate/trust.ts';
import { memoryOf } from '../gate/gate.ts';
import { isStatement, mayRelate } from '../judgement/may-relate.ts';
import { pairVerdict } from '../judgement/pair-verdict.ts';
import { pairsToRead, textRelation } from '../judgement/related.ts';
import { saidAtOf } from './said-at.ts';

/**
 * Has the relation model read near statements in pairs, and stores the verdicts. They depend only on the set of statements,
 * not on the order in which they arrived. If the model does not respond, the stored verdicts stay.
 */
export async function relateStatements(engine: Engine, store: Store, notices: Notice[]): Promise<void> {
  const { judge } = engine;
  if (!judge || store.readOnly) return;
  const near = nearPairs(statementsIn(engine, store));
  try {
    await readPairs(
      store,
      judge,
      near.map(({ pair }) => pair),
    );
  } catch (error) {
    if (!(error instanceof EmbedderDown)) throw error;
    notices.push(notice('notice.judgeDown', { trouble: error.message }));
    return;
  }
  const reading = (pair: StatementPair) => pairReading(store, pair, judge.pairsId);
  const related = near.flatMap(({ older, newer, pair }): RelatedStatements[] => {
    const found = textRelation(pair, reading);
    return found ? [{ older, newer, ...found }] : [];
  });
  store.transaction(() => replaceRelated(store, related));
}

/** Has the model read the pairs that it has not read before, and the pieces of long texts. */
export async function readPairs(
  store: Store,
  judge: Judge,
  pairs: readonly StatementPair[],
  urgent = false,
): Promise<void> {
  const reading = (pair: StatementPair) => pairReading(store, pair, judge.pairsId);
  const read = async (some: readonly StatementPair[]): Promise<void> => {
    const unread = some.filter((pair) => reading(pair) === undefined);
    // What was read is stored as it goes: a daemon that is stopped in between goes on from there.
    for (let i = 0; i < unread.length; i += AT_A_TIME) {
      const batch = unread.slice(i, i + AT_A_TIME);
      const readings = await judge.readPairs(batch, urgent);
      store.transaction(() => {
        for (const [j, pair] of batch.entries()) putPairReading(store, pair, judge.pairsId, readings[j]!);
      });
    }
  };
  await read(pairs);
  // The pieces of a long text matter only if the whole is replaced.
  await read(pairs.filter((pair) => pairVerdict(pair, reading(pair)!) === 'replaces').flatMap(pairsToRead));
}

/** Pairs that are read before they are stored: about two seconds of work. */
const AT_A_TIME = 64;

/** A statement of a person or an agent: a draft or a memory. */
interface KnownStatement {
  memory: Memory;
  at: number;
  vector: Float32Array;
}

/** The statements of a project: drafts made from sessions, and remembered texts. */
function statementsIn({ user, meaning }: Engine, store: Store): KnownStatement[] {
  const vectors = draftVectors(store, meaning.model);
  const drafts = draftsOfSignals(store, signalsOfSaid());
  const drafted = drafts.flatMap((draft): KnownStatement[] => {
    const memory = memoryOf({ id: draft.id, candidate: draft, vector: undefined }, { isStaged: () => false });
    const vector = vectors.get(draft.row)?.value;
    return vector && isStatement(memory) ? [{ memory, at: draft.lastAt, vector }] : [];
  });
  const held = [...new Set([store, user.store])].flatMap((each) => {
    const memories = heldMemories(each).filter(({ memory }) => isStatement(memory));
    const full = fullVectors(
      each,
      meaning.model,
      memories.map(({ row }) => row),
    );
    return memories.flatMap((one): KnownStatement[] => {
      const vector = full.get(one.row);
      return vector ? [{ memory: one.memory, at: saidAtOf(one), vector }] : [];
    });
  });
  // A person has confirmed or corrected some of what was drafted: their words stand.
  const theirs = new Set(held.flatMap(({ memory }) => (memory.verified ? [memory.id] : [])));
  const isDraft = new Set(drafts.map(({ id }) => id));
  return [
    ...drafted.filter(({ memory }) => !theirs.has(memory.id)),
    ...held.filter(({ memory }) => !isDraft.has(memory.id) || memory.verified),
  ];
}

/** A pair of statements with its ids. */
interface NearPair {
  older: string;
  newer: string;
  pair: StatementPair;
}

/** Pairs each statement with its nearest neighbors. */
function nearPairs(statements: readonly KnownStatement[]): NearPair[] {
  const [first] = statements;
  if (!first) return [];
  const same = statements.filter(({ vector }) => vector.length === first.vector.length);
  const index = new VectorIndex(first.vector.length);
  index.reserve(same.length);
  for (const [place, { vector }] of same.entries()) index.set(place, vector);
  const exact = (places: readonly number[]) => new Map(places.map((place) => [place, same[place]!.vector]));
  const found = new Map<string, NearPair>();
  for (const [place, one] of same.entries())
    for (const { row } of index.nearest({ question: one.vector, count: NEAREST + 1, exact })) {
      const other = same[row]!;
      if (row === place || !mayRelate(one.memory, other.memory)) continue;
      const [older, newer] = inOrder(one, other);
      found.set(`${older.memory.id} ${newer.memory.id}`, {
        older: older.memory.id,
        newer: newer.memory.id,
        pair: { old: older.memory.text, new: newer.memory.text },
      });
    }
  return [...found.values()];
}

/** Neighbors that a statement is compared with. */
const NEAREST = 4;

function inOrder(a: KnownStatement, b: KnownStatement): [KnownStatement, KnownStatement] {
  const isFirst = a.at !== b.at ? a.at < b.at : a.memory.id < b.memory.id;
  return isFirst ? [a, b] : [b, a];
}
