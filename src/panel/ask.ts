import { type Notice, notice } from '../base/messages.ts';
import { contentWords } from '../base/text/content-words.ts';
import { aboutNotes, answerFromNotes, answerShape } from '../llm/prompts/answer.ts';
import { type ShownHit, search } from '../recall/verbs/find.ts';
import { redact } from '../redact/redact.ts';
import { llmOf } from '../workspace/llm.ts';
import type { Engine } from '../workspace/workspace.ts';
import { extractFrom } from './extract.ts';

export interface AskRequest {
  question: string;
  limit: number;
  compose: boolean;
}

interface CitedSentence {
  text: string;
  cites: number[];
}

/** How many of the best results are reranked. */
const RERANK_LIMIT = 30;
/** As near in meaning as this, or with this share of the question's words, a memory is about what was asked. */
const MIN_RELEVANCE = 0.4;
const MIN_WORD_SHARE = 0.6;

/** Answers a question from memory: in the memories' own sentences, or in a model's words about them where that is allowed. */
export async function ask(engine: Engine, { question, limit, compose }: AskRequest) {
  const { text } = await redact(question);
  const { hits, notices } = await search(engine, {
    question: text,
    limit: RERANK_LIMIT,
    filter: {},
    explicit: true,
  });
  const answers = (await answering(engine, text, hits)).slice(0, limit);
  const citations = answers.map(({ memory, score, why }, i) => ({
    number: i + 1,
    id: memory.id,
    type: memory.type,
    text: memory.text,
    confidence: memory.confidence,
    verified: memory.verified,
    needsReview: memory.needsReview,
    stale: memory.stale ?? false,
    createdAt: memory.createdAt,
    files: memory.files,
    score,
    why,
  }));
  const extract: CitedSentence[] = citations.map(({ text: said, number }) => ({
    text: extractFrom(said, text),
    cites: [number],
  }));
  const told = { question: text, citations, notices };
  if (citations.length === 0) return { ...told, ...EXTRACTED, by: 'nothing' as const, sentences: [] };
  const composed = compose
    ? await composedBy(engine, text, citations, notices)
    : { sentences: undefined, spent: null };
  return composed.sentences
    ? { ...told, by: 'model' as const, ...composed }
    : { ...told, ...EXTRACTED, by: 'extract' as const, sentences: extract, spent: composed.spent };
}

const EXTRACTED = { model: null, spent: null };

/** Those of the best that are about the question at all: the best of many may still be about something else. */
async function answering(engine: Engine, question: string, hits: readonly ShownHit[]): Promise<ShownHit[]> {
  const asked = await engine.meaning.ofQuestion(question);
  const words = contentWords(question);
  const nearness = new Map(
    [...Map.groupBy(hits, ({ indexedStore }) => indexedStore)].map(([indexedStore, some]) => [
      indexedStore,
      asked
        ? indexedStore.index.cosines(
            asked,
            some.map(({ row }) => row),
          )
        : new Map<number, number>(),
    ]),
  );
  return hits.filter(({ indexedStore, row, memory }) => {
    if ((nearness.get(indexedStore)!.get(row) ?? 0) >= MIN_RELEVANCE) return true;
    const said = contentWords([memory.text, ...memory.tags, ...memory.files, memory.key ?? ''].join(' '));
    const shared = [...words].filter((word) => said.has(word)).length;
    return words.size > 0 && shared / words.size >= MIN_WORD_SHARE;
  });
}

/** A model's answer, as far as each of its sentences rests on something; what stands in for it says why it does. */
async function composedBy(
  engine: Engine,
  question: string,
  citations: readonly { number: number; text: string; needsReview: boolean }[],
  notices: Notice[],
) {
  const llm = llmOf(engine);
  if (!llm) {
    notices.push(notice('notice.noLlm'));
    return { sentences: undefined, spent: null };
  }
  // A memory that waits for review is shown to the person, not stated by a model as a fact.
  const sure = citations.filter(({ needsReview }) => !needsReview);
  if (sure.length === 0) return { sentences: undefined, spent: null };
  const said = await llm.ask({
    purpose: answerFromNotes.name,
    system: answerFromNotes.system,
    prompt: aboutNotes(
      question,
      sure.map(({ text }) => text.slice(0, MAX_TEXT_CHARS)),
    ),
    maxTokens: answerFromNotes.maxTokens,
    schema: answerShape,
  });
  const spent = { input: said.used.input, output: said.used.output };
  if (said.did === 'failed') {
    notices.push(notice('notice.llmFailed', { trouble: said.message }));
    return { sentences: undefined, spent };
  }
  const sentences = said.value.sentences.flatMap(({ text, cites }): CitedSentence[] => {
    const known = [...new Set(cites)].flatMap((cite) => sure[cite - 1]?.number ?? []);
    return known.length === 0 ? [] : [{ text, cites: known }];
  });
  if (sentences.length === 0) {
    notices.push(notice('notice.llmNoAnswer'));
    return { sentences: undefined, spent };
  }
  return { sentences, spent, model: llm.name };
}

const MAX_TEXT_CHARS = 2000;
