import type { Notice } from '@sqrl/base/messages.ts';
import type { Draft, MemoryType } from '@sqrl/base/model/memory.ts';
import { SESSION_KINDS } from '@sqrl/base/model/sighting.ts';
import { dot } from '@sqrl/base/sqlite/vectors/vector-code.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { putSdkSession, sdkSessionOf } from '../../store/drafts/scratchpads.ts';
import { agentMemoriesOf } from '../../store/events/agents-turn.ts';
import { areUntainted } from '../../store/events/events.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { kindOf } from '../verbs/agents-turn.ts';
import { rememberAll } from '../verbs/remember.ts';
import { calibrate } from './calibration.ts';
import { eventOf, settledRow } from './observe.ts';

export interface Promotion {
  promoted: { id: string; text: string; agents: number; needsReview: boolean }[];
  dropped: { text: string; because: string }[];
  notices: Notice[];
}

/**
 * Sends the notes of a session through the gate, no more than a session of its kind may bring. Of work that did not
 * succeed only what warns is kept. What was noted after foreign text waits for a person.
 */
export async function promote(
  engine: Engine,
  { session, outcome, notes, work }: Parsed<'promote'>,
): Promise<Promotion> {
  const vectors =
    notes.length < 2 ? undefined : await engine.meaning.ofMemories(notes.map(({ draft }) => draft.text));
  const merged = mergeNotes(notes, vectors);
  const result: Promotion = { promoted: [], dropped: [], notices: [] };
  const drop = ({ draft: { text } }: MergedNote, because: string) =>
    void result.dropped.push({ text, because });
  const proven = merged.filter((note) => {
    const is = outcome === 'success' || WARNS.has(note.draft.type ?? 'module_insight');
    if (!is) drop(note, 'seen only in failed work');
    return is;
  });
  const row = settledRow(engine, session);
  const kind = row === undefined ? 'build' : kindOf(engine.own.store, row);
  const { most } = SESSION_KINDS[kind];
  const room = Math.max(0, most - agentMemoriesOf(engine.own.store, { session, since: 0 }));
  for (const note of proven.slice(room)) drop(note, `over the limit of ${most} memories per ${kind} session`);
  const kept = proven.slice(0, room);
  await rememberNotes(
    engine,
    session,
    kept.map((note) => ({ agents: note.agents, draft: draftOf(engine, session, note) })),
    result,
  );
  if (work) await finishWork(engine, { session, outcome, work });
  return result;
}

/** Types that work which failed may prove as well as work that succeeded; where it stands is told of unfinished work. */
const WARNS: ReadonlySet<MemoryType> = new Set(['dead_end', 'gotcha', 'error_pattern', 'work_state']);

function draftOf(engine: Engine, session: string, { draft, agents, notes }: MergedNote): Draft {
  const events = notes.map(({ run, place }) => eventOf({ session, run, place }));
  const proof = agents > 1 ? 'quorum' : 'agent_statement';
  return {
    ...draft,
    source: 'agent_explicit',
    confidence: Math.min(MAX_CONFIDENCE, BASE_CONFIDENCE + QUORUM_BONUS * (agents - 1)),
    // What is not known to be free of foreign text may hold some.
    tainted: !areUntainted(engine.own.store, events),
    evidence: [{ proof, episode: null, events, quote: null, at: engine.now() }],
  };
}

const BASE_CONFIDENCE = 0.7;
/** For each agent besides the first that noted the same. */
const QUORUM_BONUS = 0.1;
const MAX_CONFIDENCE = 0.95;

export async function rememberNotes(
  engine: Engine,
  session: string,
  notes: readonly { draft: Draft; agents: number }[],
  result: Promotion,
): Promise<void> {
  if (notes.length === 0) return;
  const turn = { session, isForeign: () => false, full: undefined };
  const drafts = notes.map(({ draft }) => draft);
  const told = await rememberAll(engine, drafts, 'agent', { turn });
  told.forEach((one, i) => {
    const { id, text, needsReview } = one.memory;
    if (one.did === 'dropped') result.dropped.push({ text, because: one.reason });
    else result.promoted.push({ id, text, needsReview, agents: notes[i]!.agents });
  });
  result.notices.push(...new Set(told.flatMap(({ notices }) => notices)));
}

/** Notes how the work ended and how long it took; its scratchpad is empty from then on. */
async function finishWork(
  engine: Engine,
  { session, outcome, work }: Omit<Required<Parsed<'promote'>>, 'notes'>,
): Promise<void> {
  const { store } = engine.own;
  if (store.readOnly) return;
  const isKnown = sdkSessionOf(store, session)?.outcome === outcome;
  store.transaction(() => putSdkSession(store, { ...work, id: session, outcome, state: null }, engine.now()));
  if (!isKnown && outcome === 'success' && work.module !== null) await calibrate(engine, work);
}

type Note = Parsed<'promote'>['notes'][number];

interface MergedNote {
  draft: Draft;
  agents: number;
  /** The notes that say it, in the order they were noted. */
  notes: readonly Note[];
}

/** As near as this, two notes say the same. */
const MIN_SIMILARITY = 0.85;

/**
 * The notes of all agents as one list: those that say the same are one, in the words of the first, with how many agents
 * noted it. Most agents first, then in the order they were noted. Without vectors only the same words are the same.
 */
function mergeNotes(notes: readonly Note[], vectors?: readonly Float32Array[]): MergedNote[] {
  const groups: { first: number; members: number[] }[] = [];
  notes.forEach(({ draft }, i) => {
    const same = groups.find(
      ({ first }) =>
        hashOf(notes[first]!.draft.text) === hashOf(draft.text) ||
        (vectors !== undefined && dot(vectors[first]!, vectors[i]!) > MIN_SIMILARITY),
    );
    if (same) same.members.push(i);
    else groups.push({ first: i, members: [i] });
  });
  return groups
    .map(({ first, members }) => {
      const all = members.map((i) => notes[i]!);
      const union = (of: (draft: Draft) => readonly string[] | undefined) => [
        ...new Set(all.flatMap(({ draft }) => of(draft) ?? [])),
      ];
      const { draft } = notes[first]!;
      return {
        draft: {
          ...draft,
          files: union(({ files }) => files),
          tags: union(({ tags }) => tags),
          record: all.find((note) => note.draft.record)?.draft.record ?? null,
        },
        agents: new Set(all.map(({ agent }) => agent)).size,
        notes: all,
      };
    })
    .sort((a, b) => b.agents - a.agents);
}
