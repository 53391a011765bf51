import { saidId } from '@sqrl/base/model/citation.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { PACKING } from '@sqrl/base/model/weights.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import { overruled } from '../../learn/claims/rivals.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { answering, LIKELY } from '../answering.ts';
import {
  codeLine,
  commitLine,
  fromRepository,
  type ShownCode,
  type ShownCommit,
} from '../ask/from-repository.ts';
import { generalAnswer, isOfLayer, layersAsked } from '../ask/layers.ts';
import { memorySections } from '../context/lines.ts';
import { withLaterWords } from '../earlier.ts';
import type { Hit } from '../find.ts';
import { type PackLine, type PackSection, pack } from '../pack.ts';
import {
  passageLine,
  QUOTES_HEADING,
  type ShownPassage,
  shownPassage,
  withoutKnown,
} from '../passages/passage.ts';
import type { SettledTalk } from '../talks/settled-talks.ts';
import { SETTLED_HEADING, TALKS_HEADING, talkHeadline } from '../talks/talk-text.ts';
import { pastAbout, talkTextFor } from '../talks/talks-for.ts';
import { type ShownHit, search } from './find.ts';

export type RecallVerbRequest = Parsed<'recall'>;

const MAX_CANDIDATES = 40;

/** Recalls what helps with a question, packed into the budget of a phase. What needs review is never told unasked. */
export async function recall(engine: Engine, asked: RecallVerbRequest) {
  const phase = asked.phase ?? 'implement';
  const budget = asked.budget ?? PACKING[phase].budget;
  const general = asked.minImportance === undefined ? await generalAnswer(engine, asked, budget) : undefined;
  if (general) return { kind: 'semantic' as const, phase, budget, ...general, ...NOTHING_ELSE };
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
    filter: {
      ...(asked.types && { types: [...asked.types] }),
      ...(asked.minImportance !== undefined && { minImportance: asked.minImportance }),
    },
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
  const about = new Set(isAsked ? answering(question, may, LIKELY).slice(0, MAX_MEMORIES) : may);
  const found = may.filter((hit) => about.has(hit) || isAtHand(hit.memory, asked));
  const relevant = withLaterWords(engine, found, may);
  const isOpen = isAsked && asked.types === undefined && asked.minImportance === undefined;
  // A briefing has no other answer to a question about a time or failures.
  const wantsSaid = isOpen && (asked.in?.includes('conversations') ?? true);
  const past = wantsSaid ? await pastAbout(engine, { question, limit: MAX_PASSAGES }) : NO_PAST;
  // A talk that takes all the room is better quoted in parts.
  const textOf = (talk: SettledTalk) => talkTextFor(question, talk);
  const talks = past.told.filter((talk) => estimateTokens(textOf(talk)) <= SETTLED_SHARE * budget);
  const passages = withoutKnown(
    past.said.filter(
      ({ passage }) =>
        !talks.some(({ words }) => words.some(({ message: { event } }) => event === passage.event)),
    ),
    relevant,
  ).map(shownPassage);
  const { commits, code } = isOpen
    ? await fromRepository(engine, question, layers, notices)
    : { commits: [], code: [] };
  const packed = pack<BriefingLine>(
    [
      section('settled', SETTLED_HEADING, SETTLED_SHARE, talks, (talk) => ({ text: textOf(talk), talk })),
      ...memorySections(relevant, phase).map((each) => ({
        ...each,
        lines: each.lines.map(({ item: hit, ...line }) => ({ ...line, hit })),
      })),
      section('said', QUOTES_HEADING, 0.2, passages, (passage) => ({ text: passageLine(passage), passage })),
      section('talks', TALKS_HEADING, 0.05, past.others, (talk) => ({ text: talkHeadline(talk) })),
      section('commits', 'Commits', 0.1, commits, (commit) => ({ text: commitLine(commit), commit })),
      section('code', 'Code', 0.1, code, (piece) => ({ text: codeLine(piece), piece })),
    ],
    budget,
  );
  const told = packed.sections.flatMap(({ lines }) => lines);
  return {
    kind,
    phase,
    text: packed.text,
    tokens: packed.tokens,
    budget,
    lines: told.flatMap(({ hit, tokens }) =>
      hit ? { memory: hit.memory, score: hit.score, tokens, why: hit.why } : [],
    ),
    talks: told.flatMap(({ talk, text }) =>
      talk ? { id: saidId(talk.asked.event), at: talk.hit.at, text } : [],
    ),
    passages: told.flatMap(({ passage }) => passage ?? []),
    commits: told.flatMap(({ commit }) => commit ?? []),
    code: told.flatMap(({ piece }) => piece ?? []),
    left: [
      ...may
        .filter(({ memory }) => !relevant.some((hit) => hit.memory.id === memory.id))
        .map((hit) => leftOut(hit, 'it hardly has to do with the question')),
      ...packed.left.flatMap(({ line, because }) => (line.hit ? leftOut(line.hit, because) : [])),
      ...left.map(({ hit, because }) => leftOut(hit, because)),
      ...hits.filter(({ memory }) => memory.needsReview).map((hit) => leftOut(hit, 'it waits for review')),
      ...sure
        .filter(({ memory }) => elsewhere.has(memory.id))
        .map((hit) => leftOut(hit, 'the project has its own memory with this key')),
    ],
    notices,
  };
}

const leftOut = ({ memory: { id, text }, score }: Hit, because: string) => ({ id, text, score, because });

const NOTHING_ELSE = { talks: [], passages: [], commits: [], code: [], left: [], notices: [] };
const NO_PAST = { told: [], others: [], said: [] };

/** Of the whole, for what was settled, before the others had theirs. */
const SETTLED_SHARE = 0.5;

interface BriefingLine extends PackLine {
  hit?: ShownHit;
  talk?: SettledTalk;
  passage?: ShownPassage;
  commit?: ShownCommit;
  piece?: ShownCode;
}

const section = <T>(
  name: string,
  heading: string,
  share: number,
  items: readonly T[],
  lineOf: (item: T) => BriefingLine,
): PackSection<BriefingLine> => ({ name, heading, share, lines: items.map(lineOf) });

/** Whether a memory is about a file or symbol that the question names. */
const isAtHand = (memory: Memory, { files = [], symbols = [] }: RecallVerbRequest): boolean =>
  memory.files.some((file) => files.includes(file)) ||
  memory.symbols.some((symbol) => symbols.includes(symbol));

const MAX_MEMORIES = 8;

const MAX_PASSAGES = 3;
