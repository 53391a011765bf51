import { type Message, message, type Notice } from '../../base/messages.ts';
import { estimateTokens } from '../../base/text/tokens.ts';
import type { ShownMemory } from '../../codebase/shown.ts';
import { overruled } from '../../learn/claims/rivals.ts';
import type { AnswerLayer } from '../../model/answer-layers.ts';
import type { Phase } from '../../model/episode.ts';
import type { Memory, MemoryType } from '../../model/memory.ts';
import { saidId } from '../../model/said.ts';
import { PACKING } from '../../model/weights.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { answering, LIKELY } from '../answering.ts';
import { fromRepository, packRepository, type RepositoryAnswers } from '../ask/from-repository.ts';
import { layersAsked } from '../ask/layers.ts';
import { isOfLayer } from '../ask/notes.ts';
import { pastBriefing } from '../ask/past.ts';
import { rulesBriefing } from '../ask/rules.ts';
import { memoryNote, withLaterWords } from '../earlier.ts';
import type { Hit } from '../find.ts';
import { packBriefing, withinBudget } from '../pack.ts';
import { whatWasSaid } from '../passages/said.ts';
import {
  passageLine,
  QUOTES_HEADING,
  type ShownPassage,
  shownPassage,
  withoutKnown,
} from '../passages/shown.ts';
import type { QuestionKind } from '../question-kind.ts';
import { isOfTalk } from '../talks/find-talks.ts';
import { SETTLED_HEADING, talkText } from '../talks/talk-text.ts';
import { talksFor } from '../talks/talks-for.ts';
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
  /** The layers that are asked, where the question's words are not to choose them. */
  in?: readonly AnswerLayer[] | undefined;
}

/** Answers packed for an agent, each with the reasons for its place. */
export interface Briefing extends RepositoryAnswers {
  kind: QuestionKind;
  phase: Phase;
  text: string;
  tokens: number;
  budget: number;
  lines: { memory: ShownMemory; score: number; tokens: number; why: Message[] }[];
  /** Talks of past sessions with what was settled in them. */
  talks: { id: string; at: number; text: string }[];
  /** What else was said in past sessions. */
  passages: ShownPassage[];
  /** What was found and left out, and why. */
  left: { id: string; text: string; score: number; because: Message }[];
  notices: Notice[];
}

/** Best candidates that are considered. */
const MAX_CANDIDATES = 40;

/** Recalls what helps with a question, packed into the budget of a phase. What needs review is never told unasked. */
export async function recall(engine: Engine, asked: RecallVerbRequest): Promise<Briefing> {
  const general = rulesBriefing(engine, asked) ?? (await pastBriefing(engine, asked));
  if (general) return general;
  const phase = asked.phase ?? 'implement';
  const packing = PACKING[phase];
  const budget = asked.budget ?? packing.budget;
  const {
    kind,
    hits,
    left,
    notices,
    text: question,
  } = await search(engine, {
    question: asked.question,
    files: asked.files ?? [],
    symbols: asked.symbols ?? [],
    phase: asked.phase,
    limit: MAX_CANDIDATES,
    filter: { ...(asked.types && { types: [...asked.types] }) },
    rerank: asked.fast ? false : undefined,
    explicit: asked.question.trim() !== '',
  });
  const layers = layersAsked(question, { now: engine.now(), timeZone: engine.timeZone, only: asked.in });
  const sure = hits.filter(({ memory }) => !memory.needsReview && isOfLayer(memory, layers));
  const elsewhere = overruled(
    engine,
    sure.map(({ memory }) => memory),
  );
  const may = sure.filter(({ memory }) => !elsewhere.has(memory.id));
  const isAsked = question.trim() !== '';
  const about = new Set(
    isAsked ? (await answering(engine, question, may, LIKELY)).slice(0, MAX_MEMORIES) : may,
  );
  const found = may.filter((hit) => about.has(hit) || isAtHand(hit.memory, asked));
  const relevant = withLaterWords(engine, found, may);
  const packed = packBriefing(
    relevant.map((hit) => ({ ...hit, note: memoryNote(hit.memory) })),
    { tokens: budget, shares: packing.shares },
  );
  const isOpen = isAsked && asked.types === undefined;
  // A briefing has no other answer to a question about a time or failures.
  const wantsSaid = asked.in?.includes('conversations') ?? true;
  const { told: talks } = isOpen && wantsSaid ? await talksFor(engine, question) : NO_TALKS;
  const said = isOpen && wantsSaid ? await whatWasSaid(engine, { question, limit: MAX_PASSAGES }) : [];
  const repositoryAnswers = isOpen
    ? await fromRepository(engine, question, layers, notices)
    : { commits: [], code: [] };
  const settled = withinBudget(talks, `## ${SETTLED_HEADING}`, talkText, budget - packed.tokens);
  const passages = withoutKnown(
    said.filter(({ passage }) => !settled.items.some(({ hit }) => isOfTalk(hit, passage))),
    packed.lines.map(({ item }) => item.memory),
  ).map(shownPassage);
  const known = [packed.text, settled.text].filter((part) => part !== '').join('\n\n');
  const quoted = withinBudget(passages, QUOTES_HEADING, passageLine, budget - estimateTokens(known));
  const told = [known, quoted.text].filter((part) => part !== '').join('\n\n');
  const repository = packRepository(repositoryAnswers, budget - estimateTokens(told));
  const text = [told, repository.text].filter((part) => part !== '').join('\n\n');
  const leftOut = [
    ...may
      .filter(({ memory }) => !relevant.some((hit) => hit.memory.id === memory.id))
      .map((hit) => ({ hit: hit as Hit, because: message('omit.irrelevant') })),
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
    text,
    tokens: text === '' ? 0 : estimateTokens(text),
    budget,
    lines: packed.lines.map(({ item, tokens }) => ({
      memory: item.memory,
      score: item.score,
      tokens,
      why: item.why,
    })),
    talks: settled.items.map((talk) => ({
      id: saidId(talk.asked.event),
      at: talk.hit.at,
      text: talkText(talk),
    })),
    passages: quoted.items,
    commits: repository.commits,
    code: repository.code,
    left: leftOut.map(({ hit, because }) => ({
      id: hit.memory.id,
      text: hit.memory.text,
      score: hit.score,
      because,
    })),
    notices,
  };
}

const NO_TALKS = { told: [] };

/** Whether a memory is about a file or symbol that the question names. */
const isAtHand = (memory: Memory, { files = [], symbols = [] }: RecallVerbRequest): boolean =>
  memory.files.some((file) => files.includes(file)) ||
  memory.symbols.some((symbol) => symbols.includes(symbol));

/** How many memories a briefing tells for a question. */
const MAX_MEMORIES = 8;

/** How many passages of past sessions a briefing quotes. */
const MAX_PASSAGES = 3;
