import { type Message, message, type Notice } from '../../base/messages.ts';
import type { ShownMemory } from '../../code/workspace/shown.ts';
import { overruled } from '../../learn/verbs/overruled.ts';
import type { Phase } from '../../model/episode.ts';
import type { MemoryType } from '../../model/memory.ts';
import { PACKING } from '../../model/weights.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { Hit } from '../find.ts';
import { packBriefing } from '../pack.ts';
import type { QuestionKind } from '../question-kind.ts';
import { search } from './find.ts';

/** What is asked for a briefing. */
export interface RecallVerbRequest {
  question: string;
  files?: readonly string[] | undefined;
  symbols?: readonly string[] | undefined;
  phase?: Phase | undefined;
  types?: readonly MemoryType[] | undefined;
  /** In tokens; the phase's own where it is not given. */
  budget?: number | undefined;
  /** Without the second look. */
  fast?: boolean | undefined;
}

/** Answers packed for an agent, each with the reasons for its place. */
export interface Briefing {
  kind: QuestionKind;
  phase: Phase;
  text: string;
  tokens: number;
  budget: number;
  lines: { memory: ShownMemory; score: number; tokens: number; why: Message[] }[];
  /** What was found and left out, and why. */
  left: { id: string; text: string; score: number; because: Message }[];
  notices: Notice[];
}

/** So many of the best are considered. */
const MAX_CANDIDATES = 40;

/** Recalls what helps with a question, packed into the budget of a phase. What needs review is never told unasked. */
export async function recall(engine: Engine, asked: RecallVerbRequest): Promise<Briefing> {
  const phase = asked.phase ?? 'implement';
  const packing = PACKING[phase];
  const budget = asked.budget ?? packing.budget;
  const { kind, hits, left, notices } = await search(engine, {
    question: asked.question,
    files: asked.files ?? [],
    symbols: asked.symbols ?? [],
    phase: asked.phase,
    limit: MAX_CANDIDATES,
    filter: { ...(asked.types && { types: [...asked.types] }) },
    rerank: asked.fast ? false : undefined,
    explicit: asked.question.trim() !== '',
  });
  const sure = hits.filter(({ memory }) => !memory.needsReview);
  const elsewhere = overruled(
    engine,
    sure.map(({ memory }) => memory),
  );
  const may = sure.filter(({ memory }) => !elsewhere.has(memory.id));
  const packed = packBriefing(
    may.map((hit) => ({ ...hit, note: hit.memory.stale ? 'may be out of date' : undefined })),
    { tokens: budget, shares: packing.shares },
  );
  const leftOut = [
    ...packed.left.map(({ item, because }) => ({ hit: item as Hit, because })),
    ...left,
    ...hits
      .filter(({ memory }) => memory.needsReview)
      .map((hit) => ({ hit, because: message('omit.review') })),
    ...sure
      .filter(({ memory }) => elsewhere.has(memory.id))
      .map((hit) => ({ hit, because: message('omit.overruled') })),
  ];
  return {
    kind,
    phase,
    text: packed.text,
    tokens: packed.tokens,
    budget,
    lines: packed.lines.map(({ item, tokens }) => ({
      memory: item.memory,
      score: item.score,
      tokens,
      why: item.why,
    })),
    left: leftOut.map(({ hit, because }) => ({
      id: hit.memory.id,
      text: hit.memory.text,
      score: hit.score,
      because,
    })),
    notices,
  };
}
